// A proposal as a text of the language in its one form, with a line above each part that says which file suggested it.
import { formatText } from '../../grammar/format.ts'
import { assert } from '../base/assert.ts'
import { baseName } from '../base/path.ts'
import { secretExceptions, secretPatterns } from '../policy/defaults.ts'
import { isPlainPath } from '../presets/names.ts'
import { quoted } from '../presets/text.ts'
import type { Proposal, ProposedCommand, ProposedCriterion, Verifier } from './proposal.ts'

export const proposalFile = 'policy.reeve'

export function writeProposal(proposal: Proposal): string {
  const parts = [
    head(proposal),
    lists(proposal),
    exec(proposal),
    files(proposal),
    network(proposal),
    environment(proposal),
    proposal.criteria.map((each) => criterion(each, proposal)).join('\n'),
    gate(proposal),
    expectations(proposal),
  ]
  const text = parts.filter((part) => part !== '').join('\n')
  const formatted = formatText({ file: proposalFile, text })
  assert(formatted.kind === 'formatted', 'a proposal is a text of the language')
  return formatted.text
}

function head({ name, uses }: Proposal): string {
  const width = Math.max(0, ...uses.map((use) => use.name.length))
  return `# A first policy, from what this project has. Change what does not fit; then:
#   reeve check --strict    what is wrong with it
#   reeve explain -- CMD    what it answers to a command, and why
#   reeve trust             a person says that it counts here
policy ${quoted(name)} version 1

${uses.map((use) => `use ${quoted(use.name)}${' '.repeat(width - use.name.length)} # ${shown(use.from)}\n`).join('')}`
}

