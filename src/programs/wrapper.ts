// What is known of a program that runs another one: where its own options end and what then follows.
import type { ProgramDescription } from './description.ts'
import { flags, program } from './make.ts'

export interface WrapperDescription {
  /** Basenames. */
  readonly names: readonly string[]
  /** Made when it is asked for. */
  readonly program: ProgramDescription
  /** How many operands stand before the command: the duration of `timeout`, the host of `ssh`. */
  readonly before: number
  /** `words`: what follows is an argument vector; `text`: it is joined by blanks and read by a shell. */
  readonly form: 'words' | 'text'
  /** Options whose value is a text for a shell (`script -c`). */
  readonly textOptions: readonly string[]
  /** With one of these, nothing is run. */
  readonly idle: readonly string[]
  /** `NAME=value` words may stand before the command. */
  readonly assignments: boolean
  /** It does nothing but start the command. */
  readonly transparent: boolean
  /** It changes identity or place. */
  readonly boundary: boolean
  /** It adds arguments that come from elsewhere. */
  readonly openEnded: boolean
  /** Subcommands that run a command (`npm exec`); absent: the program itself does. */
  readonly subcommands?: readonly string[]
  /** Without a command it starts a shell that reads its input. */
  readonly shellOtherwise: boolean
}

const about = flags('--help --version')

/** A wrapper that takes its own options first and then runs what follows. */
export function wrapper(
  names: string,
  options: () => ProgramDescription['options'],
  parts: Partial<Omit<WrapperDescription, 'program'>> & {
    readonly description?: () => Partial<ProgramDescription>
  } = {},
): WrapperDescription {
  const { description, ...rest } = parts
  const before = rest.before ?? 0
  let made: ProgramDescription | undefined
  return {
    names: names.split(' '),
    get program() {
      made ??= program(names, {
        options: [...about, ...options()],
        permute: false,
        operands: [...Array.from({ length: before }, () => 'text' as const), 'command'],
        ...description?.(),
      })
      return made
    },
    before,
    form: 'words',
    textOptions: [],
    assignments: false,
    transparent: false,
    boundary: false,
    openEnded: false,
    shellOtherwise: false,
    ...rest,
    idle: ['--help', '--version', ...(rest.idle ?? [])],
  }
}
