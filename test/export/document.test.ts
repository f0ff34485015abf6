// proof.json and proof.md: what they hold, that one state gives the same bytes, and that no text of others can act in them.
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { describe, expect, test } from 'vitest'

import { sha256 } from '../../src/base/digest.ts'
import { type DocumentParts, documentOf, proofJson } from '../../src/export/make.ts'
import { proofMarkdown } from '../../src/export/markdown.ts'
import type { Entry, EntryData } from '../../src/ledger/entry.ts'
import { evidenceOf } from '../../src/proof/evidence.ts'
import { verdictOf } from '../../src/proof/verdict.ts'
import { weigh } from '../../src/proof/weigh.ts'
import { definition, facts, startData, state } from '../proof/facts.ts'

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '| a | b |\n| --- | --- |\n# heading',
  '```\n# out of the fence\n```',
  '`````text\n</code>',
  '\u001b[31mred\u001b[0m\u0007\u009b2J',
  '[link](javascript:alert(1)) https://evil.example www.evil.example a@evil.example',
  '![image](http://evil.example/x.png)',
  '\u202egnp.exe\u2066\u200b\ufeff',
  '&lt;b&gt; &#60;i&#62;',
  '- [ ] item\n1. one\n> quote\n---',
  '*a* _b_ ~~c~~ ``d`` \\',
  '`',
  '``',
  ' ` ',
  '\r\n\r\n<!-- comment',
  '<details>',
  '\\|',
  '|',
  '\ud800 lone',
  '\u{e0041}tag',
  '[^1]: note',
  '$x$',
]

function entry(seq: number, data: EntryData): Entry {
  return { seq, kind: data.kind, at: 1_700_000_000_000 + seq, session: 's1', data }
}

/** One pass of one criterion, with `text` in every place that is not ours. */
function parts(text: string, changes: Partial<DocumentParts> = {}): DocumentParts {
  const claim = { criterion: text, definition, scope: state('A') }
  const start = {
    ...startData(1),
    command: text,
    directory: text,
    tool: text,
    call: text,
    program: { path: text, digest: sha256('p') },
    proves: [claim],
  }
  const person = { presence: 'terminal', user: text, signature: text } as const
  const entries = [
    entry(1, start),
    entry(2, {
      kind: 'end',
      call: text,
      start: 1,
      outcome: 'exited',
      exitCode: 0,
      durationMs: 5,
      stdout: { bytes: 1, commitment: sha256('o') },
      stderr: { bytes: 0, commitment: sha256('e') },
      excerpt: text,
      after: sha256('t'),
      proves: [
        {
          criterion: text,
          definition,
          passed: true,
          reason: text,
          before: state('A'),
          after: state('A'),
          unsettled: [text],
          actual: text,
          expected: text,
        },
      ],
      capture: 'executed',
    }),
    entry(3, { kind: 'attestation', criterion: text, definition, scope: state('A'), because: text, person }),
    entry(4, { kind: 'message', role: 'final', text: `Coverage is 99%. ${text}` }),
  ]
  const status = weigh(
    facts({
      criterion: {
        id: text,
        text,
        scope: [text],
        pins: { kind: 'paths', paths: [text] },
        verifier: { kind: 'command', text, exitCode: 0, directory: text },
      },
      evidence: evidenceOf(entries, 's1'),
      changedSince: () => [text],
    }),
  )
  const waiver = { effectDigest: sha256('effect'), because: text, by: text, span: { file: text, start: 0, end: 0 } }
  const verdict = verdictOf({
    standing: { kind: 'own' },
    trust: 'trusted',
    isOpen: true,
    isCancelled: false,
    statuses: [status, { ...status, explanation: text, paths: [text], remedy: text }],
    incomplete: [],
    effect: sha256('effect'),
    net: sha256('net'),
    uncovered: [text],
    vetoes: [],
    unknown: [text],
    waivers: [waiver],
    nowMs: 0,
    lastEntryMs: 0,
    exit: { verified: 0, failed: 10, unproven: 11, error: 1 },
  })
  return {
    session: text,
    generatedMs: 1_700_000_000_000,
    entries,
    verdict: { ...verdict, uncovered: [text] },
    policy: { name: text, digest: sha256('policy'), files: [{ file: text, digest: sha256('f') }] },
    trust: 'trusted',
    ignored: [text],
    ledger: { id: text, standing: { kind: 'own' }, head: { size: 5, root: sha256('root'), checkpoint: text } },
    ...changes,
    ...(changes.session === undefined ? { session: 's1' } : {}),
  }
}

