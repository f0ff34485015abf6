// Presets of JavaScript projects: only scripts that are declared, spelled for the package manager that the project uses.
import { asObject } from '../base/json.ts'
import { check } from './command.ts'
import { isPlainPath } from './names.ts'
import { below, type Preset, type PresetCommand, type Project } from './preset.ts'
import { declaredChecks } from './scripts.ts'
import { member, readJson, readYaml, strings, type Table } from './texts.ts'

export function nodePresets(project: Project): readonly Preset[] {
  const manifest = readJson(project, 'package.json')
  if (!manifest) return []
  const manager = managerOf(project, manifest)
  const own = commandsOf(project, manifest, manager, undefined)
  const members = nodeMembers(project).flatMap((directory) => {
    const place = below(project, directory)
    const table = readJson(place, 'package.json')
    return table ? commandsOf(place, table, manager, directory) : []
  })
  const commands = [...own, ...members]
  return commands.length > 0 ? [{ name: 'node-default', projectKind: 'node', commands }] : []
}

const managers = ['npm', 'pnpm', 'yarn', 'bun'] as const
type Manager = (typeof managers)[number]

/** Stated, else by its lock file, else npm. A manager that nobody knows runs nothing. */
export function managerOf(project: Project, manifest: Table): Manager {
  const stated = member(manifest, 'packageManager')
  const named = managers.find(
    (each) => typeof stated === 'string' && (stated === each || stated.startsWith(`${each}@`)),
  )
  if (named !== undefined) return named
  if (stated !== undefined) project.note('package.json', 'the package manager that it names is not known here')
  if (project.isFile('pnpm-lock.yaml')) return 'pnpm'
  if (project.isFile('yarn.lock')) return 'yarn'
  return project.isFile('bun.lockb') || project.isFile('bun.lock') ? 'bun' : 'npm'
}

/** How the manager is told to run a script. */
export function spellScript(manager: Manager, script: string): string {
  if (manager === 'npm' && script === 'test') return 'npm test'
  const isPlain = (manager === 'pnpm' || manager === 'yarn') && !clashes.has(script)
  return isPlain ? `${manager} ${script}` : `${manager} run ${script}`
}

/** Scripts whose names are subcommands of pnpm or yarn as well. */
const clashes = new Set([
  'audit',
  'check',
  'ci',
  'deploy',
  'init',
  'link',
  'pack',
  'publish',
  'rebuild',
  'version',
  'config',
])

function commandsOf(
  project: Project,
  manifest: Table,
  manager: Manager,
  directory: string | undefined,
): readonly PresetCommand[] {
  const from = directory === undefined ? 'package.json' : `${directory}/package.json`
  return declaredChecks(project, 'package.json', asObject(member(manifest, 'scripts')) ?? {}).map(({ name, kind }) => ({
    ...check(kind, `node:${name}${directory === undefined ? '' : `@${directory}`}`, spellScript(manager, name), from),
    ...(directory === undefined ? {} : { directory }),
  }))
}

/** `workspaces: ["packages/*"]` or `{packages: […]}`, and what pnpm-workspace.yaml lists; only a last `*` is followed. */
export function nodeMembers(project: Project): readonly string[] {
  const stated = member(readJson(project, 'package.json'), 'workspaces')
  const listed = Array.isArray(stated) ? stated : member(asObject(stated), 'packages')
  const patterns = [...strings(listed), ...strings(member(readYaml(project, 'pnpm-workspace.yaml'), 'packages'))]
  return expandMembers(project, patterns).filter((directory) => project.isFile(`${directory}/package.json`))
}

/** Directories that lists of members name, in order, each once; none that leaves the workspace or has no plain name. */
function expandMembers(project: Project, patterns: readonly string[]): readonly string[] {
  const found = patterns.slice(0, 200).flatMap((pattern) => {
    const clean = pattern.replace(/^\.\//, '').replace(/\/\*?\*?$/, (end) => (end === '/' ? '' : '/*'))
    if (clean.startsWith('/') || clean.startsWith('!') || clean.split('/').includes('..')) return []
    if (!clean.endsWith('/*')) return clean.includes('*') ? [] : [clean]
    const parent = clean.slice(0, -2)
    if (parent.includes('*')) return []
    return project.list(parent).flatMap(({ name, isDirectory }) => (isDirectory ? [`${parent}/${name}`] : []))
  })
  const plain = [...new Set(found)].filter((directory) => {
    if (isPlainPath(directory)) return true
    project.note(directory, 'its name has characters that have a meaning in patterns or look like others')
    return false
  })
  return plain.sort().slice(0, 100)
}
