// Which model speaks in a run: a transcript, what the flags name, or what the policy names. Only a policy that counts is asked:
// an untrusted one must not send the workspace's text to a server of its own choice.
import { Fault } from '../base/fault.ts'
import type { Host } from '../host/host.ts'
import type { Policy } from '../policy/policy.ts'
import type { Model } from './model.ts'
import { openAiModel } from './openai.ts'
import { replayModel } from './replay.ts'
import { withRetries } from './retry.ts'
import type { Transcript } from './transcript.ts'

export interface ModelChoice {
  readonly transcript?: Transcript
  readonly model?: string
  readonly baseUrl?: string
  /** Name of the environment variable with the server's key. */
  readonly keyVariable?: string
}

export function chooseModel(host: Host, choice: ModelChoice, policy: Policy): Model {
  if (choice.transcript) return replayModel(choice.transcript)
  const named = policy.agent.model
  if (named && named.provider !== 'openai' && choice.baseUrl === undefined)
    throw new Fault(
      'model',
      `the policy names a model of the kind \`${named.provider}\`, which \`reeve run\` cannot reach`,
      {
        help: 'name an OpenAI-compatible server: model openai "NAME" at "http://127.0.0.1:8080/v1"',
      },
    )
  const name = choice.model ?? named?.name
  const url = choice.baseUrl ?? named?.url
  if (name === undefined || url === undefined) throw missing(name === undefined ? 'model' : 'server')
  const keyVariable = keyVariableOf(choice, policy)
  const model = openAiModel(host, { name, url, ...(keyVariable === undefined ? {} : { keyVariable }) })
  return withRetries(model, host.clock)
}

/** Name of the variable with the server's key. One that the policy names is meant for the policy's server, and goes to no other. */
export function keyVariableOf(choice: ModelChoice, policy: Policy): string | undefined {
  const named = policy.agent.model
  const isPolicysServer = choice.baseUrl === undefined || choice.baseUrl === named?.url
  return choice.keyVariable ?? (isPolicysServer ? named?.key : undefined)
}

function missing(what: string): Fault {
  return new Fault('usage', `no ${what} is named, neither by a flag nor by a policy that counts here`, {
    help: '--model NAME --base-url http://127.0.0.1:8080/v1, or agent { model openai "NAME" at "URL" } in the policy, or --replay TRANSCRIPT',
  })
}
