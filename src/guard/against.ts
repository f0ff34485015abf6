// What a command changed although it must not be written: a sandbox keeps what is there, but a protected file that is not there yet
// can be made, and without a sandbox nothing keeps a command from anything. The scan after the command finds it, and it is told.
import { resolvePath } from '../base/path.ts'
import { decideFile } from '../rules/decide.ts'
import type { Session } from '../session/session.ts'

const judgedLimit = 2000

/** Of paths relative to the workspace, those that are protected or that a rule keeps from being written. */
export function changedAgainst(session: Session, changed: readonly string[]): readonly string[] {
  const { authority, world, workspace } = session
  return changed.slice(0, judgedLimit).filter((path) => {
    const { answer, effects } = decideFile(authority, 'write', resolvePath(workspace.path, path), world)
    return answer === 'deny' && effects.some((effect) => effect.answer === 'deny' && effect.from !== 'default')
  })
}
