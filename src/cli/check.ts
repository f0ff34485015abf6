// `reeve check`: everything that is wrong with a policy, in one go. Exit 0, or 3 when it has errors.
import { flag, option, optional, positional, string } from 'cmd-ts'

import type { Diagnostic } from '../base/diagnostic.ts'
import { encodeJson, type Json } from '../base/json.ts'
import { renderDiagnostics } from '../base/render.ts'
import { positionAt, type Span } from '../base/span.ts'
import type { Host } from '../host/host.ts'
import type { Loaded, LoadedSource } from '../policy/loaded.ts'
import { define } from './define.ts'
import { exit } from './exit.ts'
import { namesHere, policyToRead, readPolicy } from './policy-file.ts'

export const subcommand = define({
  name: 'check',
  description: 'reads a policy with all it uses and says everything that is wrong with it',
  examples: [
    { description: 'the policy of this workspace', command: 'reeve check' },
    { description: 'a file, for programs', command: 'reeve check ci/policy.reeve --json' },
  ],
  args: {
    file: positional({
      displayName: 'FILE',
      type: optional(string),
      description: 'the policy; absent: the one found here',
    }),
    policy: option({ long: 'policy', type: optional(string), description: 'the same as FILE' }),
    cwd: option({ long: 'cwd', type: optional(string), description: 'where to look for the policy' }),
    strict: flag({ long: 'strict', description: 'warnings count as errors' }),
    json: flag({ long: 'json', description: 'one JSON object' }),
  },
  run: async ({ file, policy, cwd, strict, json }, host) => {
    const path = policyToRead(host, file ?? policy, cwd)
    const { loaded, diagnostics } = await readPolicy(host, path)
    const isOk = !diagnostics.some(({ severity }) => strict || severity === 'error')
    host.terminal.out(json ? report(loaded, diagnostics, isOk) : talk(host, { loaded, diagnostics, isOk }))
    return isOk ? exit.ok : exit.policy
  },
})

interface Checked {
  readonly loaded: Loaded
  readonly diagnostics: readonly Diagnostic[]
  readonly isOk: boolean
}

function talk(host: Host, { loaded, diagnostics, isOk }: Checked): string {
  const color = host.terminal.isOutTerminal && host.environment.NO_COLOR === undefined
  const nameOf = namesHere(host, loaded.sources)
  const shown = renderDiagnostics(diagnostics, loaded.sources, { color, nameOf })
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length
  const found = [...counted(errors, 'error'), ...counted(diagnostics.length - errors, 'warning')].join(', ')
  const gap = shown === '' ? '' : '\n'
  if (loaded.kind === 'broken' || !isOk) return `${shown}${gap}${found}: this is no policy yet\n`
  const { name, exec, fileAccess, network, criteria, digest, files } = loaded.policy
  const rules = [exec, fileAccess, network].flatMap((block) => block.rules.map(({ origin }) => origin.text))
  const written = rules.filter((text) => !text.startsWith('default:')).length
  const parts = [
    ...counted(written, 'rule'),
    ...counted(criteria.length, 'criterion', 'criteria'),
    ...counted(files.length, 'file'),
  ]
  return `${shown}${gap}ok: policy \`${name}\`, ${parts.join(', ')}${found === '' ? '' : `, ${found}`}\nsha256:${digest}\n`
}

function counted(count: number, one: string, many = `${one}s`): readonly string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
}

function report(loaded: Loaded, diagnostics: readonly Diagnostic[], isOk: boolean): string {
  const policy = loaded.kind === 'policy' ? loaded.policy : undefined
  return `${encodeJson({
    ok: isOk,
    ...(policy ? { name: policy.name, digest: `sha256:${policy.digest}` } : {}),
    files: loaded.sources.map(({ file, path }) => ({ file, ...(path === undefined ? {} : { path }) })),
    diagnostics: diagnostics.map((diagnostic) => diagnosticJson(diagnostic, loaded.sources)),
  })}\n`
}

function diagnosticJson(
  { code, severity, message, span, help, notes }: Diagnostic,
  sources: readonly LoadedSource[],
): Json {
  return {
    code,
    severity,
    message,
    ...placeJson(span, sources),
    ...(help === undefined ? {} : { help }),
    notes: notes.map((note) => ({ message: note.message, ...(note.span ? placeJson(note.span, sources) : {}) })),
  }
}

/** Offsets count UTF-16 units from 0, lines and columns from 1. */
function placeJson({ file, start, end }: Span, sources: readonly LoadedSource[]): { readonly [key: string]: Json } {
  const source = sources.find((other) => other.file === file)
  if (!source) return { file }
  const [from, to] = [positionAt(source.text, start), positionAt(source.text, end)]
  return { file, line: from.line, column: from.column, endLine: to.line, endColumn: to.column, start, end }
}
