// What a repository makes git run: its own configuration names programs, and a bare repository shipped inside a workspace is a
// configuration that nobody looked at. The guard switches off hooks, pagers and the file system monitor; everything else, and
// every surprise, makes the answer an ask.
import { baseName, isWithin, resolvePath } from '../base/path.ts'
import type { Files } from '../host/host.ts'
import { readSmallText } from '../host/read.ts'

const configLimitBytes = 1_048_576
const includeDepth = 5

/** Why git started in `directory` would run something that the repository chose; undefined when it would not. */
export function repositoryHazard(files: Files, directory: string, workspace: string, home: string): string | undefined {
  for (let place = directory; ; place = resolvePath(place, '..')) {
    const dotGit = resolvePath(place, '.git')
    const kind = kindOf(files, dotGit)
    if (kind === 'directory') return configHazard(files, dotGit, home)
    if (kind === 'file') return linkedHazard(files, place, workspace, home)
    if (baseName(place) !== '.git' && isBare(files, place)) {
      return `\`${place}\` is a bare repository, whose configuration may run programs`
    }
    if (place === '/') return undefined
  }
}

function isBare(files: Files, place: string): boolean {
  return (
    kindOf(files, resolvePath(place, 'HEAD')) !== undefined &&
    kindOf(files, resolvePath(place, 'objects')) !== undefined &&
    kindOf(files, resolvePath(place, 'refs')) !== undefined
  )
}

/** `.git` as a file (worktree, submodule) names the real directory; one inside the workspace but outside any `.git` was shipped. */
function linkedHazard(files: Files, place: string, workspace: string, home: string): string | undefined {
  const target = readSmallText(files, resolvePath(place, '.git'), 65_536)?.match(/^gitdir:\s*(.+?)\s*$/m)?.[1]
  if (target === undefined) return `the file \`.git\` in \`${place}\` cannot be read`
  const directory = resolvePath(place, target)
  if (isWithin(directory, workspace) && !directory.split('/').includes('.git')) {
    return `\`${place}\` names \`${directory}\` as its repository, whose configuration may run programs`
  }
  const common = readSmallText(files, resolvePath(directory, 'commondir'), 65_536)?.trim()
  const shared = common === undefined ? undefined : resolvePath(directory, common)
  return configHazard(files, directory, home) ?? (shared === undefined ? undefined : configHazard(files, shared, home))
}

function configHazard(files: Files, gitDirectory: string, home: string): string | undefined {
  for (const name of ['config', 'config.worktree']) {
    const path = resolvePath(gitDirectory, name)
    const key = dangerousKey(files, path, home, 0)
    if (key !== undefined) return `\`${path}\` sets \`${key}\`, which makes git run a program`
  }
  return undefined
}

function dangerousKey(files: Files, path: string, home: string, depth: number): string | undefined {
  if (kindOf(files, path) === undefined) return undefined
  const text = readSmallText(files, path, configLimitBytes)
  if (text === undefined || depth > includeDepth) return 'a file that cannot be read'
  for (const { key, value } of configEntries(text)) {
    if (!isInclude(key)) {
      if (isDangerous(key, value)) return key
      continue
    }
    const expanded = value.startsWith('~/') ? home + value.slice(1) : value
    const found = dangerousKey(files, resolvePath(resolvePath(path, '..'), expanded), home, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

interface ConfigEntry {
  /** `section.key` or `section.sub.key`; section and key in lower case. */
  readonly key: string
  readonly value: string
}

/** git's own format, read loosely: a key that is found twice counts twice. */
export function configEntries(text: string): readonly ConfigEntry[] {
  const entries: ConfigEntry[] = []
  let section = ''
  for (const raw of text.replace(/\\\r?\n/g, '').split('\n')) {
    let line = raw.trim()
    const header = line.match(/^\[\s*([\w.-]+)\s*(?:"((?:\\.|[^"\\])*)")?\s*\]/)
    if (header) {
      section = `${(header[1] ?? '').toLowerCase()}${header[2] === undefined ? '' : `.${header[2].replace(/\\(.)/g, '$1')}`}`
      line = line.slice(header[0].length).trim()
    }
    const entry = line.match(/^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/)
    if (entry) entries.push({ key: `${section}.${(entry[1] ?? '').toLowerCase()}`, value: unquote(entry[2] ?? 'true') })
  }
  return entries
}

function unquote(value: string): string {
  return value
    .replace(/\s*[#;].*$/, (comment, offset: number) => (value.slice(0, offset).includes('"') ? comment : ''))
    .replaceAll(/\\(.)/g, '$1')
    .replaceAll('"', '')
    .trim()
}

function isInclude(key: string): boolean {
  return key === 'include.path' || /^includeif\..*\.path$/.test(key)
}

/** Hooks, pagers and the built-in monitor are switched off by the guard or are git itself; the rest of these run a program. */
function isDangerous(key: string, value: string): boolean {
  if (key === 'core.fsmonitor') return !/^(true|false|yes|no|on|off|0|1|)$/i.test(value)
  if (/^alias\.|^submodule\..*\.update$/.test(key)) return value.startsWith('!')
  if (/^credential\.(.*\.)?helper$/.test(key)) return !/^(|store|cache|osxkeychain|manager|libsecret)$/.test(value)
  if (/^filter\..*\.(clean|smudge|process)$/.test(key))
    return !/^git[- ]lfs (clean|smudge|filter-process)\b[\w% -]*$/.test(value)
  return running.test(key)
}

const running =
  /^(core\.(sshcommand|editor|askpass|gitproxy|alternaterefscommand|worktree)|sequence\.editor|diff\.external|diff\..*\.(command|textconv)|difftool\..*\.(cmd|path)|diff\.(tool|guitool)|merge\..*\.driver|mergetool\..*\.(cmd|path)|merge\.(tool|guitool)|gpg\.(.*\.)?program|gpg\.ssh\.defaultkeycommand|interactive\.difffilter|man\..*\.(cmd|path)|browser\..*\.(cmd|path)|remote\..*\.(uploadpack|receivepack|vcs)|uploadpack\.packobjectshook|protocol\..*\.allow|protocol\.allow|url\.ext::.*|trailer\..*\.(command|cmd)|tar\..*\.command|init\.templatedir|hook\..*\.command|imap\.tunnel|sendemail\..*cmd|sendemail\.smtpserver|instaweb\..*|guitool\..*)$/

function kindOf(files: Files, path: string): 'file' | 'directory' | 'symlink' | 'other' | undefined {
  try {
    return files.stat(path).kind
  } catch {
    return undefined
  }
}
