// The text of `reeve --help`.
import type { SubcommandEntry } from './subcommands.ts'

const titles: Readonly<Record<SubcommandEntry['group'], string>> = {
  policy: 'Policy',
  work: 'Work under the policy',
  person: 'Acts of a person',
  audit: 'Record and audit',
}

export function usage(entries: readonly SubcommandEntry[]): string {
  const width = Math.max(0, ...entries.map((entry) => entry.name.length))
  const groups = Object.entries(titles).map(([group, title]) => {
    const lines = entries
      .filter((entry) => entry.group === group)
      .map((entry) => `  ${entry.name.padEnd(width)}  ${entry.summary}`)
    return `${title}:\n${lines.join('\n')}\n`
  })
  return `reeve runs a coding agent under a policy and calls work done only when evidence says so

usage: reeve COMMAND [OPTIONS]

${groups.join('\n')}
\`reeve COMMAND --help\` shows options and examples.
Exit codes: 0 ok or verified, 10 a required criterion failed, 11 unproven, 1 error, 2 usage, 3 policy, 4 denied, 5 ask, 130 interrupted.
`
}
