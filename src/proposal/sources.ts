// Where the work of a project lies, as patterns of paths that match something now: directories with source files, and the
// manifests that say how it is built. Only names are listed; nothing is read.
import { isPlainPath } from '../presets/names.ts'
import type { Project, ProjectEntry } from '../presets/preset.ts'
import { documentExtensions, ecosystems, sourceExtensions, strangers } from './ecosystem.ts'
import { marksAt, samples } from './place.ts'

export interface Sources {
  /** What may be written freely. */
  readonly sources: readonly string[]
  /** What decides how the sources are built and checked. */
  readonly manifests: readonly string[]
}

export interface Ground {
  readonly project: Project
  readonly isIgnored: (name: string) => boolean
  /** Directories of other projects, which have sources of their own. */
  readonly others: ReadonlySet<string>
}

/** Nobody reads more. */
const patternLimit = 60

export function sourcesAt(ground: Ground, directory: string): Sources {
  const parts = childrenOf(ground, directory).map((child) => sourcesBelow(ground, child))
  const all = join([{ sources: filesAt(ground, directory), manifests: manifestsAt(ground, directory) }, ...parts])
  if (Math.max(all.sources.length, all.manifests.length) > patternLimit)
    ground.project.note(directory, `work in more places than the first ${patternLimit}, which the policy names`)
  return { sources: all.sources.slice(0, patternLimit), manifests: all.manifests.slice(0, patternLimit) }
}

/** Patterns of what is written about the work: documents beside it, and below directories that are called so. */
export function documentsOf(ground: Ground): readonly string[] {
  const own = extensionsOf(ground.project.list(''), documentExtensions).map((extension) => `*.${extension}`)
  const rest = childrenOf(ground, '').filter((child) => !ground.others.has(child) && isDocumentation(ground, child))
  return [...own, ...rest.flatMap((directory) => documentsBelow(ground, directory))]
}

function documentsBelow({ project }: Ground, directory: string): readonly string[] {
  return extensionsBelow(project, directory, documentExtensions).map((extension) => `${directory}/**/*.${extension}`)
}

function sourcesBelow(ground: Ground, directory: string): Sources {
  if (ground.others.has(directory) || isDocumentation(ground, directory)) return { sources: [], manifests: [] }
  const isAbove = [...ground.others].some((other) => other.startsWith(`${directory}/`))
  if (isAbove || isMember(ground, directory)) return sourcesAt(ground, directory)
  const children = samples.test(directory) ? [] : childrenOf(ground, directory)
  if (children.some((child) => isMember(ground, child))) {
    const parts = children.map((child) =>
      isMember(ground, child) ? grouped(sourcesAt(ground, child), directory, child) : sourcesBelow(ground, child),
    )
    return join([{ sources: filesAt(ground, directory), manifests: [] }, ...parts])
  }
  const isSource = extensionsBelow(ground.project, directory, sourceExtensions).length > 0
  // Other documents may be what the work is made of: prompts, pages, contents.
  return { sources: isSource ? [`${directory}/**`] : documentsBelow(ground, directory), manifests: [] }
}

/** Whatever renders it, unless it is a project of its own. */
function isDocumentation(ground: Ground, directory: string): boolean {
  const isCalled = /^(?:docs?|documentation)$/i.test(directory)
  return isCalled && !isMember(ground, directory) && documentsBelow(ground, directory).length > 0
}

/** `packages/a/src/**` and `packages/b/src/**` are `packages/*\/src/**`. */
function grouped({ sources, manifests }: Sources, directory: string, member: string): Sources {
  const group = (pattern: string): string => `${directory}/*${pattern.slice(member.length)}`
  return { sources: sources.map(group), manifests: manifests.map(group) }
}

function join(parts: readonly Sources[]): Sources {
  return {
    sources: [...new Set(parts.flatMap(({ sources }) => sources))],
    manifests: [...new Set(parts.flatMap(({ manifests }) => manifests))],
  }
}

function childrenOf({ project, isIgnored }: Ground, directory: string): readonly string[] {
  return project.list(directory).flatMap(({ name, isDirectory }) => {
    if (!isDirectory || name.startsWith('.') || strangers.has(name) || isIgnored(name)) return []
    const path = directory === '' ? name : `${directory}/${name}`
    if (isPlainPath(path)) return [path]
    project.note(path, 'its name has characters that have a meaning in patterns or look like others')
    return []
  })
}

