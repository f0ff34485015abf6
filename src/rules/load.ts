// Which policies have a say over a workspace: the named or found one, an operator's base, and the careful default where nothing is
// trusted. Compiled policies are kept sealed, so that a warm start reads and hashes the texts but parses nothing.
import { type Digest, parseDigest, sha256 } from '../base/digest.ts'
import { Fault } from '../base/fault.ts'
import { relativePath, resolvePath } from '../base/path.ts'
import { version } from '../base/version.ts'
import type { Host } from '../host/host.ts'
import { places } from '../host/places.ts'
import { mayExist, readSmallFile } from '../host/read.ts'
import { readSealed, writeSealed } from '../host/sealed.ts'
import { carefulPolicy } from '../policy/careful.ts'
import { findPolicy } from '../policy/find.ts'
import type { Policy } from '../policy/policy.ts'
import { isTrusted } from '../policy/trust.ts'
import type { Authority, Trust } from './authority.ts'
import { compileProgram } from './compile.ts'
import type { Program } from './program.ts'

interface AuthorityRequest {
  /** Real path of the workspace. */
  readonly workspace: string
  /** Where discovery begins, and what a relative name is read from. */
  readonly directory: string
  /** Named with `--policy`. */
  readonly policyFile?: string
  /** `--policy-digest`: the resolved policy must have exactly this digest. */
  readonly policyDigest?: string
  /** `--base`; absent: `base.reeve` in the configuration directory, where there is one. */
  readonly base?: string
}

export interface Authorized {
  readonly authority: Authority
  readonly trust: Trust
  /** Absent: no policy was named or found. */
  readonly policyFile?: string
}

/** Throws the fault `policy`, with every diagnostic rendered, when a policy is broken, missing or not the expected one. */
export async function loadAuthority(host: Host, request: AuthorityRequest): Promise<Authorized> {
  const base = await loadBase(host, request)
  const named = request.policyFile === undefined ? undefined : resolvePath(request.directory, request.policyFile)
  const policyFile = named ?? findPolicy(host, request.directory)
  if (policyFile === undefined) {
    if (request.policyDigest !== undefined)
      throw new Fault('policy', 'a policy digest was given, but no policy was found')
    return { authority: careful([base]), trust: 'none' }
  }
  const program = await loadProgram(host, policyFile)
  checkDigest(program.policy, request.policyDigest)
  const isNamed = named !== undefined || request.policyDigest !== undefined
  const trust: Trust = isNamed
    ? 'named'
    : isTrusted(host, program.policy.digest, request.workspace)
      ? 'trusted'
      : 'untrusted'
  const authority = trust === 'untrusted' ? careful([base], program) : trusted(program, base)
  warn(host, request, named)
  return { authority, trust, policyFile }
}

function trusted(program: Program, base: Program | undefined): Authority {
  return { policy: tightened(program.policy, base?.policy), layers: [program, ...(base ? [base] : [])], ignored: [] }
}

/** The careful default, which an untrusted policy can only tighten. */
function careful([base]: readonly [Program | undefined], untrusted?: Program): Authority {
  const policy = carefulPolicy()
  const layers = [
    compileProgram(policy, 'full'),
    ...(base ? [base] : []),
    ...(untrusted ? [{ ...untrusted, mode: 'tighten' as const }] : []),
  ]
  return { policy: tightened(policy, base?.policy), layers, ignored: untrusted ? ignoredOf(untrusted.policy) : [] }
}

/** Single values take the stricter one of the two. */
function tightened(policy: Policy, base: Policy | undefined): Policy {
  if (!base) return policy
  const order = ['off', 'prefer', 'require'] as const
  const sandbox = order[Math.max(order.indexOf(policy.sandbox), order.indexOf(base.sandbox))] ?? 'require'
  return { ...policy, sandbox, limits: smaller(policy.limits, base.limits) }
}

function smaller(left: Policy['limits'], right: Policy['limits']): Policy['limits'] {
  const entries = Object.entries({ ...right, ...left }).map(([name, value]: [string, number | undefined]) => {
    const others = [left, right].map((limits) => limits[name as keyof Policy['limits']])
    return [name, Math.min(...[value, ...others].filter((other) => other !== undefined))]
  })
  return Object.fromEntries(entries) as Policy['limits']
}

