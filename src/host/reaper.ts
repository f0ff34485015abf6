// What a command leaves behind becomes ours instead of the first process's, so that it is found also when it cleared its mark and
// left its group. Linux only, and only where the runtime calls into the C library.
import type { Libc } from './libc.ts'

const setChildSubreaper = 36n

/** False where it cannot be had. */
export function adoptOrphans(libc: Libc | undefined): boolean {
  return libc?.prctl(setChildSubreaper, 1n, 0n, 0n, 0n) === 0n
}
