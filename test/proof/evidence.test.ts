// What the entries of a session say: evidence, writes, accepted pins.
import { describe, expect, test } from 'vitest'

import { sha256 } from '../../src/base/digest.ts'
import type { Entry, EntryData, ObservationData, PinRecord } from '../../src/ledger/entry.ts'
import { effectDigest } from '../../src/observe/effect.ts'
import { writesOf } from '../../src/proof/effect.ts'
import { evidenceOf, unknownCalls } from '../../src/proof/evidence.ts'
import { pinFacts } from '../../src/proof/pins.ts'
import { attestation, criterion, definition, run, startData, state } from './facts.ts'

function entry(seq: number, data: EntryData, session = 's1'): Entry {
  return { seq, kind: data.kind, at: seq * 10, session, data }
}

const claim = { criterion: 'tests', definition, scope: state('A') }
const start = (seq: number) => entry(seq, { ...startData(seq + 1), call: `c${seq}`, proves: [claim] })

function end(seq: number, of: number, changes: Partial<Extract<EntryData, { kind: 'end' }>> = {}): Entry {
  const piece = run(seq, 'passed')
  if (piece.source.kind !== 'command' || !piece.source.end) throw new Error('a run ends')
  const proof = {
    criterion: 'tests',
    definition,
    passed: true,
    reason: 'exited 0',
    before: state('A'),
    after: state('A'),
    unsettled: [],
  }
  return entry(seq, { ...piece.source.end, call: `c${of}`, start: of, proves: [proof], ...changes })
}

describe('evidence', () => {
  test('a call with start and end is one piece, at the number of its end', () => {
    expect(evidenceOf([start(1), end(2, 1)], 's1')).toMatchObject([
      { seq: 2, result: 'passed', call: 'c1', exitCode: 0 },
    ])
  })

  test('a start without an end is unknown, and named', () => {
    expect(evidenceOf([start(1)], 's1')).toMatchObject([{ seq: 1, result: 'unknown' }])
    expect(unknownCalls([start(1), start(2), end(3, 2)], 's1').map(({ call }) => call)).toEqual(['c1'])
  })

  test('an end without its start is no evidence', () => {
    expect(evidenceOf([end(2, 1)], 's1')).toEqual([])
    expect(evidenceOf([start(1), end(2, 0, { call: 'c1' })], 's1')).toMatchObject([{ result: 'unknown' }])
  })

  test('two ends of one start are one piece', () => {
    expect(evidenceOf([start(1), end(2, 1), end(3, 1)], 's1')).toHaveLength(1)
  })

  test('what a call did not claim when it started, it does not prove', () => {
    const unclaimed = entry(1, { ...startData(2), call: 'c1' })
    expect(evidenceOf([unclaimed, end(2, 1)], 's1')).toMatchObject([{ result: 'failed' }])
    const elsewhere = entry(1, { ...startData(2), call: 'c1', proves: [{ ...claim, scope: state('B') }] })
    expect(evidenceOf([elsewhere, end(2, 1)], 's1')).toMatchObject([{ result: 'failed' }])
  })

  test('a claim that the end says nothing of has failed', () => {
    expect(evidenceOf([start(1), end(2, 1, { proves: [] })], 's1')).toMatchObject([{ seq: 2, result: 'failed' }])
  })

  test('an interrupted call is interrupted, whatever it says it proves', () => {
    expect(evidenceOf([start(1), end(2, 1, { outcome: 'interrupted' })], 's1')).toMatchObject([
      { result: 'interrupted' },
    ])
  })

  test('another session’s evidence is not this one’s', () => {
    expect(evidenceOf([start(1), end(2, 1)], 's2')).toEqual([])
  })

  test('pieces stand in the order of their ends', () => {
    expect(evidenceOf([start(1), start(2), end(3, 2), end(4, 1)], 's1').map(({ call }) => call)).toEqual(['c2', 'c1'])
  })
})

