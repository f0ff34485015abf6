// What `observe except` leaves out is not read at every scan, yet the tools that checks run lie there (`node_modules`, `.venv`): who
// changes those forges every check. So evidence carries a mark of them: one digest of what the file system says of each file. Known
// places of output and caches are left out, since checks and builds write there.
import { type Digest, startDigest } from '../base/digest.ts'
import type { FileStat, Host } from '../host/host.ts'
import type { ToolsMark } from '../ledger/tools.ts'
import { type DigestCache, digestFile } from './content.ts'
import type { Snapshot } from './snapshot.ts'
import { comparePaths } from './tree.ts'

/** More files than any project's tools have; beyond it nothing is said of them, which no status accepts. */
const mostFiles = 500_000

/** Below the first of these names in a path lie tools, whatever the names further down. */
const toolNames = new Set([
  ...['node_modules', 'bower_components', '.yarn', '.venv', 'venv', '.tox', '.nox', 'site-packages', '__pypackages__'],
  ...['vendor', '.bundle', 'Pods', 'deps', '.gradle', '.mvn', 'elm-stuff', '.direnv', '.devbox', '.pixi', '.mise'],
])

/** Below these names tools write while they run. */
const cacheNames = new Set(['.cache', '.vite', '.vitest', '.vite-temp', '__pycache__', '.pytest_cache'])

/** What lies below the first of these names was made from what is observed. */
const outputNames = new Set([
  ...[
    'dist',
    'build',
    'out',
    'output',
    'target',
    'bin',
    'obj',
    '_build',
    'site',
    'public',
    'tmp',
    'temp',
    'log',
    'logs',
  ],
  ...[
    'coverage',
    '.coverage',
    'htmlcov',
    'reports',
    'test-results',
    'playwright-report',
    '.nyc_output',
    '.next',
    '.nuxt',
  ],
  ...[
    '.turbo',
    '.nx',
    '.parcel-cache',
    '.svelte-kit',
    '.angular',
    '.output',
    '.mypy_cache',
    '.ruff_cache',
    '.eslintcache',
  ],
  ...['.hypothesis', '.terraform', '.idea', '.vscode', '.git', '.DS_Store', ...cacheNames],
])
const outputFile = /\.(?:log|tmp|pid|swp|pyc|tsbuildinfo)$/s

interface Walk {
  readonly host: Host
  readonly cache: DigestCache
  readonly workspace: string
  readonly lines: string[]
  readonly pending: string[]
  /** Real paths outside the workspace that links have led to. */
  readonly outside: Set<string>
}

/** The places that a mark speaks of, as far as they exist. */
export function toolPlaces(snapshot: Pick<Snapshot, 'files'>): readonly string[] {
  return [...new Set(leftOut(snapshot).map(shortened))]
}

/** `none` where nothing is left out that could be a tool, `unseen` where there is too much to look at. */
export function toolsMark(host: Host, workspace: string, snapshot: Snapshot, cache: DigestCache): ToolsMark {
  const places = leftOut(snapshot)
  if (places.length === 0) return 'none'
  const walk: Walk = { host, cache, workspace, lines: [], pending: [], outside: new Set() }
  for (const path of places) visit(walk, path)
  for (let path = walk.pending.pop(); path !== undefined; path = walk.pending.pop()) {
    if (walk.lines.length > mostFiles) return 'unseen'
    enter(walk, path)
  }
  return digestOf(walk.lines)
}

function leftOut({ files }: Pick<Snapshot, 'files'>): readonly string[] {
  return [...files].flatMap(([path, { stat }]) => (stat && isTool(path) ? [path] : []))
}

function isTool(path: string): boolean {
  const names = path.split('/')
  const decisive = names.find((name) => toolNames.has(name) || outputNames.has(name))
  if (decisive === undefined) return !outputFile.test(path)
  return toolNames.has(decisive) && !names.some((name) => cacheNames.has(name))
}

/** `packages/a/node_modules/x` lies in `packages/a/node_modules`. */
function shortened(path: string): string {
  const names = path.split('/')
  const at = names.findIndex((name) => toolNames.has(name))
  return at === -1 ? path : names.slice(0, at + 1).join('/')
}

/** A path that begins with `/` lies outside the workspace; every other is relative to it. */
function absolute(walk: Walk, path: string): string {
  return path.startsWith('/') ? path : `${walk.workspace}/${path}`
}

function enter(walk: Walk, path: string): void {
  try {
    for (const { name } of walk.host.files.list(absolute(walk, path))) {
      if (!cacheNames.has(name)) visit(walk, `${path}/${name}`)
    }
  } catch {
    walk.lines.push(`${path}\0unread`)
  }
}

function visit(walk: Walk, path: string): void {
  try {
    const stat = walk.host.files.lstat(absolute(walk, path))
    walk.lines.push(`${path}\0${stat.kind}\0${stat.mode.toString(8)}\0${contentOf(walk, path, stat)}`)
    if (stat.kind === 'directory') walk.pending.push(path)
    if (stat.kind === 'symlink') follow(walk, absolute(walk, path))
  } catch {
    walk.lines.push(`${path}\0unread`)
  }
}

/** A link elsewhere to the same file moves its change time, as package managers make them: then the content itself is asked. */
function contentOf(walk: Walk, path: string, stat: FileStat): string {
  if (stat.kind === 'directory') return ''
  if (stat.kind === 'symlink') return walk.host.files.readLink(absolute(walk, path))
  if (stat.kind === 'file' && stat.linkCount > 1) return digestFile(walk.host, absolute(walk, path), stat, walk.cache)
  return `${stat.size} ${stat.inode} ${stat.mtimeNs} ${stat.ctimeNs}`
}

/** What lies in the workspace is observed or a place of its own; what lies outside is looked at once. */
function follow(walk: Walk, link: string): void {
  const real = walk.host.files.realPath(link)
  if (real.startsWith(`${walk.workspace}/`) || walk.outside.has(real)) return
  walk.outside.add(real)
  visit(walk, real)
}

function digestOf(lines: string[]): Digest {
  const digest = startDigest()
  for (const line of lines.sort(comparePaths)) digest.add(`${line}\n`)
  return digest.end()
}
