// Targets of make, just and task, and the tasks of Deno and Composer: what they are called, never what they hold.
import { asObject } from '../base/json.ts'
import { check } from './command.ts'
import { isPlainName } from './names.ts'
import { managerOf } from './node.ts'
import type { PresetCommand, Project } from './preset.ts'
import { type Check, checksAmong } from './scripts.ts'
import { member, readJson, readJsonWithComments, readYaml } from './texts.ts'

/** One tool that runs named pieces of work. */
export interface TaskFile {
  readonly file: string
  /** `make`, `just`, `deno task`, `npm run` … */
  readonly runner: string
  /** Plain names only. */
  readonly targets: readonly string[]
}

function taskFiles(project: Project): readonly TaskFile[] {
  return [
    ...firstOf(project, ['GNUmakefile', 'makefile', 'Makefile'], 'make', makeTargets),
    ...firstOf(project, ['justfile', 'Justfile', '.justfile'], 'just', justRecipes),
    ...yamlTasks(project),
  ].map((found) => ({ ...found, targets: found.targets.filter(isPlainName) }))
}

export function taskCommands(project: Project): readonly PresetCommand[] {
  return taskFiles(project).flatMap(({ file, runner, targets }) =>
    checksAmong(targets).map(({ name, kind }: Check) => check(kind, `${runner}:${name}`, `${runner} ${name}`, file)),
  )
}

/** Of every tool of the project that runs named pieces of work, package managers included. */
export function runnersOf(project: Project): readonly TaskFile[] {
  const others = [denoTasks(project), composerScripts(project)].filter((found) => found !== undefined)
  return [...nodeScripts(project), ...taskFiles(project), ...others]
}

function nodeScripts(project: Project): readonly TaskFile[] {
  const file = 'package.json'
  const manifest = readJson(project, file)
  if (!manifest) return []
  const targets = Object.keys(asObject(member(manifest, 'scripts')) ?? {}).filter(isPlainName)
  return [{ file, runner: `${managerOf(project, manifest)} run`, targets }]
}

/** Of a Deno project; undefined when there is none that can be read. */
export function denoTasks(project: Project): TaskFile | undefined {
  const file = ['deno.json', 'deno.jsonc'].find((name) => project.isFile(name))
  if (file === undefined) return undefined
  const manifest = readJsonWithComments(project, file)
  if (!manifest) return undefined
  const tasks = asObject(member(manifest, 'tasks')) ?? {}
  return { file, runner: 'deno task', targets: Object.keys(tasks).filter(isPlainName) }
}

/** Of a PHP project; undefined when there is none that can be read. */
export function composerScripts(project: Project): TaskFile | undefined {
  const manifest = readJson(project, 'composer.json')
  if (!manifest) return undefined
  const scripts = asObject(member(manifest, 'scripts')) ?? {}
  return { file: 'composer.json', runner: 'composer', targets: Object.keys(scripts).filter(isPlainName) }
}

function firstOf(
  project: Project,
  names: readonly string[],
  runner: string,
  targetsOf: (line: string) => readonly string[],
): readonly TaskFile[] {
  const file = names.find((name) => project.isFile(name))
  const text = file === undefined ? undefined : project.read(file)
  if (file === undefined || text === undefined) return []
  const lines = text.split('\n').slice(0, 20_000)
  return [{ file, runner, targets: [...new Set(lines.flatMap((line) => targetsOf(line.slice(0, 300))))] }]
}

/** `test lint: all`; neither `X := y` nor a pattern rule. */
function makeTargets(line: string): readonly string[] {
  const end = line.indexOf(':')
  if (end < 1 || line[end + 1] === '=' || line.startsWith('::=', end) || /^[\s#.]/.test(line)) return []
  const names = line
    .slice(0, end)
    .split(' ')
    .filter((name) => name !== '')
  return names.every((name) => /^[\w.:%/-]+$/.test(name)) ? names : []
}

/** `test *args: build`; neither `x := y` nor a setting. */
function justRecipes(line: string): readonly string[] {
  const end = line.indexOf(':')
  if (end < 1 || line[end + 1] === '=' || /^[\s#]/.test(line)) return []
  const [name = ''] = line.slice(0, end).replace(/^@/, '').split(' ')
  return name === 'set' || name === 'alias' || name === 'export' ? [] : [name]
}

function yamlTasks(project: Project): readonly TaskFile[] {
  const file = ['Taskfile.yml', 'Taskfile.yaml', 'taskfile.yml', 'taskfile.yaml'].find((name) => project.isFile(name))
  if (file === undefined) return []
  const tasks = asObject(member(readYaml(project, file), 'tasks')) ?? {}
  return [{ file, runner: 'task', targets: Object.keys(tasks) }]
}
