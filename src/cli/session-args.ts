// The flags that say which workspace, which policy and which ledger: the same words on every command that judges or records.
import { option, optional, string } from 'cmd-ts'

import { parseDigest } from '../base/digest.ts'
import { Fault } from '../base/fault.ts'
import { resolvePath } from '../base/path.ts'
import type { Host } from '../host/host.ts'
import type { OpenOptions } from '../session/ground.ts'

const text = (long: string, description: string) => option({ long, description, type: optional(string) })

export const sessionArgs = {
  policy: text('policy', 'the policy file; naming it is trusting it for this command'),
  policyDigest: text('policy-digest', 'sha256:… that the resolved policy must have'),
  cwd: text('cwd', 'a directory of the workspace'),
  ledger: text('ledger', 'the ledger file'),
  since: text('since', 'a commit that is the baseline, when this command opens the session (CI)'),
}

export interface SessionValues {
  readonly policy: string | undefined
  readonly policyDigest: string | undefined
  readonly cwd: string | undefined
  readonly ledger: string | undefined
  readonly since?: string | undefined
}

/** Fault `usage` for a digest that is none. */
export function openOptions(host: Host, values: SessionValues): OpenOptions {
  const policyDigest = values.policyDigest === undefined ? undefined : parseDigest(values.policyDigest)
  if (values.policyDigest !== undefined && policyDigest === undefined) {
    throw new Fault('usage', `\`${values.policyDigest}\` is no digest`, {
      help: '`--policy-digest sha256:` and 64 hex digits',
    })
  }
  return {
    directory: absolutePath(host, values.cwd ?? '.'),
    ...(values.policy === undefined ? {} : { policyFile: absolutePath(host, values.policy) }),
    ...(policyDigest === undefined ? {} : { policyDigest }),
    ...(values.since === undefined ? {} : { since: values.since }),
    ...(values.ledger === undefined ? {} : { ledgerFile: absolutePath(host, values.ledger) }),
  }
}

/** A path as it was given on the command line, read from where Reeve was started. */
export function absolutePath(host: Host, path: string): string {
  return resolvePath(host.workingDirectory, path)
}
