// `reeve lint`: every warning about a policy, also those that only a habit of care demands, and scopes held against the workspace.
import { flag, option, optional, positional, string } from 'cmd-ts'

import { Fault } from '../base/fault.ts'
import type { Host } from '../host/host.ts'
import { findWorkspace } from '../session/workspace.ts'
import { told } from './check.ts'
import { define } from './define.ts'
import { exit } from './exit.ts'
import { policyToRead, readPolicy } from './policy-file.ts'
import { absolutePath } from './session-args.ts'

export const subcommand = define({
  name: 'lint',
  description:
    'says what is right by its letters and probably not what was meant; `reeve explain RV503` tells more of one',
  examples: [
    { description: 'the policy of this workspace, its scopes held against the files here', command: 'reeve lint' },
    { description: 'a file, for a code host', command: 'reeve lint ci/policy.reeve --strict --sarif' },
  ],
  args: {
    file: positional({
      displayName: 'FILE',
      type: optional(string),
      description: 'the policy; absent: the one found here',
    }),
    workspace: option({
      long: 'workspace',
      type: optional(string),
      description: 'the workspace that scopes are held against; absent: the one of the policy that is found',
    }),
    cwd: option({ long: 'cwd', type: optional(string), description: 'where to look for the policy' }),
    strict: flag({ long: 'strict', description: 'warnings count as errors' }),
    json: flag({ long: 'json', description: 'one JSON object' }),
    sarif: flag({ long: 'sarif', description: 'a SARIF 2.1.0 log' }),
  },
  run: async ({ file, workspace, cwd, strict, json, sarif }, host) => {
    if (json && sarif) throw new Fault('usage', 'the answer has one form', { help: 'take --json or --sarif' })
    const path = policyToRead(host, file, cwd)
    const place = workspaceOf(host, { file, workspace, cwd })
    const wanted = { habits: true, ...(place === undefined ? {} : { workspace: place }) }
    const { loaded, diagnostics } = await readPolicy(host, path, wanted)
    const isOk = !diagnostics.some(({ severity }) => strict || severity === 'error')
    host.terminal.out(await told(host, { loaded, diagnostics, isOk }, { json, sarif }))
    return isOk ? exit.ok : exit.policy
  },
})

/** A named file may be meant for any place, so it is held against none unless one is named too. */
function workspaceOf(
  host: Host,
  { file, workspace, cwd }: { file: string | undefined; workspace: string | undefined; cwd: string | undefined },
): string | undefined {
  if (workspace === undefined && file !== undefined) return undefined
  return findWorkspace(host, absolutePath(host, workspace ?? cwd ?? '.')).path
}
