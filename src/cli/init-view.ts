// What `reeve init` tells a person: what it saw, what it proposes and why, what it passed over.
import { plainLine } from '../base/plain.ts'
import { ciFiles } from '../presets/ci.ts'
import type { Note } from '../presets/project.ts'
import type { ProposedCriterion } from '../proposal/proposal.ts'
import type { Proposed } from '../proposal/propose.ts'
import type { Settled } from '../proposal/settle.ts'
import { passedOver } from './presets.ts'

interface Told {
  readonly workspace: string
  readonly found: Proposed
  readonly settled: Settled
  readonly notes: readonly Note[]
}

export function proposalTold({ workspace, found, settled, notes }: Told): string {
  const { uses, criteria, commands, hosts } = settled.proposal
  const asks = commands
    .filter(({ answer }) => answer === 'ask')
    .map(({ pattern, from }) => [from, `\`${pattern}\``] as const)
  return [
    `looked at ${plainLine(workspace)}\n`,
    ...seen(found).map((line) => `  ${line}\n`),
    'proposes\n',
    ...uses.map(({ name, from }) => `  use ${name}: ${plainLine(from)}\n`),
    ...criteria.map((each) => `  ${proven(each)}\n`),
    ...byFile(asks).map((line) => `  ask ${line}; a person publishes\n`),
    ...byFile(hosts.map(({ host, from }) => [from, host] as const)).map(
      (line) => `  ask ${line}; packages come from there\n`,
    ),
    ...settled.dropped.map((line) => `left out: ${plainLine(line)}\n`),
    ...notes.map(passedOver),
  ].join('')
}

/** `a, b: FILE` for each file. */
function byFile(named: readonly (readonly [string, string])[]): readonly string[] {
  const files = [...new Set(named.map(([from]) => from))]
  return files.map((file) => {
    const texts = named.flatMap(([from, text]) => (from === file ? [text] : []))
    return `${plainLine(texts.join(', '))}: ${plainLine(file)}`
  })
}

function seen({ places }: Proposed): readonly string[] {
  const projects = places.flatMap(({ directory, kinds }) =>
    kinds.length === 0
      ? []
      : [
          `${directory === '' ? 'here' : plainLine(directory)}: ${[...new Set(kinds.map(({ kind }) => kind))].join(', ')}`,
        ],
  )
  const ci = places.slice(0, 1).flatMap(({ project }) => ciFiles(project))
  const lines = [...projects, ...ci.map((file) => `${plainLine(file)}: what CI runs`)]
  return lines.length > 0 ? lines : ['no manifest, no CI file']
}

function proven({ id, required, verifier, from, why }: ProposedCriterion): string {
  const command = verifier.kind === 'manual' ? 'a person looks' : `\`${plainLine(verifier.command)}\``
  const place =
    verifier.kind === 'manual' || verifier.directory === undefined ? '' : ` in ${plainLine(verifier.directory)}`
  return `criterion ${id}${required ? ' (required)' : ''}: ${command}${place}: ${plainLine(from)}; ${plainLine(why)}`
}
