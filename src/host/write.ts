// A whole file written for the user, as they asked for it by name.
import { Fault } from '../base/fault.ts'
import type { Host } from './host.ts'

/** Replaces what was there; through a link it writes where the link leads. Fault `io` when it cannot be written. */
export function writeTextFile(host: Host, path: string, text: string): void {
  const { files } = host
  const { O_WRONLY, O_CREAT, O_TRUNC } = files.constants
  try {
    const fd = files.open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    try {
      let bytes = new TextEncoder().encode(text)
      while (bytes.length > 0) bytes = bytes.subarray(files.write(fd, bytes, null))
    } finally {
      files.close(fd)
    }
  } catch (cause) {
    const { code } = cause as { readonly code?: unknown }
    throw new Fault('io', `cannot write ${path}${typeof code === 'string' ? `: ${code}` : ''}`, {
      help: 'name a file in a directory that you may write',
      cause,
    })
  }
}
