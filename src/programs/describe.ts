// Finds what is known of a program by its basename. A name that is not here is a program of which nothing is known.
import { code, shell } from './code.ts'
import type { ProgramDescription } from './description.ts'
import { files } from './files.ts'
import { git } from './git.ts'
import { network } from './network.ts'
import { node } from './node.ts'
import { search, text } from './text.ts'
import { wrappers } from './wrappers.ts'

/** The description of a program, by basename; `undefined` when none is shipped. */
export function describeProgram(name: string): ProgramDescription | undefined {
  return table.get(name)
}

const table: ReadonlyMap<string, ProgramDescription> = new Map(
  [wrappers.map((wrapper) => wrapper.program), git, files, text, search, node, code, network, shell]
    .flat()
    .flatMap((description) => description.names.map((name) => [name, description] as const)),
)
