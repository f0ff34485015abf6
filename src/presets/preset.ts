// Checks that a project's own files suggest: starting points for criteria, never evidence by themselves.

export interface Preset {
  /** `rust-default`, `node-default`, … */
  readonly name: string
  readonly projectKind: string
  readonly commands: readonly PresetCommand[]
}

export type PresetKind = 'format' | 'type_check' | 'test' | 'lint' | 'build'

export interface PresetCommand {
  /** `rust:test`; a workspace member's has its directory behind: `node:test@packages/a`. */
  readonly id: string
  readonly kind: PresetKind
  readonly required: boolean
  readonly command: string
  readonly description: string
  /** The file that suggests it. */
  readonly from: string
  /** Relative to the workspace; absent: the workspace. */
  readonly directory?: string
}

/** The project as far as presets look at it; every path is relative to the workspace. */
export interface Project {
  readonly isFile: (path: string) => boolean
  readonly isDirectory: (path: string) => boolean
  /** Undefined when there is no such file, or one that is not to be read; why not is noted. */
  readonly read: (path: string) => string | undefined
  /** What lies in a directory, by name; empty when there is none. */
  readonly list: (path: string) => readonly ProjectEntry[]
  /** For people: something that was met and does not count, with the reason. */
  readonly note: (path: string, reason: string) => void
  /** What `make` answers, made once for a key: a manifest is asked for many things. */
  readonly once: <Value>(key: string, make: () => Value) => Value
}

export interface ProjectEntry {
  readonly name: string
  readonly isDirectory: boolean
}

/** The same project as it looks from one of its directories; `''` is the workspace. */
export function below(project: Project, directory: string): Project {
  if (directory === '') return project
  const at = (path: string): string => (path === '' ? directory : `${directory}/${path}`)
  return {
    isFile: (path) => project.isFile(at(path)),
    isDirectory: (path) => project.isDirectory(at(path)),
    read: (path) => project.read(at(path)),
    list: (path) => project.list(at(path)),
    note: (path, reason) => project.note(at(path), reason),
    once: (key, make) => project.once(`${directory}\n${key}`, make),
  }
}
