// Assignments before a command, and exported ones. A policy lists the names that a command may set; those that choose what runs
// are never let through by a default.
import type { Assignment } from '../command/command.ts'
import type { Authority } from './authority.ts'
import type { Program } from './program.ts'
import { type Finding, join, law, type Ruling, stricter } from './ruling.ts'

/** Undefined: the assignment stays in the shell, and no program sees it. */
export function ruleOnAssignment(authority: Authority, assignment: Assignment): Ruling | undefined {
  const { name } = assignment
  if (assignment.shellOnly && !choosesWhatRuns(name) && !isKept(authority, name)) return undefined
  const ruling = join(authority.layers.map((layer) => findingOf(layer, name)))
  if (name === 'PATH') return stricter(law('ask', 'it changes which programs names mean'), ruling)
  const isImplicit = ruling.from === 'default' && ruling.answer === 'allow' && choosesWhatRuns(name)
  return isImplicit ? law('ask', `\`${name}\` chooses what other programs run, and no rule lists it`) : ruling
}

function findingOf(layer: Program, name: string): Finding {
  const finding = { mode: layer.mode, matched: [], default: layer.policy.exec.default }
  const isListed = layer.mode !== 'tighten' && layer.policy.environment.assign.some((entry) => lists(entry, name))
  return isListed ? { ...finding, covered: { reason: `\`environment\` lists \`${name}\`` } } : finding
}

/** Programs get these from the environment already, so that a plain assignment changes what they see. */
function isKept({ policy }: Authority, name: string): boolean {
  const { keep, set } = policy.environment
  return keep.some((entry) => lists(entry, name)) || set.some((entry) => entry.name === name)
}

function lists(entry: string, name: string): boolean {
  return entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : entry === name
}

/** Loaders, shells' start files, pagers, editors, options and search paths of programs. */
function choosesWhatRuns(name: string): boolean {
  return exact.has(name) || patterns.test(name)
}

const exact = new Set(
  `PATH HOME IFS ENV BASH_ENV SHELL SHELLOPTS BASHOPTS PS0 PS1 PS2 PS4 PROMPT_COMMAND CDPATH GLOBIGNORE ZDOTDIR FPATH TMPDIR
   BROWSER CC CXX LD AR MAKEFLAGS MFLAGS RUSTC RUSTC_WRAPPER RUSTFLAGS GOFLAGS PERL5LIB PERL5DB RUBYLIB CLASSPATH
   HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy SSH_AUTH_SOCK SSH_ASKPASS SUDO_ASKPASS
   DOCKER_HOST KUBECONFIG IFS LESSOPEN LESSCLOSE RIPGREP_CONFIG_PATH XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME
   XDG_CACHE_HOME XDG_CONFIG_DIRS`.split(/\s+/),
)

const patterns =
  /^(LD_|DYLD_|GIT_|BASH_|NPM_CONFIG_|npm_config_|PIP_|CARGO_|BUN_|DENO_|NODE_(OPTIONS|PATH|EXTRA)|PYTHON|JAVA_|REEVE_)|(_OPTIONS|OPTS|PAGER|EDITOR|VISUAL|_PATH|_PRELOAD|_CONFIG|_COMMAND|_WRAPPER|_ASKPASS)$/