function ignoredOf(policy: Policy): readonly string[] {
  const isAllow = ({ answer }: { readonly answer: string }) => answer === 'allow'
  const parts: readonly (readonly [string, boolean])[] = [
    ['allow rules', [...policy.exec.rules, ...policy.fileAccess.rules, ...policy.network.rules].some(isAllow)],
    ['environment', policy.environment.assign.length + policy.environment.set.length > 0],
    ['agent', policy.agent.model !== undefined],
    ['datasets', policy.datasets.length > 0],
    ['plugins', policy.plugins.length > 0],
    ['criteria (shown as drafts)', policy.criteria.length > 0],
    ['waivers', policy.waivers.length > 0],
  ]
  return [...parts.filter(([, isPresent]) => isPresent).map(([name]) => name), 'defaults', 'limits', 'gate', 'exit']
}

function checkDigest(policy: Policy, expected: string | undefined): void {
  if (expected === undefined) return
  const digest = parseDigest(expected)
  if (digest === undefined)
    throw new Fault('usage', `\`${expected}\` is no digest`, { help: 'write 64 hex digits, with or without `sha256:`' })
  if (digest !== policy.digest) {
    throw new Fault('policy', `the policy has the digest sha256:${policy.digest}, not the expected sha256:${digest}`, {
      help: 'look at what changed; then give the new digest',
    })
  }
}

/** On a terminal a person sees which policy counts; a script may run on a checkout that somebody else filled. */
function warn(host: Host, request: AuthorityRequest, named: string | undefined): void {
  if (named === undefined || request.policyDigest !== undefined) return
  if (relativePath(named, request.workspace) === undefined || host.terminal.isErrTerminal) return
  host.terminal.err(
    'reeve: warning: the named policy lies inside the workspace, so whoever changes the workspace changes the policy\nhelp: add --policy-digest, or name a policy outside\n',
  )
}

async function loadBase(host: Host, request: AuthorityRequest): Promise<Program | undefined> {
  if (request.base !== undefined)
    return { ...(await loadProgram(host, resolvePath(request.directory, request.base))), mode: 'base' }
  const standard = `${places(host).configuration}/base.reeve`
  if (!mayExist(host.files, standard)) return undefined
  return { ...(await loadProgram(host, standard)), mode: 'base' }
}

const sourceLimitBytes = 1_048_576

async function loadProgram(host: Host, path: string): Promise<Program> {
  const name = `policy ${builtBy(host)} ${path}`
  const kept = readSealed(host, name)
  const program = kept === undefined ? undefined : (JSON.parse(kept) as Program)
  if (program?.policy.files.every((file) => file.path === undefined || isSame(host, file.path, file.digest)))
    return program
  const loaded = await parseProgram(host, path)
  writeSealed(host, name, JSON.stringify(loaded))
  return loaded
}

/** Raised when a compiled program takes another shape. */
const format = 1

/** What compiled the policy: another build may read the same text in another way. */
function builtBy(host: Host): string {
  const { name, executable } = host.runtime
  try {
    const { mtimeNs, size } = host.files.stat(name === 'binary' ? executable : import.meta.filename)
    return `${version} ${format} ${mtimeNs} ${size}`
  } catch {
    return `${version} ${format}`
  }
}

function isSame(host: Host, path: string, digest: Digest): boolean {
  const bytes = readSmallFile(host.files, path, sourceLimitBytes)
  return bytes !== undefined && sha256(bytes) === digest
}

/** The only way that loads the grammar. */
async function parseProgram(host: Host, path: string): Promise<Program> {
  const [{ loadPolicy }, { renderDiagnostics }] = await Promise.all([
    import('../policy/load.ts'),
    import('../base/render.ts'),
  ])
  const loaded = loadPolicy(host, path)
  const { checkExamples } = await import('./examples.ts')
  const failed = loaded.kind === 'policy' ? checkExamples(loaded.policy) : loaded.diagnostics
  if (loaded.kind === 'policy' && failed.length === 0) return compileProgram(loaded.policy, 'full')
  const color = host.terminal.isErrTerminal && host.environment.NO_COLOR === undefined
  const errors = failed.filter(({ severity }) => severity === 'error')
  throw new Fault(
    'policy',
    `the policy \`${path}\` has errors\n${renderDiagnostics(errors, loaded.sources, { color })}`,
  )
}
