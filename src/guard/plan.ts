// How a judged request runs. What was judged is what runs: one simple static command as its argument vector without a shell, any
// other text under a shell that reads no start-up file.
import type { Reading } from '../command/command.ts'
import { readCommand } from '../command/read.ts'
import { type ResolvedProgram, resolveProgram } from '../session/freshness.ts'
import type { Session } from '../session/session.ts'
import type { GuardRequest } from './guard.ts'

export type Plan =
  | {
      readonly kind: 'runnable'
      readonly program: ResolvedProgram
      /** What the program sees as its name. */
      readonly name: string
      readonly args: readonly string[]
      /** Absent when a shell runs the text. */
      readonly argv?: readonly string[]
    }
  | { readonly kind: 'missing'; readonly name: string }

export function planOf(session: Session, { command }: GuardRequest, reading: Reading): Plan {
  const argv = command.kind === 'argv' ? command.argv : reading.kind === 'readable' ? reading.argv : undefined
  const [name, ...args] = argv ?? []
  if (argv !== undefined && name !== undefined) {
    const program = resolveProgram(session, name, command.directory)
    if (program) return { kind: 'runnable', program, name, args, argv }
    if (command.kind === 'argv') return { kind: 'missing', name }
  }
  // A shell's own word (`cd`, `type`), or a program that is missing: the shell says so itself.
  return command.kind === 'shell'
    ? shellPlan(session, command.text, command.directory)
    : { kind: 'missing', name: name ?? '' }
}

/** A text is read as bash reads it. Where only `sh` is there, it runs only if it means the same to `sh`. */
function shellPlan(session: Session, text: string, directory: string): Plan {
  const bash = resolveProgram(session, 'bash', '/')
  if (bash) return { kind: 'runnable', program: bash, name: 'bash', args: ['--noprofile', '--norc', '-c', text] }
  const argv = ['sh', '-c', text]
  const asSh = readCommand({ kind: 'argv', argv, directory }, { home: session.world.home })
  const sh = asSh.kind === 'readable' ? resolveProgram(session, 'sh', '/') : undefined
  return sh ? { kind: 'runnable', program: sh, name: 'sh', args: ['-c', text] } : { kind: 'missing', name: 'bash' }
}
