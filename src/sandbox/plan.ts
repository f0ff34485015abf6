// The policy and the world as one confinement of one command. It never opens what a rule closes, and says what it cannot close.
import { isWithin } from '../base/path.ts'
import { closings } from './closed.ts'
import type { Confinement, Mount } from './confinement.ts'
import { type Inputs, openings } from './opened.ts'

export function confinementOf(inputs: Inputs): Confinement {
  const opened = openings(inputs)
  const closed = closings(inputs, opened)
  const byPath = new Map([...opened.mounts, ...closed.mounts].map((mount) => [mount.path, mount]))
  return {
    mounts: inOrder([...byPath.values()]),
    directory: inputs.directory,
    network: inputs.network,
    ...(inputs.scratchBytes === undefined ? {} : { scratchBytes: inputs.scratchBytes }),
    gaps: [...opened.gaps, ...closed.gaps],
  }
}

/** A directory before what lies in it; nothing below a hidden one. */
function inOrder(mounts: readonly Mount[]): readonly Mount[] {
  const hidden = mounts.filter(({ as }) => as === 'hidden-directory').map(({ path }) => path)
  return mounts
    .filter(({ path }) => !hidden.some((place) => place !== path && isWithin(path, place)))
    .sort((left, right) => (left.path < right.path ? -1 : left.path > right.path ? 1 : 0))
}
