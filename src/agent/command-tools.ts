// `run_process` and `shell`: commands through the guard.

import type { GuardResult } from '../guard/outcome.ts'
import { runGuarded } from '../guard/run.ts'
import { type Answer, absolute, type Hands } from './hands.ts'
import { commandText } from './view.ts'

type Asked = { readonly cwd?: string | undefined; readonly timeoutMs?: number | undefined } & (
  | { readonly argv: readonly string[] }
  | { readonly text: string }
)

export async function commandTool(hands: Hands, call: string, tool: string, asked: Asked): Promise<Answer> {
  const { session, readOnly, answerYes, ask } = hands
  const directory = absolute(session, asked.cwd ?? '.')
  const result = await runGuarded(session, {
    command:
      'argv' in asked ? { kind: 'argv', argv: asked.argv, directory } : { kind: 'shell', text: asked.text, directory },
    tool,
    call,
    answerYes,
    readOnly,
    stdin: 'closed',
    ...(ask ? { ask } : {}),
    ...(asked.timeoutMs === undefined ? {} : { timeoutMs: asked.timeoutMs }),
  })
  return { ...outcomeOf(result), text: commandText(hands, result) }
}

function outcomeOf(result: GuardResult): Pick<Answer, 'outcome' | 'exitCode'> {
  if (result.kind === 'refused') return { outcome: 'refused' }
  const { how, exitCode } = result.outcome
  return how === 'exited' && exitCode !== undefined ? { outcome: 'done', exitCode } : { outcome: 'failed' }
}
