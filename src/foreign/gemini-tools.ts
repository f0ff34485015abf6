// Names of Gemini CLI's tools, and the entries of its lists: `run_shell_command(git status)`, `write_file`.
import { type Collection, leaveOut, type Said } from './collect.ts'
import { commandsOf, everyCommand, type TextPattern } from './commands.ts'
import type { Area, ForeignRule, Reach } from './foreign.ts'
import { everyPath } from './paths.ts'

/** A rule with the priority that the host gives it. */
export interface Ranked {
  readonly rule: ForeignRule
  readonly priority: number
}

export const shellTools: readonly string[] = ['run_shell_command', 'ShellTool']

const areas: Readonly<Record<string, Area>> = {
  run_shell_command: 'exec',
  ShellTool: 'exec',
  write_file: 'write',
  WriteFileTool: 'write',
  replace: 'write',
  EditTool: 'write',
  read_file: 'read',
  ReadFileTool: 'read',
  read_many_files: 'read',
  ReadManyFilesTool: 'read',
  web_fetch: 'network',
  WebFetchTool: 'network',
}

export function areaOf(tool: string): Area | undefined {
  return Object.hasOwn(areas, tool) ? areas[tool] : undefined
}

/** The rule for all that a tool does. */
export function everyReach(area: Area): Reach {
  if (area === 'exec') return everyCommand
  return area === 'network' ? { narrow: ['*'], wide: ['*'] } : everyPath
}

export function toolRules(collection: Collection, said: Said, add: (rule: ForeignRule) => void): void {
  const match = /^([\w-]+)(?:\(([\s\S]*)\))?$/.exec(said.source)
  const area = areaOf(match?.[1] ?? '')
  if (!match || area === undefined) {
    if (said.answer !== 'allow' && !match)
      add({ ...said, area: 'exec', narrow: [], wide: undefined, inexact: 'it is no tool that is known' })
    else leaveOut(collection, said, 'there is no such tool here')
    return
  }
  const prefix = match[2]
  if (area === 'exec' && prefix !== undefined && prefix.trim() !== '') add({ ...said, area, ...prefixReach(prefix) })
  else add({ ...said, area, ...everyReach(area) })
}

/** A command that begins with this text, and then a blank, a quote or the end. */
export function prefixReach(prefix: string): Reach {
  const pattern: TextPattern = { tokens: [{ text: prefix }], tail: 'boundary' }
  const reach = commandsOf(pattern)
  if (prefix === prefix.trim()) return reach
  return { ...reach, narrow: [], inexact: 'it begins or ends with a blank' }
}
