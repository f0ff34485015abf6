// Small policies for tests, as models: rules in a short notation, everything else empty or strict.
import type { Answer } from '../../src/base/answer.ts'
import { sha256 } from '../../src/base/digest.ts'
import type { CommandPattern, ExecRule, FileRule, NetworkRule, Policy } from '../../src/policy/policy.ts'
import type { Authority } from '../../src/rules/authority.ts'
import { compileProgram } from '../../src/rules/compile.ts'
import type { Mode } from '../../src/rules/program.ts'

export interface Sketch {
  readonly default?: Answer
  /** `allow git status **`, one rule a line; ` except ` and ` in ` follow the pattern. */
  readonly exec?: readonly string[]
  readonly filesDefault?: Answer
  /** `allow read src/**`. */
  readonly files?: readonly string[]
  readonly networkDefault?: Answer
  /** `deny 127.0.0.1`. */
  readonly network?: readonly string[]
  readonly assign?: readonly string[]
}

export function authorityOf(sketch: Sketch, mode: Mode = 'full'): Authority {
  const policy = policyOf(sketch)
  return { policy, layers: [compileProgram(policy, mode)], ignored: [] }
}

export function policyOf(sketch: Sketch): Policy {
  const digest = sha256(JSON.stringify(sketch))
  return {
    name: 'test',
    languageVersion: 1,
    files: [{ file: 'test.reeve', digest }],
    digest,
    exec: { default: sketch.default ?? 'ask', rules: (sketch.exec ?? []).map(execRule) },
    fileAccess: { default: sketch.filesDefault ?? 'ask', rules: (sketch.files ?? []).map(fileRule) },
    network: { default: sketch.networkDefault ?? 'ask', rules: (sketch.network ?? []).map(networkRule) },
    environment: { keep: ['PATH', 'HOME'], set: [], assign: sketch.assign ?? [] },
    limits: { timeMs: 1000, outputBytes: 1024 },
    sandbox: 'off',
    agent: { turns: 1, tokens: 1 },
    datasets: [],
    plugins: [],
    criteria: [],
    gate: {
      observeExcept: [],
      evidence: 'executed',
      verifier: false,
      attempts: 1,
      coverage: false,
      uncovered: [],
      flaky: 'accept',
      presence: 'none',
    },
    waivers: [],
    exit: { verified: 0, failed: 10, unproven: 11, error: 1 },
    expectations: [],
  }
}

const everyRead = ['allow read **', 'allow read /**', 'allow read ~/**']

/** Reads are free, writes inside the workspace too. */
export const openFiles: readonly string[] = [...everyRead, 'allow write **']
export const openReads: readonly string[] = everyRead

function origin(text: string, index: number): ExecRule['origin'] {
  return { span: { file: 'test.reeve', start: 0, end: text.length }, line: index + 1, text }
}

function execRule(text: string, index: number): ExecRule {
  const [answer = '', rest = ''] = cut(text, ' ')
  const [body = '', directory] = cut(rest, ' in ')
  const [patterns = '', except] = cut(body, ' except ')
  return {
    answer: answer as Answer,
    patterns: [pattern(patterns)],
    except: except === undefined ? [] : [pattern(except)],
    directories: directory === undefined ? [] : [directory],
    matches: [],
    misses: [],
    origin: origin(text, index),
  }
}

export function pattern(text: string): CommandPattern {
  return patternOfWords(text.split(' '))
}

export function patternOfWords(words: readonly string[]): CommandPattern {
  const text = words.join(' ')
  return {
    text,
    words: words.map((word) => (word === '**' ? { kind: 'rest' } : { kind: 'glob', text: word })),
    span: { file: 'test.reeve', start: 0, end: text.length },
  }
}

function fileRule(text: string, index: number): FileRule {
  const [answer = '', access = '', ...patterns] = text.split(' ')
  return {
    answer: answer as Answer,
    access: access as 'read' | 'write',
    patterns: [patterns.join(' ')],
    except: [],
    origin: origin(text, index),
  }
}

function networkRule(text: string, index: number): NetworkRule {
  const [answer = '', ...hosts] = text.split(' ')
  return { answer: answer as Answer, hosts, origin: origin(text, index) }
}

function cut(text: string, separator: string): readonly [string, string | undefined] {
  const at = text.indexOf(separator)
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)]
}
