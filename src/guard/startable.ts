// Whether a file can be started at all, said the same way by every runtime and under every sandbox: some of them would hand a text
// without a `#!` line to a shell, which is not what was judged. And whether a sandbox could be made.
import { readHead } from '../host/read.ts'
import type { Session } from '../session/session.ts'
import type { Ran } from './execute.ts'
import type { Outcome } from './outcome.ts'

/** The system's word for why it cannot be; undefined when it may be. */
export function unstartable({ host, world }: Session, path: string): 'EACCES' | 'ENOEXEC' | undefined {
  if (host.runtime.platform === 'win32' || host.runtime.name === 'sim') return undefined
  try {
    const real = world.realPath(path)
    const { kind, mode } = host.files.stat(real)
    if (kind !== 'file' || (mode & 0o111) === 0) return 'EACCES'
    const head = readHead(host.files, real, 256)
    // What is no text is for the kernel to know.
    return head === undefined || isScript(head) || head.includes(0) ? undefined : 'ENOEXEC'
  } catch {
    return undefined
  }
}

function isScript(head: Uint8Array): boolean {
  return head[0] === 0x23 && head[1] === 0x21
}

/** bubblewrap ends with 1 and a line of its own, both when it cannot make the sandbox and when it cannot start the command in it. A
 *  command that says the same is taken for it: then it counts as not started, which proves nothing. */
export function unmadeReason(
  { exit }: Ran,
  { stdout, stderr }: Pick<Outcome, 'stdout' | 'stderr'>,
): Ran['exit'] | undefined {
  if (exit.kind !== 'exited' || exit.code !== 1 || stdout.bytes > 0) return undefined
  const said = new TextDecoder().decode(stderr.head.subarray(0, 1000)).split('\n', 1)[0] ?? ''
  const [, what] = /^(?:bwrap|reeve-confine): (.+)$/.exec(said) ?? []
  if (what === undefined) return undefined
  const [, word] = /^execvp .*: ([^:]+)$/.exec(what) ?? []
  if (word === undefined)
    return { kind: 'failed', errno: 'ESANDBOX', message: `the sandbox could not be made: ${what}` }
  const errno = words[word] ?? 'EUNKNOWN'
  return { kind: 'failed', errno, message: word }
}

const words: Readonly<Record<string, string>> = {
  'Permission denied': 'EACCES',
  'No such file or directory': 'ENOENT',
  'Exec format error': 'ENOEXEC',
  'Argument list too long': 'E2BIG',
}