/** Kinds whose marks say nothing of where a project begins. */
const loose = new Set(['docker', 'kubernetes', 'tasks', 'cmake', 'terraform'])

function isMember({ project }: Ground, directory: string): boolean {
  return ecosystems.some(({ kind, marks }) => !loose.has(kind) && marksAt(project, marks, directory).length > 0)
}

function manifestsAt({ project }: Ground, directory: string): readonly string[] {
  const marked = ecosystems
    .filter(({ kind }) => kind !== 'kubernetes')
    .flatMap(({ kind, marks, locks = [] }) =>
      kind === 'terraform' ? marksAt(project, locks, directory) : marksAt(project, [...marks, ...locks], directory),
    )
  return [...new Set([...marked, ...settingsAt(project, directory)])].map((name) => at(directory, name))
}

/** What configures the tools there: `tsconfig.json`, `vitest.config.ts`, `.eslintrc.cjs`. */
function settingsAt(project: Project, directory: string): readonly string[] {
  const names = project.list(directory).flatMap(({ name, isDirectory }) => (isDirectory ? [] : [name]))
  const found = names.filter((name) => {
    const extension = name.slice(name.lastIndexOf('.') + 1)
    if (!isPlainPath(name) || name.endsWith('.reeve')) return false
    if (name.startsWith('.'))
      return /^\.\w+rc(?:\.\w+)?$|^\.(?:rspec|golangci|rubocop|editorconfig|babel)/.test(name) && name !== '.npmrc'
    return settingExtensions.has(extension) || (sourceExtensions.has(extension) && isSetting(name))
  })
  return found.slice(0, 20)
}

const settingExtensions: ReadonlySet<string> = new Set(['json', 'jsonc', 'toml', 'yaml', 'yml', 'cfg', 'ini', 'xml'])

/** Files beside the manifest. What configures tools is left to a person: it decides what a check does. */
function filesAt({ project }: Ground, directory: string): readonly string[] {
  const files = project.list(directory).filter(({ name, isDirectory }) => !isDirectory && !name.startsWith('.'))
  return extensionsOf(files, sourceExtensions).flatMap((extension) => {
    const names = files.map(({ name }) => name).filter((name) => name.endsWith(`.${extension}`))
    const own = names.filter((name) => !isSetting(name))
    if (own.length === names.length) return [at(directory, `*.${extension}`)]
    return own.length <= 8 ? own.filter(isPlainPath).map((name) => at(directory, name)) : []
  })
}

function isSetting(name: string): boolean {
  return (
    /\.(?:sh|bash)$|\.(?:config|conf|workspace|setup)\.\w+$|rc\.\w+$|^(?:gulpfile|Gruntfile|karma|jest|vite|vitest)\b/i.test(
      name,
    ) ||
    /^(?:conftest|noxfile|setup|fabfile|tasks|manage)\.py$|^(?:Package\.swift|mix\.exs|build\.sbt|build\.rs)$/.test(
      name,
    )
  )
}

function extensionsOf(entries: readonly ProjectEntry[], wanted: ReadonlySet<string>): readonly string[] {
  const found = entries.flatMap(({ name, isDirectory }) => {
    const extension = name.slice(name.lastIndexOf('.') + 1)
    return !isDirectory && !name.startsWith('.') && name.includes('.') && wanted.has(extension) ? [extension] : []
  })
  return [...new Set(found)]
}

const depthLimit = 6
const directoryLimit = 200

/** Near files first; an ample look is enough. */
function extensionsBelow(project: Project, directory: string, wanted: ReadonlySet<string>): readonly string[] {
  const found = new Set<string>()
  let level: readonly string[] = [directory]
  let looked = 0
  for (let depth = 0; depth < depthLimit && level.length > 0 && looked < directoryLimit; depth++) {
    looked += level.length
    for (const path of level) for (const extension of extensionsOf(project.list(path), wanted)) found.add(extension)
    level = level
      .flatMap((path) =>
        project
          .list(path)
          .flatMap(({ name, isDirectory }) =>
            isDirectory && !name.startsWith('.') && !strangers.has(name) ? [`${path}/${name}`] : [],
          ),
      )
      .slice(0, directoryLimit)
  }
  return [...found].sort()
}

function at(directory: string, name: string): string {
  return directory === '' ? name : `${directory}/${name}`
}
