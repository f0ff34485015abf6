// Every subcommand with its one-line summary; each is loaded only when it is called, since hooks start one process a call.
import type { Subcommand } from './define.ts'

export interface SubcommandEntry {
  readonly name: string
  readonly group: 'policy' | 'work' | 'person' | 'audit'
  readonly summary: string
  readonly load: () => Promise<Subcommand>
}

export const subcommands: readonly SubcommandEntry[] = []
