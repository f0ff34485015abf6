// A project on a disk that nobody vouches for. Nothing is run; only small regular files are read, only so many directories listed,
// and nothing that a link leads out of the workspace to. What is passed over is noted, so that a person hears of it.
import { isWithin } from '../base/path.ts'
import type { FileKind, Files } from '../host/host.ts'
import { readSmallText } from '../host/read.ts'
import type { Project, ProjectEntry } from './preset.ts'

export interface Note {
  readonly path: string
  readonly reason: string
}

export interface OpenProject {
  readonly project: Project
  /** What was passed over so far, each once. */
  readonly notes: () => readonly Note[]
}

const textBytes = 1_048_576
const listLimit = 3000
const nameLimit = 2000
const noteLimit = 100

/** `root` is the real path of the workspace. */
export function openProject(files: Files, root: string): OpenProject {
  const noted = new Map<string, Note>()
  const note = (path: string, reason: string): void => {
    if (noted.size < noteLimit) noted.set(`${path}\n${reason}`, { path, reason })
  }
  const made = new Map<string, unknown>()
  const listed = new Map<string, readonly ProjectEntry[]>()
  const place = (path: string) => inside(files, root, path)
  const isKind = (path: string, kind: FileKind): boolean => {
    const found = place(path)
    if (found === 'outside') note(path, 'a link leads it out of the workspace')
    return typeof found === 'object' && found.kind === kind
  }
  const list = (path: string): readonly ProjectEntry[] => {
    const known = listed.get(path)
    if (known) return known
    const found = listed.size < listLimit && isKind(path, 'directory') ? entries(files, `${root}/${path}`) : []
    if (found === undefined) note(path, 'it may not be listed')
    const names = found ?? []
    if (listed.size === listLimit) note('', `only ${listLimit} directories were looked at`)
    if (names.length > nameLimit) note(path, `only ${nameLimit} of its names were looked at`)
    const kept = names.slice(0, nameLimit)
    listed.set(path, kept)
    return kept
  }
  const read = (path: string): string | undefined => {
    const found = place(path)
    if (found === undefined) return undefined
    if (found === 'outside') return void note(path, 'a link leads it out of the workspace')
    if (found.kind !== 'file') return void note(path, found.kind === 'directory' ? 'a directory' : 'no regular file')
    const text = readSmallText(files, found.real, textBytes)
    if (text === undefined) note(path, 'larger than 1 MiB, or it may not be read')
    return text
  }
  return {
    project: {
      isFile: (path) => isKind(path, 'file'),
      isDirectory: (path) => isKind(path, 'directory'),
      read,
      list,
      note,
      once: <Value>(key: string, make: () => Value): Value => {
        if (!made.has(key)) made.set(key, make())
        return made.get(key) as Value
      },
    },
    notes: () => [...noted.values()],
  }
}

type Found = { readonly kind: FileKind; readonly real: string } | 'outside' | undefined

/** Undefined where there is nothing. */
function inside(files: Files, root: string, path: string): Found {
  try {
    const real = files.realPath(`${root}/${path}`)
    return isWithin(real, root) ? { kind: files.stat(real).kind, real } : 'outside'
  } catch {
    return undefined
  }
}

/** Links to directories are not followed further: a link to its own parent would never end. */
function entries(files: Files, path: string): readonly ProjectEntry[] | undefined {
  try {
    return files
      .list(path)
      .map(({ name, kind }) => ({ name, isDirectory: kind === 'directory' }))
      .sort((one, other) => (one.name < other.name ? -1 : 1))
  } catch {
    return undefined
  }
}
