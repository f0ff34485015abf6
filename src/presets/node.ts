// Presets of JavaScript projects: only scripts that are declared, spelled for the package manager that the project uses.
import { asObject, decodeJson, type Json } from '../base/json.ts'
import type { Preset, PresetCommand, Project } from './preset.ts'

const scripts: readonly (readonly [string, PresetCommand['kind'], boolean, string])[] = [
  ['test', 'test', true, 'run tests'],
  ['typecheck', 'type_check', false, 'check types'],
  ['lint', 'lint', false, 'run the linter'],
  ['build', 'build', false, 'build the project'],
]

export function nodePresets(project: Project): readonly Preset[] {
  const manifest = manifestOf(project, '')
  if (!manifest) return []
  const manager = managerOf(project, manifest)
  const own = commandsOf(manifest, manager, undefined)
  const members = memberDirectories(project, manifest).flatMap((directory) => {
    const member = manifestOf(project, `${directory}/`)
    return member ? commandsOf(member, manager, directory) : []
  })
  const commands = [...own, ...members]
  return commands.length > 0 ? [{ name: 'node-default', projectKind: 'node', commands }] : []
}

type Manifest = { readonly [key: string]: Json | undefined }

function manifestOf(project: Project, prefix: string): Manifest | undefined {
  const text = project.read(`${prefix}package.json`)
  const decoded = text === undefined ? undefined : decodeJson(text)
  return decoded?.ok ? asObject(decoded.value) : undefined
}

function managerOf(project: Project, manifest: Manifest): string {
  const named = manifest.packageManager
  if (typeof named === 'string' && /^[a-z]{2,20}(?:@|$)/.test(named)) return named.split('@')[0] as string
  if (project.isFile('pnpm-lock.yaml')) return 'pnpm'
  if (project.isFile('yarn.lock')) return 'yarn'
  return project.isFile('bun.lockb') || project.isFile('bun.lock') ? 'bun' : 'npm'
}

function commandsOf(manifest: Manifest, manager: string, directory: string | undefined): readonly PresetCommand[] {
  const declared = asObject(manifest.scripts) ?? {}
  return scripts
    .filter(([script]) => typeof declared[script] === 'string')
    .map(([script, kind, required, description]) => ({
      id: `node:${script}${directory === undefined ? '' : `@${directory}`}`,
      kind,
      required,
      command: spell(manager, script),
      description,
      ...(directory === undefined ? {} : { directory }),
    }))
}

function spell(manager: string, script: string): string {
  if (manager === 'pnpm' || manager === 'yarn') return `${manager} ${script}`
  return manager === 'npm' && script === 'test' ? 'npm test' : `${manager} run ${script}`
}

/** `workspaces: ["packages/*"]` or `{packages: […]}`, and pnpm-workspace.yaml's plain list; only a last `*` is followed. */
function memberDirectories(project: Project, manifest: Manifest): readonly string[] {
  const stated = manifest.workspaces
  const listed = Array.isArray(stated) ? stated : asObject(stated)?.packages
  const patterns = [...(Array.isArray(listed) ? listed : []), ...pnpmPatterns(project)].filter(
    (each) => typeof each === 'string',
  )
  const directories = patterns.flatMap((pattern) => {
    const clean = pattern.replace(/^\.\//, '').replace(/\/$/, '')
    if (clean.startsWith('/') || clean.split('/').includes('..')) return []
    if (!clean.endsWith('/*')) return clean.includes('*') ? [] : [clean]
    const parent = clean.slice(0, -2)
    return parent.includes('*') ? [] : project.list(parent).map((name) => `${parent}/${name}`)
  })
  return [...new Set(directories)].filter((directory) => project.isFile(`${directory}/package.json`)).sort()
}

function pnpmPatterns(project: Project): readonly string[] {
  const lines = project.read('pnpm-workspace.yaml')?.split('\n') ?? []
  const start = lines.findIndex((line) => /^packages:\s*$/.test(line))
  if (start === -1) return []
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => /^\S/.test(line))
  return rest
    .slice(0, end === -1 ? undefined : end)
    .map((line) => /^\s+-\s+['"]?([^'"#]+?)['"]?\s*$/.exec(line)?.[1])
    .filter((pattern): pattern is string => pattern !== undefined)
}
