// Transcripts: what a run leaves, read strictly, played again and compared.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sha256 } from '../../src/base/digest.ts'
import { differences, replayModel } from '../../src/model/replay.ts'
import { encodeLine, parseTranscript, type RecordedResult, transcriptSchema } from '../../src/model/transcript.ts'
import { runScripted, scriptedModel } from './fakes.ts'

const head = encodeLine({ kind: 'run', schema: transcriptSchema, task: 'do it', model: 'm' })
const result = (more: Partial<RecordedResult>): RecordedResult => ({
  tool: 'run_process',
  outcome: 'done',
  exitCode: 0,
  digest: sha256('a'),
  ...more,
})

describe('a transcript', () => {
  test('replaying what a run recorded makes the same calls, broken arguments and all', async () => {
    const model = scriptedModel(
      { text: 'a', calls: ['list_files {}', 'shell {"command":'] },
      { calls: ['read_file {"path":"größe"}'] },
      'done',
    )
    const first = await runScripted(model)
    const recorded = parseTranscript(head + first.lines.map(encodeLine).join(''), 't.jsonl')
    const again = await runScripted({ ...replayModel(recorded), requests: [] })
    expect(again.made).toEqual(first.made)
    expect(again.lines).toEqual(first.lines)
    expect(again.end).toEqual({ kind: 'completed' })
    expect(differences(recorded.results, again.results)).toEqual([])
  })

  test('a person may write arguments as an object', () => {
    const line = '{"kind":"assistant","text":"","calls":[{"name":"get_goal","arguments":{}}]}\n'
    expect(parseTranscript(head + line, 't.jsonl').turns).toEqual([
      { kind: 'assistant', text: '', calls: [{ name: 'get_goal', arguments: '{}' }] },
    ])
  })

  test.each([
    ['an empty file', '', 'line 1'],
    ['no head', '{"kind":"assistant","text":"","calls":[]}\n', 'line 1'],
    ['another schema', head.replace('.v1', '.v9'), 'line 1'],
    ['a line that is no JSON', `${head}{"kind"\n`, 'line 2'],
    ['an unknown line', `${head}{"kind":"approve"}\n`, 'line 2'],
    ['a call without arguments', `${head}{"kind":"assistant","text":"","calls":[{"name":"shell"}]}\n`, 'line 2'],
    ['a kind named like a property of every object', `${head}{"kind":"constructor"}\n`, 'line 2'],
  ])('%s is refused with its place', (_what, text, place) => {
    expect(() => parseTranscript(text, 't.jsonl')).toThrow(place)
  })

  test('the transcript of the example parses', () => {
    const file = 'policies/example/transcript.jsonl'
    expect(parseTranscript(readFileSync(file, 'utf8'), file).turns.length).toBeGreaterThan(3)
  })
})

describe('a replay on another machine', () => {
  test('says where an exit code, an outcome or an output differs', () => {
    const then = [result({}), result({}), result({}), result({})]
    const now = [result({}), result({ exitCode: 1 }), result({ digest: sha256('b') }), result({ outcome: 'refused' })]
    expect(differences(then, now)).toEqual([
      'call 2, run_process: recorded exit 0, now exit 1',
      'call 3, run_process: exit 0 as recorded, but with another result',
      'call 4, run_process: recorded exit 0, now refused',
    ])
  })

  test('says which calls were made on one side only', () => {
    expect(differences([result({}), result({})], [result({})])).toEqual([
      'call 2, run_process: recorded, but not made now',
    ])
    expect(differences([result({})], [result({}), result({})])).toEqual([
      'call 2, run_process: made now, but not recorded',
    ])
  })

  test('has nothing to compare with a transcript that a person wrote', () => {
    expect(differences([], [result({})])).toEqual([])
  })
})
