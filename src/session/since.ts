// A commit as the baseline of a session (CI): every file as it stands in that commit. Contents are read out of git's own objects,
// not from the working tree or the index, since whoever works in the tree can make git call a changed file unchanged.
import { type Digest, startDigest } from '../base/digest.ts'
import { Fault } from '../base/fault.ts'
import type { Host } from '../host/host.ts'
import type { Observed, Snapshot } from '../observe/snapshot.ts'
import { comparePaths } from '../observe/tree.ts'

export interface Repository {
  readonly host: Host
  /** Absolute path of git. */
  readonly git: string
  readonly workspace: string
}

/** What was observed now tells the permission bits and what is excepted; contents and presence are the commit's. */
export async function snapshotSince(repository: Repository, commit: string, now: Snapshot): Promise<Snapshot> {
  const resolved = (
    await git(repository, ['rev-parse', '--verify', '--end-of-options', `${commit}^{commit}`], commit)
  ).trim()
  const tree = parseTree(await git(repository, ['ls-tree', '-r', '-z', resolved], commit))
  const digests = await blobDigests(repository, tree, commit)
  const apart = [...now.files].filter(([, seen]) => seen.stat || seen.apart !== undefined)
  const hidden = apart.filter(([, seen]) => seen.stat).map(([path]) => `${path}/`)
  const files = new Map<string, Observed>(apart)
  for (const { path, mode, object } of tree) {
    const digest = digests.get(object)
    if (!digest || files.has(path) || hidden.some((place) => path.startsWith(place))) continue
    files.set(path, observedAs(mode, digest, now.files.get(path)))
  }
  const ordered = [...files].sort(([left], [right]) => comparePaths(left, right))
  return { files: new Map(ordered), incomplete: now.incomplete }
}

interface TreeEntry {
  readonly path: string
  readonly mode: string
  readonly object: string
}

/** `mode SP type SP object TAB path NUL`; submodules are no files of this commit. */
function parseTree(text: string): readonly TreeEntry[] {
  return text.split('\0').flatMap((line) => {
    const tab = line.indexOf('\t')
    const [mode, type, object] = line.slice(0, tab).split(' ')
    return tab > 0 && mode !== undefined && object !== undefined && type === 'blob'
      ? [{ path: line.slice(tab + 1), mode, object }]
      : []
  })
}

/** git keeps one permission bit; the others are taken from the file as it is now, where that bit agrees. */
function observedAs(mode: string, digest: Digest, now: Observed | undefined): Observed {
  const common = { size: -1, digest, stat: false } as const
  if (mode === '120000') return { kind: 'symlink', mode: now?.kind === 'symlink' ? now.mode : 0o777, ...common }
  const isExecutable = mode === '100755'
  const agrees = now?.kind === 'file' && ((now.mode & 0o100) !== 0) === isExecutable
  return { kind: 'file', mode: agrees ? now.mode : isExecutable ? 0o755 : 0o644, ...common }
}

async function blobDigests(
  repository: Repository,
  tree: readonly TreeEntry[],
  commit: string,
): Promise<ReadonlyMap<string, Digest>> {
  const wanted = [...new Set(tree.map(({ object }) => object))]
  const reader = new BatchReader()
  if (wanted.length === 0) return reader.digests
  await run(repository, ['cat-file', '--batch'], commit, (bytes) => reader.add(bytes), `${wanted.join('\n')}\n`)
  if (reader.digests.size !== wanted.length) throw unusable(commit, 'not every file of it could be read')
  return reader.digests
}

/** Reads `object SP blob SP size LF content LF` as it comes, without keeping contents. */
class BatchReader {
  readonly digests = new Map<string, Digest>()
  #head: number[] = []
  #object = ''
  #left = -1
  #digest = startDigest()

  add(bytes: Uint8Array): void {
    let rest = bytes
    while (rest.length > 0) rest = this.#left < 0 ? this.#header(rest) : this.#content(rest)
  }

  #header(bytes: Uint8Array): Uint8Array {
    const end = bytes.indexOf(10)
    this.#head.push(...bytes.subarray(0, end === -1 ? bytes.length : end))
    if (end === -1) return new Uint8Array()
    const [object, type, size] = String.fromCharCode(...this.#head).split(' ')
    this.#head = []
    if (object !== undefined && type === 'blob') {
      this.#object = object
      this.#left = Number(size)
      this.#digest = startDigest()
    }
    return bytes.subarray(end + 1)
  }

  /** The LF behind the content belongs to the format. */
  #content(bytes: Uint8Array): Uint8Array {
    const taken = Math.min(this.#left, bytes.length)
    this.#digest.add(bytes.subarray(0, taken))
    this.#left -= taken
    if (taken === bytes.length) return new Uint8Array()
    this.digests.set(this.#object, this.#digest.end())
    this.#left = -1
    return bytes.subarray(taken + 1)
  }
}

async function git(repository: Repository, args: readonly string[], commit: string): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: false })
  let text = ''
  await run(repository, args, commit, (bytes) => {
    text += decoder.decode(bytes, { stream: true })
  })
  return text
}

/** git without any configuration but the repository's own, of which these commands run nothing. */
async function run(
  { host, git: program, workspace }: Repository,
  args: readonly string[],
  commit: string,
  onBytes: (bytes: Uint8Array) => void,
  input?: string,
): Promise<void> {
  const complaint: Uint8Array[] = []
  const child = host.processes.spawn({
    program,
    args: ['--no-pager', '--no-replace-objects', ...args],
    directory: workspace,
    environment: {
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_NO_LAZY_FETCH: '1',
      GIT_TERMINAL_PROMPT: '0',
      LC_ALL: 'C',
    },
    stdin: input === undefined ? 'closed' : new TextEncoder().encode(input),
    onOutput: (stream, bytes) => (stream === 'stdout' ? onBytes(bytes) : void complaint.push(bytes.slice(0, 500))),
  })
  const exit = await child.exited
  if (exit.kind === 'exited' && exit.code === 0) return
  const said = new TextDecoder().decode(complaint[0] ?? new Uint8Array()).split('\n')[0]
  throw unusable(commit, said || 'git failed')
}

function unusable(commit: string, reason: string): Fault {
  return new Fault('usage', `the commit \`${commit}\` cannot be the baseline: ${reason}`, {
    help: 'name a commit that is in this clone; a shallow clone may not hold it',
  })
}
