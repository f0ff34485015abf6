// The one list of places that are never writable through the guard, whatever a policy says, also where nothing exists yet:
// policy files, git's hooks and configuration, what shells, sessions, schedulers and everyday programs run when they start, agent hosts'
// settings, Reeve's own directories, the binary. What a project's own tools run when a person calls them (`Makefile`, `package.json`,
// `.pre-commit-config.yaml`) is the work itself and is not on it.
// Pure, and without regard to case, since some file systems have none. Not all of `.git`: commits must work.
import { baseName, resolvePath } from '../base/path.ts'

export interface ProtectedPlaces {
  readonly home: string
  readonly workspace: string
  /** Absolute paths of the policy and of every file it includes. */
  readonly policyFiles: readonly string[]
  /** Reeve's configuration, state and cache directories. */
  readonly directories: readonly string[]
  /** The binary, or the bundle; absent when it is not known. */
  readonly binary?: string
}

export function isProtectedPath(path: string, places: ProtectedPlaces): boolean {
  const folded = path.toLowerCase()
  return hasProtectedName(folded) || lookup(places).isBelow(folded)
}

/** Base names of protected places: what a word that is known in part only could turn out to be. */
export function protectedNames(places: ProtectedPlaces): readonly string[] {
  const own = listPlaces(places).map(baseName)
  return [...new Set([...settingsDirectories, ...settingsFiles, ...gitNames, '.git', ...own])]
}

/** True for a directory above a protected place that surely exists: removing or moving it would take that place along. */
export function holdsProtectedPath(path: string, places: ProtectedPlaces): boolean {
  return lookup(places).above.has(path.toLowerCase())
}

/** Directories whose whole content is settings of an agent host or an editor that runs tasks, wherever they lie. */
const settingsDirectories = new Set(
  `.agents .aider .amazonq .augment .claude .cline .codeium .codex .continue .copilot .crush .cursor .factory .gemini .goose
   .husky .idea .junie .kilocode .kiro .opencode .qwen .roo .trae .vscode .windsurf .zed`.split(/\s+/),
)

const settingsFiles = new Set(
  `.aider.conf.yml .claude.json .clinerules .cursorrules .envrc .mcp.json .roomodes .windsurfrules crush.json opencode.json
   opencode.jsonc policy.reeve`.split(/\s+/),
)

/** Relative to the home directory. */
const homeStartFiles =
  `.bash_login .bash_logout .bash_profile .bashrc .cargo/config .cargo/config.toml .config/autostart .config/environment.d
  .config/fish .config/git .config/nushell .config/nvim .config/plasma-workspace .config/powershell .config/systemd .config/tmux
  .cshrc .emacs .emacs.d .exrc .gdbinit .gitconfig .git-credentials .inputrc .kshrc .lldbinit .local/share/systemd .login .logout
  .mkshrc .npmrc .pam_environment .profile .screenrc .ssh .tcshrc .tmux.conf .vim .vimrc .xinitrc .xprofile .xsession .xsessionrc
  .zlogin .zlogout .zprofile .zshenv .zshrc library/launchagents`.split(/\s+/)

const systemStartFiles =
  `/etc/anacrontab /etc/bash.bashrc /etc/bashrc /etc/cron.d /etc/cron.daily /etc/cron.hourly /etc/cron.monthly /etc/cron.weekly
  /etc/crontab /etc/csh.cshrc /etc/environment /etc/fish /etc/gitconfig /etc/init.d /etc/inputrc /etc/ld.so.conf /etc/ld.so.conf.d
  /etc/ld.so.preload /etc/pam.d /etc/profile /etc/profile.d /etc/sudoers /etc/sudoers.d /etc/systemd /etc/xdg/autostart /etc/zprofile
  /etc/zsh /etc/zshenv /etc/zshrc /var/spool/cron`.split(/\s+/)

function hasProtectedName(folded: string): boolean {
  const names = folded.split('/').slice(1)
  if (names.some((name) => settingsDirectories.has(name))) return true
  if (settingsFiles.has(names.at(-1) ?? '')) return true
  const git = names.lastIndexOf('.git')
  return git !== -1 && isProtectedInGit(names.slice(git + 1))
}

/** `.git` itself (replaced as a whole), its configuration and hooks, and the same of modules and worktrees. */
function isProtectedInGit(below: readonly string[]): boolean {
  return below.length === 0 || below.some((name) => gitNames.has(name)) || below.join('/') === 'info/attributes'
}

const gitNames = new Set(['config', 'config.worktree', 'hooks', 'commondir', 'gitdir'])

interface Lookup {
  readonly isBelow: (folded: string) => boolean
  /** Every directory that a place lies in, and the place itself. */
  readonly above: ReadonlySet<string>
}

/** A command may have tens of thousands of operands, and each is asked about. */
const lookups = new WeakMap<ProtectedPlaces, Lookup>()

function lookup(places: ProtectedPlaces): Lookup {
  const known = lookups.get(places) ?? makeLookup(places)
  lookups.set(places, known)
  return known
}

function makeLookup(places: ProtectedPlaces): Lookup {
  const own = listPlaces(places)
  const all = new Set([...own, ...systemStartFiles])
  const longest = Math.max(...[...all].map((place) => place.length))
  const git = resolvePath(places.workspace, '.git').toLowerCase()
  return {
    isBelow: (folded) => startsOf(folded, longest).some((start) => all.has(start)),
    above: new Set([...own, git].flatMap((place) => startsOf(place, place.length))),
  }
}

/** The path itself and every directory above it, down to the root, as far as these are no longer than `longest`. */
function startsOf(path: string, longest: number): readonly string[] {
  const starts = path.length <= longest ? ['/', path] : ['/']
  for (let at = path.indexOf('/', 1); at !== -1 && at <= longest; at = path.indexOf('/', at + 1))
    starts.push(path.slice(0, at))
  return starts
}

function listPlaces(places: ProtectedPlaces): readonly string[] {
  const { binary } = places
  return [
    ...places.policyFiles,
    ...places.directories,
    ...(binary === undefined ? [] : [binary]),
    ...homeStartFiles.map((name) => resolvePath(places.home, name)),
  ].map((place) => place.toLowerCase())
}
