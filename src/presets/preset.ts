// Checks that a project's own files suggest: starting points for criteria, never evidence by themselves.

export interface Preset {
  /** `rust-default`, `node-default`, … */
  readonly name: string
  readonly projectKind: string
  readonly commands: readonly PresetCommand[]
}

export interface PresetCommand {
  /** `rust:test`; a workspace member's has its directory behind: `node:test@packages/a`. */
  readonly id: string
  readonly kind: 'format' | 'type_check' | 'test' | 'lint' | 'build'
  readonly required: boolean
  readonly command: string
  readonly description: string
  /** Relative to the workspace; absent: the workspace. */
  readonly directory?: string
}

/** The project as far as presets look at it; every path is relative to the workspace. */
export interface Project {
  readonly isFile: (path: string) => boolean
  readonly isDirectory: (path: string) => boolean
  /** Undefined when there is no such file or it is too large. */
  readonly read: (path: string) => string | undefined
  /** Names in a directory; empty when there is none. */
  readonly list: (path: string) => readonly string[]
}