function html(markdown: string): string {
  return micromark(markdown, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  })
}

/** The tags in order, without their attributes. */
function tags(page: string): readonly string[] {
  return Array.from(page.matchAll(/<(\/?[a-z][a-z0-9]*|!--)/gi), ([, name]) => name as string)
}

/** Whether a text stands as code is its own affair. */
function withoutCode(names: readonly string[]): readonly string[] {
  return names.filter((name) => name !== 'code' && name !== '/code')
}

describe('proof.json', () => {
  const json = proofJson(documentOf(parts('tests')))

  test('its keys stand in the order of the schema, and what was added stands behind', () => {
    expect(Object.keys(JSON.parse(json))).toEqual([
      'schema',
      'sessionId',
      'generatedAt',
      'summary',
      'criteria',
      'evidence',
      'divergences',
      'verdict',
      'policy',
      'acts',
      'ledger',
    ])
  })

  test('two documents of one state differ in `generatedAt` alone', () => {
    const later = proofJson(documentOf(parts('tests', { generatedMs: 1_800_000_000_000 })))
    expect(later).not.toBe(json)
    const without = (text: string) => text.replace(/"generatedAt": "[^"]*"/, '')
    expect(without(later)).toBe(without(json))
    expect(proofJson(documentOf(parts('tests')))).toBe(json)
  })

  test('a verified criterion points to its evidence with call, time and exit code', () => {
    const document = JSON.parse(json)
    const evidence = document.evidence.find((piece: { id: string }) => piece.id === 'e2')
    expect(evidence).toMatchObject({
      criterionId: 'tests',
      result: 'passed',
      exitCode: 0,
      call: 'tests',
      startedAt: '2023-11-14T22:13:20.001Z',
    })
    expect(document.acts).toMatchObject([{ id: 'a3', act: 'attest', presence: 'terminal' }])
  })

  test('a claim of the final text that no evidence of its kind backs is a divergence', () => {
    expect(documentOf(parts('tests')).divergences).toMatchObject([{ kind: 'coverage', language: 'en' }])
  })

  test.each(hostile)('it holds %j exactly, and nothing in it acts on a terminal', (text) => {
    const document = documentOf(parts(text))
    const encoded = proofJson(document)
    expect(JSON.parse(encoded)).toEqual(JSON.parse(JSON.stringify(document)))
    expect(encoded).not.toMatch(
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/,
    )
  })
})

describe('proof.md', () => {
  const plain = tags(html(proofMarkdown(documentOf(parts('tests')))))

  test.each(hostile)('%j changes nothing but words', (text) => {
    const markdown = proofMarkdown(documentOf(parts(text)))
    expect(markdown).not.toMatch(
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/,
    )
    expect(withoutCode(tags(html(markdown)))).toEqual(withoutCode(plain))
  })

  test('no mix of markup changes anything but words', () => {
    const pieces = '`|\\*_[]()<>&#+-=.!~:/@^$"\' \t\nab1'
      .split('')
      .concat(['www.', 'http://', '<b>', '&lt;', '](', '![', '| --- |', '1. ', '-->', '```', 'mailto:', 'x@y.z'])
    let seed = 20261201
    const next = (below: number) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
      return Math.floor((seed / 4294967296) * below)
    }
    for (let round = 0; round < (process.env.REEVE_FULL ? 2_000 : 150); round++) {
      const text = Array.from({ length: 1 + next(14) }, () => pieces[next(pieces.length)]).join('')
      const shape = tags(html(proofMarkdown(documentOf(parts(text)))))
      expect(withoutCode(shape), `seed 20261201, round ${round}: ${JSON.stringify(text)}`).toEqual(withoutCode(plain))
    }
  }, 120_000)

  test('nothing in it links or loads', () => {
    for (const text of hostile) expect(html(proofMarkdown(documentOf(parts(text))))).not.toMatch(/<(a|img|script)\b/)
  })

  test('the text itself can still be read', () => {
    const page = html(proofMarkdown(documentOf(parts('a | b <c> `d` _e_'))))
    expect(page).toContain('a | b &lt;c&gt; `d` _e_')
  })
})
