// The projects of a workspace: its own directory, and those below that have checks of their own.
import { findPresets } from '../presets/find.ts'
import { isPlainPath } from '../presets/names.ts'
import { nodeMembers } from '../presets/node.ts'
import { below, type PresetCommand, type Project } from '../presets/preset.ts'
import { isReadable } from '../presets/texts.ts'
import { type Ecosystem, ecosystems, strangers } from './ecosystem.ts'

export interface Place {
  /** From the workspace; empty: the workspace itself. */
  readonly directory: string
  /** The project as it looks from there. */
  readonly project: Project
  readonly kinds: readonly Ecosystem[]
  /** Directories and files are written from the workspace. */
  readonly commands: readonly PresetCommand[]
}

const placeLimit = 12
const depthLimit = 3

/** The workspace first, then nested projects in the order of their paths, each only with what no project above it sees to. */
export function findPlaces(project: Project, isIgnored: (name: string) => boolean): readonly Place[] {
  const places = [placeAt(project, '', () => true)]
  const members = new Set(nodeMembers(project))
  for (const directory of directoriesBelow(project, isIgnored)) {
    const above = places.filter((each) => each.directory === '' || directory.startsWith(`${each.directory}/`))
    const isNew = ({ kind }: Ecosystem): boolean => {
      if (kind === 'tasks') return false
      if (kind === 'node' && members.has(directory)) return false
      const isOwn = kind === 'node' || kind === 'go'
      return isOwn || !above.some(({ kinds }) => kinds.some((each) => each.kind === kind))
    }
    const found = placeAt(project, directory, isNew)
    if (found.kinds.length === 0) continue
    if (places.length === placeLimit) {
      project.note(directory, `a project, and more than ${placeLimit} are not looked at`)
      break
    }
    places.push(found)
  }
  return places
}

/** Those of the names that lie in the directory; a pattern stands for itself when any name fits. */
export function marksAt(project: Project, marks: readonly string[], directory: string): readonly string[] {
  const names = project.list(directory).flatMap(({ name, isDirectory }) => (isDirectory ? [] : [name]))
  const isFile = (name: string) => project.isFile(directory === '' ? name : `${directory}/${name}`)
  return marks.filter((mark) =>
    mark.startsWith('*')
      ? names.some((name) => name.endsWith(mark.slice(1)) && isFile(name))
      : names.includes(mark) && isFile(mark),
  )
}

function placeAt(project: Project, directory: string, isWanted: (kind: Ecosystem) => boolean): Place {
  const here = below(project, directory)
  const kinds = ecosystems.filter((each) => isWanted(each) && isHere(here, each))
  const names = new Set(kinds.map(({ kind }) => kind))
  const at = (path: string): string => (directory === '' ? path : `${directory}/${path}`)
  const commands = findPresets(here).flatMap((preset) =>
    names.has(preset.projectKind)
      ? preset.commands.map((command) => {
          const place = command.directory === undefined ? directory : at(command.directory)
          return { ...command, from: at(command.from), ...(place === '' ? {} : { directory: place }) }
        })
      : [],
  )
  return { directory, project: here, kinds, commands }
}

/** Some mark of it is there and can be read. */
function isHere(here: Project, { marks }: Ecosystem): boolean {
  return marksAt(here, marks, '').some((mark) => mark.startsWith('*') || isReadable(here, mark))
}

/** Samples and tests hold projects that are no projects. */
export const samples =
  /(?:^|\/)(?:examples?|samples?|fixtures?|testdata|tests?|__tests__|__mocks__|spec|templates?|benchmarks?|docs?)$/i

function directoriesBelow(project: Project, isIgnored: (name: string) => boolean): readonly string[] {
  const found: string[] = []
  let level = ['']
  for (let depth = 0; depth < depthLimit; depth++) {
    level = level.flatMap((parent) =>
      project.list(parent).flatMap(({ name, isDirectory }) => {
        const path = parent === '' ? name : `${parent}/${name}`
        const isLeft =
          !isDirectory || name.startsWith('.') || strangers.has(name) || samples.test(name) || isIgnored(name)
        return isLeft || !isPlainPath(path) ? [] : [path]
      }),
    )
    found.push(...level)
  }
  return found.sort()
}
