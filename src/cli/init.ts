// `reeve init`: a first policy from what the project has. It runs nothing of the project, never writes over a file, and what it
// writes passes `reeve check --strict`. A person at the terminal sees it, says yes once, and thereby trusts it; without a terminal
// it writes only when told to, and trusts nothing.
import { flag, option, optional, string } from 'cmd-ts'

import { shippedPolicies } from '../../policies/embedded.ts'
import { escapeText } from '../base/escape.ts'
import { Fault } from '../base/fault.ts'
import { baseName, resolvePath } from '../base/path.ts'
import { plainLine } from '../base/plain.ts'
import { atomicReplace } from '../guard/atomic.ts'
import { isGuardedDescendant } from '../host/ancestry.ts'
import type { Host } from '../host/host.ts'
import { places } from '../host/places.ts'
import { mayExist } from '../host/read.ts'
import { policyFileName } from '../policy/find.ts'
import { policyFromText } from '../policy/load.ts'
import type { Policy } from '../policy/policy.ts'
import { openProject } from '../presets/project.ts'
import { propose } from '../proposal/propose.ts'
import { settle } from '../proposal/settle.ts'
import { findWorkspace } from '../session/workspace.ts'
import { define } from './define.ts'
import { exit } from './exit.ts'
import { proposalTold } from './init-view.ts'
import { readPolicy } from './policy-file.ts'
import { absolutePath } from './session-args.ts'
import { giveTrust } from './trust.ts'

export const subcommand = define({
  name: 'init',
  description:
    'writes a first policy from what the project has: manifests, scripts, CI files, lock files; it runs nothing',
  examples: [
    { description: 'look, ask, write `policy.reeve` and trust it', command: 'reeve init' },
    { description: 'only show it', command: 'reeve init --print' },
    { description: 'in a script: write it, trust nothing', command: 'reeve init --yes' },
    { description: 'beside an older one, to compare', command: 'reeve init --yes --output proposed.reeve' },
  ],
  args: {
    cwd: option({ long: 'cwd', type: optional(string), description: 'a directory of the workspace' }),
    output: option({
      long: 'output',
      type: optional(string),
      description: 'the file to write; absent: `policy.reeve` in the workspace. It must not exist',
    }),
    print: flag({ long: 'print', description: 'write nothing; print the policy on standard output' }),
    yes: flag({ long: 'yes', description: 'write without a question; what is written is not trusted' }),
  },
  run: async ({ cwd, output, print, yes }, host) => {
    if (print && (yes || output !== undefined))
      throw new Fault('usage', '`--print` writes no file', { help: 'leave out `--yes` and `--output`' })
    if (output !== undefined && !output.endsWith('.reeve'))
      throw new Fault('usage', `\`${output}\` is no name of a policy`, { help: 'a policy is called `NAME.reeve`' })
    const named = output === undefined ? undefined : absolutePath(host, output)
    const workspace = workspaceOf(host, named, absolutePath(host, cwd ?? '.'))
    const target = named ?? `${workspace}/${policyFileName}`
    if (!print) demandFree(host, target)
    const text = proposedText(host, workspace)
    if (print) {
      host.terminal.out(text)
      return exit.ok
    }
    if (!yes && !(await isAgreed(host, text, target, workspace))) return exit.denied
    await write(host, target, text)
    const policy = await written(host, target, text)
    const isFound = isFoundThere(target, workspace)
    if (!yes && isFound) await giveTrust(host, policy, workspace, target)
    else host.terminal.err(howToTrust(policy, target, isFound))
    return exit.ok
  },
})

/** A file that will be found there makes its directory a workspace of its own. */
function workspaceOf(host: Host, named: string | undefined, directory: string): string {
  if (named === undefined || baseName(named) !== policyFileName) return findWorkspace(host, directory).path
  const parent = resolvePath(named, '..')
  findWorkspace(host, parent)
  return host.files.realPath(parent)
}

function demandFree(host: Host, target: string): void {
  if (isGuardedDescendant(host))
    throw new Fault('person', 'a policy was to be written from inside a guarded command', {
      help: '`reeve init --print` writes no file',
    })
  if (!mayExist(host.files, target)) return
  throw new Fault('io', `there is a policy already: ${target}`, {
    help: 'it is never written over: compare it with `reeve init --print`, or move it away first',
  })
}

/** What was seen and why each part stands there is told on the way. */
function proposedText(host: Host, workspace: string): string {
  const { project, notes } = openProject(host.files, workspace)
  const { home } = places(host)
  const isInHome = (path: string) => mayExist(host.files, `${home}/${path}`)
  const found = propose({ project, root: workspace, shipped: new Set(Object.keys(shippedPolicies)), isInHome })
  const settled = settle(found.proposal)
  host.terminal.err(proposalTold({ workspace, found, settled, notes: notes() }))
  return settled.text
}

async function isAgreed(host: Host, text: string, target: string, workspace: string): Promise<boolean> {
  host.terminal.err(`\n${escapeText(text)}\n`)
  const trusts = isFoundThere(target, workspace) ? ' and trust it here' : ''
  const answer = await host.terminal.question(`Write ${plainLine(target)}${trusts}? Type yes: `)
  if (answer === undefined)
    throw new Fault('person', 'there is no terminal to ask on, so nothing was written', {
      help: '`reeve init --yes` writes without asking and trusts nothing; `reeve init --print` only prints',
    })
  const isYes = answer.trim().toLowerCase() === 'yes'
  if (!isYes) host.terminal.err('nothing was written\n')
  return isYes
}

function isFoundThere(target: string, workspace: string): boolean {
  return baseName(target) === policyFileName && resolvePath(target, '..') === workspace
}

async function write(host: Host, target: string, text: string): Promise<void> {
  const parent = resolvePath(target, '..')
  const directory = mayExist(host.files, parent) ? host.files.realPath(parent) : parent
  const real = resolvePath(directory, baseName(target))
  const bytes = new TextEncoder().encode(text)
  const file = { real, shown: `\`${target}\``, bytes, mode: 0o644, inode: undefined }
  const failure = await atomicReplace(host, file, async () => {})
  if (failure === undefined) return
  throw new Fault('io', `\`${target}\` could not be written: ${failure}`, {
    help: 'check the permissions of its directory; `reeve init --print` needs none',
  })
}

/** Exactly what was shown, as it lies there now. */
async function written(host: Host, target: string, text: string): Promise<Policy> {
  const [{ loaded, diagnostics }, shown] = [await readPolicy(host, target), policyFromText(text, policyFileName)]
  const isSame = loaded.kind === 'policy' && shown.kind === 'policy' && loaded.policy.digest === shown.policy.digest
  if (!isSame || diagnostics.length > 0)
    throw new Fault('policy', `${target} is not what was written a moment ago`, { help: 'look who else writes there' })
  host.terminal.out(`wrote ${target}: sha256:${loaded.policy.digest}\n`)
  return loaded.policy
}

function howToTrust({ digest }: Policy, target: string, isFound: boolean): string {
  const named = `\`--policy ${plainLine(target)} --policy-digest sha256:${digest}\``
  return isFound
    ? `not trusted yet: it can only tighten until a person runs \`reeve trust\` on a terminal; elsewhere ${named}\n`
    : `it counts where it is named: ${named}\n`
}
