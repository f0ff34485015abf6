// `reeve trust`: a person says that the policy as it is now counts in this workspace. Only on a terminal, whatever the flags say:
// a process without one cannot show that anybody read the policy; such a place names its policy by digest instead.
import { flag, option, optional, string } from 'cmd-ts'

import { type Digest, parseDigest } from '../base/digest.ts'
import { escapeLine } from '../base/escape.ts'
import { Fault } from '../base/fault.ts'
import { renderDiagnostics } from '../base/render.ts'
import { isGuardedDescendant } from '../host/ancestry.ts'
import type { Host } from '../host/host.ts'
import type { Policy } from '../policy/policy.ts'
import { distrust, isTrusted, trust } from '../policy/trust.ts'
import { findWorkspace } from '../session/workspace.ts'
import { define } from './define.ts'
import { exit } from './exit.ts'
import { policyToRead, readPolicy } from './policy-file.ts'
import { absolutePath } from './session-args.ts'

export const subcommand = define({
  name: 'trust',
  description: 'says that the policy, exactly as it is now, counts in this workspace; asks on the terminal',
  examples: [
    { description: 'the policy that is found here', command: 'reeve trust' },
    { description: 'only if it is the one that was reviewed', command: 'reeve trust --digest sha256:…' },
  ],
  args: {
    policy: option({
      long: 'policy',
      type: optional(string),
      description: 'the policy file; absent: the one found here',
    }),
    digest: option({ long: 'digest', type: optional(string), description: 'sha256:… that the policy must have' }),
    cwd: option({ long: 'cwd', type: optional(string), description: 'a directory of the workspace' }),
    remove: flag({ long: 'remove', description: 'takes the trust back' }),
  },
  run: async ({ policy: named, digest, cwd, remove }, host) => {
    if (isGuardedDescendant(host))
      throw new Fault('person', 'trust is for a person to give: it was tried from inside a guarded command', {
        help: 'run it yourself in a terminal of your own',
      })
    const file = policyToRead(host, named, cwd)
    const policy = await soundPolicy(host, file)
    demandDigest(policy, digest)
    const workspace = findWorkspace(host, absolutePath(host, cwd ?? '.')).path
    return remove ? takeBack(host, policy.digest, workspace) : await give(host, policy, workspace, file)
  },
})

async function soundPolicy(host: Host, path: string): Promise<Policy> {
  const { loaded, diagnostics } = await readPolicy(host, path)
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (loaded.kind === 'policy' && errors.length === 0) return loaded.policy
  const color = host.terminal.isErrTerminal && host.environment.NO_COLOR === undefined
  throw new Fault('policy', `${path} has errors\n${renderDiagnostics(errors, loaded.sources, { color })}`)
}

function demandDigest(policy: Policy, text: string | undefined): void {
  if (text === undefined) return
  const wanted = parseDigest(text)
  if (!wanted) throw new Fault('usage', `\`${text}\` is no digest`, { help: '`--digest sha256:` and 64 hex digits' })
  if (wanted !== policy.digest)
    throw new Fault('policy', `the policy has the digest sha256:${policy.digest}, not the one that was named`, {
      help: 'look at what changed since, then trust the new digest',
    })
}

async function give(host: Host, policy: Policy, workspace: string, file: string): Promise<number> {
  if (isTrusted(host, policy.digest, workspace)) {
    host.terminal.out(`already trusted in ${workspace}: sha256:${policy.digest}\n`)
    return exit.ok
  }
  host.terminal.err(summary(policy, workspace))
  const answer = await host.terminal.question('Trust this policy here? Type yes: ')
  if (answer === undefined)
    throw new Fault('person', 'trust is given on a terminal, and there is none', {
      help: `without a terminal name the policy and its digest: \`--policy FILE --policy-digest sha256:${policy.digest}\``,
    })
  if (answer.trim().toLowerCase() !== 'yes') {
    host.terminal.err('not trusted\n')
    return exit.denied
  }
  await giveTrust(host, policy, workspace, file)
  return exit.ok
}

/** What a person has said yes to. The caller has asked, on a terminal, and has refused descendants of guarded commands. */
export async function giveTrust(host: Host, policy: Policy, workspace: string, file: string): Promise<void> {
  record(host, policy.digest, workspace)
  await mark(host, policy, workspace, file)
  host.terminal.out(`trusted in ${workspace}: sha256:${policy.digest}\n`)
}

function record(host: Host, digest: Digest, workspace: string): void {
  try {
    trust(host, digest, workspace)
  } catch (cause) {
    throw new Fault('io', 'the trust could not be recorded in the configuration directory', {
      help: 'check its permissions and the space on its disk',
      cause,
    })
  }
  if (!isTrusted(host, digest, workspace))
    throw new Fault('io', 'the trust was recorded, but others may write the configuration directory', {
      help: 'take the right to write from group and others: `chmod go-w` on it and on `trust` in it',
    })
}

/** What defines the checks now is what the person trusted. Trust that cannot be marked is not given. */
async function mark(host: Host, policy: Policy, workspace: string, file: string): Promise<void> {
  if (!policy.criteria.some(({ pins }) => pins.kind === 'paths' && pins.paths.length > 0)) return
  const { markPins } = await import('../session/open.ts')
  try {
    await markPins(host, { directory: workspace, policyFile: file, policyDigest: policy.digest })
  } catch (error) {
    distrust(host, policy.digest, workspace)
    throw error
  }
}

function takeBack(host: Host, digest: Digest, workspace: string): number {
  const had = distrust(host, digest, workspace)
  host.terminal.out(`${had ? 'no longer trusted' : 'was not trusted'} in ${workspace}: sha256:${digest}\n`)
  return exit.ok
}

/** What the policy grants: a person must not have to look for it. */
function summary(policy: Policy, workspace: string): string {
  const { exec, fileAccess, network, environment, agent, criteria, waivers, files, sandbox } = policy
  const allows = [...exec.rules, ...fileAccess.rules, ...network.rules].filter(({ answer }) => answer === 'allow')
  const defaults = `commands ${exec.default}, files ${fileAccess.default}, network ${network.default}, sandbox ${sandbox}`
  return [
    `policy ${policy.name} for ${workspace}`,
    ...files.map(({ file, digest }) => `  file ${file} sha256:${digest}`),
    `  default: ${defaults}`,
    ...allows.map(({ origin }) => `  ${origin.text}`),
    ...environment.set.map(({ name, value }) => `  set ${name} = ${value}`),
    ...(environment.assign.length > 0 ? [`  assign ${environment.assign.join(', ')}`] : []),
    ...(agent.model ? [`  model ${agent.model.name} at ${agent.model.url ?? 'no URL'}`] : []),
    ...criteria.map(({ origin }) => `  ${origin.text}`),
    ...waivers.map(({ effectDigest, by, until }) => `  waive ${effectDigest} by ${by} until ${until ?? 'for ever'}`),
    `digest sha256:${policy.digest}`,
    '',
  ]
    .map(escapeLine)
    .join('\n')
}