describe('the writes of a session', () => {
  const observed = (seq: number, tool: string, path: string, content: string, call?: string) => {
    const data: ObservationData = {
      kind: 'observation',
      tool,
      ...(call === undefined ? {} : { call }),
      changes: [{ path, kind: 'file', mode: 0o644, digest: sha256(content) }],
      incomplete: [],
      tree: sha256('tree'),
    }
    return entry(seq, data)
  }
  const edit = (seq: number, path: string, content: string, call: string) =>
    entry(seq, { kind: 'edit', tool: 'write', call, path, before: 'absent', after: sha256(content) })

  test('one write has the digest of the page', () => {
    const { records } = writesOf([edit(1, 'src/lib.rs', 'fn main() {}', 'c1')], 's1')
    expect(effectDigest(records)).toBe('4ac1e1e01cf85bef33137948acaebef17b31db9bc158fb0b45a3295a8a765772')
  })

  test('every write of a path is kept', () => {
    const { records } = writesOf([edit(1, 'a.txt', 'one', 'c1'), edit(2, 'a.txt', 'two', 'c2')], 's1')
    expect(effectDigest(records)).toBe('8132bdfb6eb60a2ffe8f6d4c77898074639b1b15eccfb218c4fb665a095446bf')
  })

  test('a scan that sees our own write adds nothing, and any other change is a write', () => {
    const entries = [
      edit(1, 'a.txt', 'one', 'c1'),
      observed(2, 'write', 'a.txt', 'one', 'c1'),
      observed(3, 'workspace', 'a.txt', 'two'),
    ]
    expect(writesOf(entries, 's1').records.map(({ tool }) => tool)).toEqual(['write', 'workspace'])
  })

  test('the same content written again by another call is another write', () => {
    const entries = [edit(1, 'a.txt', 'one', 'c1'), observed(2, 'shell', 'a.txt', 'one', 'c2')]
    expect(writesOf(entries, 's1').records).toHaveLength(2)
  })

  test('another session’s writes are not this one’s', () => {
    expect(writesOf([edit(1, 'a.txt', 'one', 'c1')], 's2').records).toEqual([])
  })

  test('changes that are kept elsewhere make the effect unknown', () => {
    const hidden = entry(1, {
      kind: 'observation',
      tool: 'shell',
      changes: [],
      more: sha256('blob'),
      incomplete: [],
      tree: sha256('t'),
    })
    expect(writesOf([hidden], 's1').isPartial).toBe(true)
    expect(writesOf([edit(1, 'a', 'b', 'c')], 's1').isPartial).toBe(false)
  })
})

describe('the files that define a check', () => {
  const pins = (...files: (readonly [string, string])[]): PinRecord => ({
    criterion: 'tests',
    definition,
    digest: sha256(JSON.stringify(files)),
    files: files.map(([path, content]) => ({ path, digest: content === 'gone' ? 'deleted' : sha256(content) })),
  })
  const first = pins(['package.json', 'one'], ['jest.config.js', 'two'])
  const other = pins(['package.json', 'other'], ['jest.config.js', 'two'])
  const attested = (seq: number, record: PinRecord, changes = {}) =>
    attestation(seq, 'A', { pins: record.digest, ...changes })

  test('unchanged files are the same', () => {
    expect(pinFacts(criterion(), first, first, [])).toEqual({ kind: 'same' })
    expect(pinFacts(criterion(), pins(), undefined, [])).toEqual({ kind: 'same' })
  })

  test('a changed, a vanished and a new file are named', () => {
    expect(pinFacts(criterion(), other, first, [])).toEqual({ kind: 'changed', paths: ['package.json'] })
    const vanished = pins(['package.json', 'one'], ['jest.config.js', 'gone'])
    expect(pinFacts(criterion(), vanished, first, [])).toEqual({ kind: 'changed', paths: ['jest.config.js'] })
    const fewer = pins(['package.json', 'one'])
    expect(pinFacts(criterion(), fewer, first, [])).toEqual({ kind: 'changed', paths: ['jest.config.js'] })
    const more = pins(['package.json', 'one'], ['jest.config.js', 'two'], ['jest.setup.js', 'three'])
    expect(pinFacts(criterion(), more, first, [])).toEqual({ kind: 'changed', paths: ['jest.setup.js'] })
  })

  test('files that nobody accepted here are not the same', () => {
    expect(pinFacts(criterion(), first, undefined, [])).toEqual({
      kind: 'unaccepted',
      paths: ['package.json', 'jest.config.js'],
    })
  })

  test('a person accepts the files as they are, and only so', () => {
    expect(pinFacts(criterion(), other, first, [attested(5, other)])).toEqual({ kind: 'same' })
    expect(pinFacts(criterion(), first, first, [attested(5, other)]).kind).toBe('changed')
    expect(pinFacts(criterion(), other, first, [attestation(5, 'A')]).kind).toBe('changed')
  })

  test('a person’s word for another criterion or another version accepts nothing', () => {
    expect(pinFacts(criterion(), other, first, [attested(5, other, { criterion: 'build' })]).kind).toBe('changed')
    expect(pinFacts(criterion(), other, first, [attested(5, other, { definition: sha256('old') })]).kind).toBe(
      'changed',
    )
  })
})
