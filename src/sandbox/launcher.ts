// `reeve __confine PLAN PROGRAM NAME ARG…`: gives up rights by Landlock and becomes the program. The guard starts it before a command; it
// is no verb for people: it can only take rights away from whoever calls it.
import type { Host } from '../host/host.ts'
import type { Libc } from '../host/libc.ts'
import { applyLandlock, type Grants } from './landlock.ts'
import { confineVerb, unmadePrefix } from './verb.ts'

const closeRange = 436n
/** Descriptors from 3 on close when the program is started. */
const closeOnExec = 4n

/** Answers an exit code only when the program could not be started. */
export function confineAndBecome(args: readonly string[], host: Host): number {
  const [plan, program, name, ...rest] = args
  const grants = grantsFrom(plan)
  if (!grants || !program?.startsWith('/') || name === undefined) {
    host.terminal.err(`reeve: \`${confineVerb}\` is called by the guard alone\nhelp: \`reeve exec -- CMD\`\n`)
    return 2
  }
  try {
    const libc = host.libc?.()
    if (!libc) throw new Error('this runtime calls no C library')
    applyLandlock(libc, grants)
    become(libc, { program, argv: [name, ...rest], environment: host.environment })
    throw new Error(`execve ${program}: it could not be started`)
  } catch (error) {
    host.terminal.err(`${unmadePrefix}${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}

function grantsFrom(text: string | undefined): Grants | undefined {
  try {
    const { read, write, network } = JSON.parse(text ?? '') as Record<string, unknown>
    if (!isPaths(read) || !isPaths(write) || (network !== 'none' && network !== 'host')) return undefined
    return { read, write, network }
  } catch {
    return undefined
  }
}

function isPaths(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((path) => typeof path === 'string' && path.startsWith('/'))
}

interface Image {
  readonly program: string
  readonly argv: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

/** Returns only when it failed. Runtimes ignore SIGPIPE and SIGXFSZ, which would be inherited. */
function become(libc: Libc, { program, argv, environment }: Image): void {
  for (const ignored of [13n, 25n]) libc.signal(ignored, 0n)
  libc.syscall(closeRange, 3n, 0xffffffffn, closeOnExec)
  const held = { program: encoded(program), argv: argv.map(encoded), environment: pairs(environment).map(encoded) }
  const [argvList, environmentList] = [addresses(libc, held.argv), addresses(libc, held.environment)]
  libc.execve(libc.addressOf(held.program), libc.addressOf(argvList), libc.addressOf(environmentList))
}

function pairs(environment: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(environment).map(([name, value]) => `${name}=${value}`)
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(`${text}\0`)
}

/** Ends with a null, as C wants it. */
function addresses(libc: Libc, texts: readonly Uint8Array[]): BigUint64Array {
  return new BigUint64Array([...texts.map(libc.addressOf), 0n])
}
