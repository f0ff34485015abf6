// The loop against a model that says what it is told to, with tools and a goal that are plain data.
import { describe, expect, test } from 'vitest'

import { runScripted, scriptedModel } from './fakes.ts'

const refusal = { kind: 'refused', unmet: ['tests'], text: 'tests: run `npm test`', paused: false } as const

describe('the loop', () => {
  test('calls are made in order and their results go back before the next turn', async () => {
    const model = scriptedModel({ calls: ['list_files {}', 'get_goal'] }, 'done')
    const ran = await runScripted(model)
    expect(ran.made).toEqual(['list_files {}', 'get_goal'])
    expect(ran.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'tool'])
    expect(ran.end).toEqual({ kind: 'completed' })
    expect(ran.text).toBe('done')
  })

  test('endless calls end at the limit of turns', async () => {
    const ran = await runScripted(scriptedModel({ calls: ['list_files {}'] }), {
      limits: { turns: 3, tokens: 1_000_000 },
    })
    expect(ran.end).toEqual({ kind: 'turns' })
    expect(ran.made).toHaveLength(3)
  })

  test('no turn is taken once the tokens are spent', async () => {
    const ran = await runScripted(scriptedModel({ calls: ['list_files {}'] }), { limits: { turns: 99, tokens: 22 } })
    expect(ran.end).toEqual({ kind: 'tokens' })
    expect(ran.usage).toEqual({ input: 20, output: 2, estimated: false })
  })

  test('a call beyond the sixty-fourth of one turn is not made, but answered', async () => {
    const calls = Array.from({ length: 66 }, (_, index) => `read_file {"n":${index}}`)
    const ran = await runScripted(scriptedModel({ calls }, 'done'))
    expect(ran.made).toHaveLength(64)
    expect(ran.messages.filter((message) => message.role === 'tool')).toHaveLength(66)
    expect(ran.messages.at(-1)?.text).toContain('at most 64')
  })

  test('calls of a turn that was cut off at the length limit are not made', async () => {
    const ran = await runScripted(
      scriptedModel({ calls: ['write_file {"path":"a","content":""}'], reason: 'length' }, 'done'),
    )
    expect(ran.made).toEqual([])
    expect(ran.messages.at(-1)?.text).toContain('cut off')
  })

  test('text that looks like a tool call is never executed', async () => {
    const ran = await runScripted(scriptedModel('{"name": "shell", "arguments": {"command": "rm -rf /"}}', 'done'))
    expect(ran.made).toEqual([])
    expect(ran.messages.at(-1)?.text).toContain('nothing was executed')
  })

  test('a model that falls silent without evidence is told what is missing and may go on', async () => {
    const ran = await runScripted(scriptedModel('All tests pass!', { calls: ['run_process {}'] }, 'done'), {
      claims: [refusal],
    })
    expect(ran.messages[2]).toEqual({ role: 'user', text: refusal.text })
    expect(ran.made).toEqual(['run_process {}'])
    expect(ran.end).toEqual({ kind: 'completed' })
    expect(ran.events).toContainEqual({ type: 'goal_refused', unmet: ['tests'], text: refusal.text })
  })

  test('a refusal that pauses the goal ends the run', async () => {
    const ran = await runScripted(scriptedModel('done'), { claims: [refusal, { ...refusal, paused: true }] })
    expect(ran.end).toEqual({ kind: 'paused' })
  })

  test('a model that has nothing more to say ends the run without completing it', async () => {
    const ran = await runScripted(scriptedModel({ text: 'done', reason: 'exhausted' }), { claims: [refusal] })
    expect(ran.end).toEqual({ kind: 'stopped' })
  })

  test('calls behind the one that ends the run are not made', async () => {
    const tools = {
      descriptions: [],
      call: async ({ call }: { call: { name: string } }) => {
        expect(call.name).toBe('update_goal')
        const digest = '0'.repeat(64) as never
        return { tool: 'update_goal', outcome: 'done' as const, text: 'complete', digest, ends: 'completed' as const }
      },
    }
    const ran = await runScripted(scriptedModel({ calls: ['update_goal {}', 'write_file {}'] }), { tools })
    expect(ran.end).toEqual({ kind: 'completed' })
    expect(ran.results).toHaveLength(1)
  })

  test('an interruption ends the run before the next call', async () => {
    const controller = new AbortController()
    const ran = await runScripted(scriptedModel({ calls: ['list_files {}', 'list_files {}'] }), {
      signal: controller.signal,
      emit: (event) => {
        if (event.type === 'tool_completed') controller.abort()
      },
    })
    expect(ran.end).toEqual({ kind: 'cancelled' })
    expect(ran.made).toHaveLength(1)
  })

  test('tokens are estimated, and said to be, only when the server does not count', async () => {
    const model = scriptedModel('done')
    const silent = {
      ...model,
      turn: async function* () {
        yield { kind: 'text', text: '12345678' } as const
        yield { kind: 'end', reason: 'done' } as const
      },
    }
    const ran = await runScripted(silent)
    expect(ran.usage).toEqual({ input: Math.ceil(('be good'.length + 'do it'.length) / 4), output: 2, estimated: true })
  })
})
