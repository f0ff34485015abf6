// A confinement as a profile of macOS's `sandbox-exec`: everything is denied, then places are granted, and later rules win over earlier
// ones, so that what is closed comes last. It keeps commands from files and the network; processes are not in a space of their own.
import type { Confinement, Mount } from './confinement.ts'

/** What every program needs to start at all. */
const preamble = `(version 1)
(deny default)
(allow process-fork process-exec)
(allow signal (target same-sandbox))
(allow sysctl-read mach-lookup ipc-posix-shm ipc-posix-sem)
(allow file-read-metadata)
(allow file-read* (subpath "/System") (subpath "/Library") (subpath "/usr") (subpath "/bin") (subpath "/sbin")
  (subpath "/private/etc") (subpath "/private/var/db") (subpath "/dev"))
(allow file-write-data file-ioctl (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty"))`

/** `scratch` stands for all of its scratch places. */
export function seatbeltProfile({ mounts, network }: Confinement, scratch: string): string {
  const lines = [...mounts, { path: scratch, as: 'write' } as const].flatMap((mount) => ruleOf(mount, mounts))
  const open = network === 'none' ? [] : ['(allow network*)']
  return `${[preamble, ...open, ...lines].join('\n')}\n`
}

function ruleOf({ path, as, source = path }: Mount, all: readonly Mount[]): readonly string[] {
  const place = `(subpath ${quoted(source)})`
  const isBelowWritable = all.some((other) => other.as === 'write' && path.startsWith(`${other.path}/`))
  switch (as) {
    case 'read':
      return [`(allow file-read* ${place})`, ...(isBelowWritable ? [`(deny file-write* ${place})`] : [])]
    case 'write':
      return [`(allow file-read* file-write* ${place})`]
    case 'hidden-file':
    case 'hidden-directory':
      return [`(deny file-read* file-write* ${place})`]
    case 'scratch':
    case 'directory':
    case 'link':
      return []
  }
}

/** A string of the profile language: only these two characters mean something in it. */
function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`
}
