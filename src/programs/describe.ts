// Finds what is known of a program by its basename. A name that is not here is a program of which nothing is known.
import { archives } from './archives.ts'
import { code, shell } from './code.ts'
import type { ProgramDescription } from './description.ts'
import { files } from './files.ts'
import { git } from './git.ts'
import { network } from './network.ts'
import { node } from './node.ts'
import { search, text } from './text.ts'
import { viewers } from './viewers.ts'
import { describeWrapper } from './wrappers.ts'

/** The description of a program, by basename; `undefined` when none is shipped. */
export function describeProgram(name: string): ProgramDescription | undefined {
  for (const find of finders) {
    const found = find(name)
    if (found) return found
  }
  return undefined
}

/** A table is made when a name is first looked for in it: most starts of Reeve judge one command, and that is git. */
const finders = [
  finder(() => git),
  finder(shell),
  finder(network),
  finder(code),
  finder(() => node),
  finder(viewers),
  finder(search),
  finder(text),
  finder(archives),
  finder(files),
  (name: string) => describeWrapper(name)?.program,
]

function finder(make: () => readonly ProgramDescription[]): (name: string) => ProgramDescription | undefined {
  let table: ReadonlyMap<string, ProgramDescription> | undefined
  return (name) => {
    table ??= new Map(make().flatMap((description) => description.names.map((each) => [each, description] as const)))
    return table.get(name)
  }
}