/** Names of files stand in comments only where they cannot be mistaken. */
function shown(from: string): string {
  return /^[\w .@+/*-]{1,200}$/.test(from) || isPlainPath(from) ? from : 'a file of this project'
}

function lists({ lists: named, documents, outputs, tools }: Proposal): string {
  return [
    ...(named.length > 0 ? ['# Where the work lies, by the source files that are there.\n'] : []),
    ...named.map(({ name, items }) => `let ${name} = ${list(items)}\n`),
    ...(documents.length > 0 ? [`let documents = ${list(documents)}\n`] : []),
    ...(outputs.length > 0 ? [`# What checks and builds write.\nlet outputs = ${list(outputs)}\n`] : []),
    ...(tools.length > 0 ? [`# What tools need of this user's home directory.\nlet tools = ${list(tools)}\n`] : []),
    '# Places that mostly hold secrets.\n',
    `let secrets = ${list([...secretPatterns, ...homeSecrets])}\n`,
  ].join('')
}

/** Patterns of the workspace say nothing of a home directory. */
const homeSecrets: readonly string[] = [
  ...['ssh/**', 'gnupg/**', 'aws/**', 'azure/**', 'kube/**', 'docker/**', 'password-store/**', 'netrc', 'pgpass'],
  ...['npmrc', 'yarnrc.yml', 'pypirc', 'git-credentials', 'gem/credentials', 'm2/settings*.xml', 'cargo/credentials*'],
  ...[
    'config/{gh,gcloud,hub,op}/**',
    'config/git/credentials',
    'local/share/{keyrings,uv/credentials}/**',
    '*_history',
  ],
].map((name) => `~/.${name}`)

function exec({ commands }: Proposal): string {
  const allows = grouped(commands.filter(({ answer }) => answer === 'allow'))
  const asks = grouped(commands.filter(({ answer }) => answer === 'ask'))
  return `exec {
  default ask

  # looking around
  allow "ls **", "cat **", "head **", "tail **", "wc **", "grep **"
    except "grep ** {-r,-R,-d,--recursive,--dereference-recursive,--directories} **"
    because "it reads what \`files\` lets it read"
    matches "cat src/a", "grep -n x src/a"
    misses "grep -r x .", "rm a"

  # small writes
  allow "echo **", "printf **", "mkdir **", "touch **"
    because "what it writes is judged by \`files\`"
    matches "echo x > src/a", "mkdir -p src/b"
    misses "rm a", "mv a b"
${allows.map((group) => rule(group, 'checks', "the project's own check")).join('')}
${asks.map((group) => rule(group, 'makes something public, or changes what others use', 'a person publishes')).join('')}
}
`
}

/** Commands of one file and one set of directories stand in one rule. */
function grouped(commands: readonly ProposedCommand[]): readonly (readonly ProposedCommand[])[] {
  const groups = new Map<string, ProposedCommand[]>()
  for (const command of commands) {
    const key = `${command.from}\n${command.directories.join('\n')}`
    const known = groups.get(key)
    if (known) known.push(command)
    else groups.set(key, [command])
  }
  return [...groups.values()]
}

function rule(group: readonly ProposedCommand[], title: string, because: string): string {
  const [first] = group
  if (!first) return ''
  const where = first.directories.length > 0 ? ` in ${list(first.directories)}` : ''
  const patterns = list(group.map(({ pattern }) => pattern))
  const from = first.directories.length > 1 ? `each with its own ${baseName(first.from)}` : first.from
  return `\n  # ${shown(from)}: ${title}\n  ${first.answer} ${patterns}${where} because ${quoted(because)}\n`
}

function files({ lists: named, documents, outputs, tools }: Proposal): string {
  const free = [
    ...named.map(({ name }) => `$${name}`),
    ...(documents.length > 0 ? ['$documents'] : []),
    ...(outputs.length > 0 ? ['$outputs'] : []),
  ].join(', ')
  return `# What no rule names is asked about: it decides how the work is built, checked or run, or lies elsewhere.
files {
  default ask
  allow read "**"${tools.length > 0 ? ', $tools' : ''}
${free === '' ? '' : `  allow write ${free}\n`}  deny read $secrets except ${list(secretExceptions)} because "secrets stay unread"
  deny write $secrets except ${list(secretExceptions)} because "secrets are a person's to change"
}
`
}

function network({ hosts }: Proposal): string {
  if (hosts.length === 0) return '# Nothing is reached unless a rule names it.\nnetwork { default deny }\n'
  const groups = new Map<string, string[]>()
  for (const { host, from } of hosts) groups.set(from, [...(groups.get(from) ?? []), host])
  const rules = [...groups].map(
    ([from, names]) => `  # ${shown(from)}\n  ask ${list(names)} because "packages come from there"\n`,
  )
  return `# Nothing else is reached.
network {
  default deny
${rules.join('')}}
`
}

function environment({ keep, assign, set }: Proposal): string {
  if (keep.length === 0) return ''
  return `# What commands get of your environment, and what they may set for themselves.
environment {
  keep ${list(keep)}
${assign.length > 0 ? `  assign ${list(assign)}\n` : ''}${set.map(([name, value, why]) => `  # ${why}\n  set ${quoted(name)} = ${quoted(value)}\n`).join('')}}
`
}

function criterion(each: ProposedCriterion, { lists: known, documents }: Proposal): string {
  const { id, required, text, verifier, lists: named, scope, from, why } = each
  const isKnown = (name: string) =>
    name === 'documents' ? documents.length > 0 : known.some((other) => other.name === name)
  const parts = [...named.filter(isKnown).map((name) => `$${name}`), ...scope.map(quoted)]
  const silence =
    verifier.kind === 'manual' && required
      ? '# reeve: allow RV508 because there is no command here that could prove it\n'
      : ''
  return `# ${shown(from)}; ${why}
${silence}criterion ${id}${required ? ' required' : ''} ${quoted(text)} {
  verify ${verifierText(verifier)}
${parts.length > 0 ? `  scope ${parts.join(', ')}\n` : ''}}
`
}

function verifierText(verifier: Verifier): string {
  if (verifier.kind === 'manual') return 'manual'
  const place = verifier.directory === undefined ? '' : ` in ${quoted(verifier.directory)}`
  const command = `${quoted(verifier.command)}${place}`
  if (verifier.kind === 'command') return `command ${command}`
  if (verifier.kind === 'coverage') return `coverage ${command} at least ${verifier.least}`
  return `junit ${quoted(verifier.reports)} after ${command}`
}

function gate({ except, documents, outputs, criteria }: Proposal): string {
  const isMeasured = criteria.some(({ verifier }) => verifier.kind === 'coverage')
  const isChecked = criteria.some(({ verifier }) => verifier.kind !== 'manual')
  const uncovered = [
    ...(isChecked && documents.length > 0 ? ['$documents'] : []),
    ...(outputs.length > 0 ? ['$outputs'] : []),
  ].join(', ')
  const settings = [
    ...(except.length > 0
      ? [`  # What was fetched or built, and no work of anybody.\n  observe except ${list(except)}\n`]
      : []),
    ...(uncovered === '' ? [] : [`  # What may change without a criterion.\n  uncovered ${uncovered}\n`]),
    ...(isMeasured ? ['  coverage on\n'] : []),
  ]
  return settings.length === 0 ? '' : `gate {\n${settings.join('')}}\n`
}

function expectations({ expectations: expected }: Proposal): string {
  if (expected.length === 0) return ''
  const answers = (['allow', 'ask', 'deny'] as const).flatMap((answer) => {
    const commands = expected.filter((each) => each.answer === answer).map(({ command }) => command)
    return commands.length > 0 ? [`  ${answer} ${list(commands)}\n`] : []
  })
  return `# What the policy must answer; checked whenever it is loaded.
expect {
${answers.join('')}}
`
}

function list(items: readonly string[]): string {
  return items.map(quoted).join(', ')
}
