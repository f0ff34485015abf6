// `reeve run`: the agent works on a task under the policy, to a verdict.
import { array, flag, multioption, number, option, optional, positional, string } from 'cmd-ts'

import { Fault } from '../base/fault.ts'
import { define } from './define.ts'
import { sessionArgs } from './session-args.ts'

const text = (long: string, description: string) => option({ long, description, type: optional(string) })
const texts = (long: string, description: string) => multioption({ long, description, type: array(string) })

export const subcommand = define({
  name: 'run',
  description: 'runs the agent on a task, under the policy, to a verdict',
  examples: [
    { description: 'with the model that the policy names', command: 'reeve run "make the tests pass"' },
    {
      description: 'with a model on this machine, and a criterion for this session',
      command:
        'reeve run "fix the parser" --model qwen3-coder --base-url http://127.0.0.1:8080/v1 --criterion "tests pass" --verify "npm test"',
    },
    { description: 'what a recorded run would do here', command: 'reeve run --replay transcript.jsonl' },
  ],
  args: {
    task: positional({ displayName: 'TASK', type: optional(string), description: 'what to do; a replay has its own' }),
    ...sessionArgs,
    model: text('model', 'name of the model'),
    baseUrl: text('base-url', 'address of an OpenAI-compatible server, e.g. http://127.0.0.1:8080/v1'),
    keyEnv: text('key-env', "environment variable that holds the server's key"),
    replay: text('replay', 'plays a recorded transcript instead of asking a model'),
    record: text('record', 'writes the transcript here too, once the run has ended'),
    criterion: texts('criterion', 'a required criterion for this session; paired by position with --verify'),
    verify: texts('verify', 'the command that proves the criterion in the same position'),
    proofFile: text('proof-file', '{"criteria":[{"text","verify","required","scope"}]}'),
    turns: option({ long: 'turns', type: optional(number), description: 'turns of the model at most' }),
    readOnly: flag({ long: 'read-only', description: 'nothing is run and nothing is written' }),
    yes: flag({ long: 'yes', description: 'answers each ask of a trusted policy with yes, once' }),
    json: flag({ long: 'json', description: 'JSON Lines on stdout; the last one is the proof ledger' }),
    proof: flag({ long: 'proof', description: 'prints the proof as Markdown on stdout at the end' }),
  },
  run: async (values, host) => {
    const { runCommand } = await import('./run-command.ts')
    if (values.turns !== undefined && !(Number.isSafeInteger(values.turns) && values.turns > 0))
      throw new Fault('usage', '`--turns` takes a whole number above 0')
    return await runCommand(values, host)
  },
})
