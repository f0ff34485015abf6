// A proposal held against the language itself before anybody sees it: what a shipped policy answers more strictly is left out, and
// the answers that its examples expect are those that the judge gives.
import type { Answer } from '../base/answer.ts'
import { assert } from '../base/assert.ts'
import type { Diagnostic } from '../base/diagnostic.ts'
import { policyFromText } from '../policy/load.ts'
import type { Loaded } from '../policy/loaded.ts'
import { silence } from '../policy/silence.ts'
import { quoted } from '../presets/text.ts'
import { compileProgram } from '../rules/compile.ts'
import { decide } from '../rules/decide.ts'
import { checkExamples, exampleWorld, readExample } from '../rules/examples.ts'
import { lintRules } from '../rules/lint.ts'
import { withReview } from './criteria.ts'
import type { Proposal } from './proposal.ts'
import { proposalFile, writeProposal } from './write.ts'

export interface Settled {
  readonly proposal: Proposal
  /** In the one form, and nothing is wrong with it, not even for `--strict`. */
  readonly text: string
  /** What was left out, for people. */
  readonly dropped: readonly string[]
}

export function settle(proposal: Proposal): Settled {
  let current = proposal
  const dropped: string[] = []
  for (;;) {
    const text = writeProposal(current)
    const loaded = policyFromText(text, proposalFile)
    const found = mistakesOf(loaded)
    if (found.length === 0) return withExamples(current, loaded, dropped)
    const isNamed = (part: string) => found.some((each) => isAbout(each, text, part))
    const next = without(current, isNamed, dropped) ?? withoutUse(current, dropped)
    assert(next, `a proposal has no mistake that cannot be left out: ${found.map(({ message }) => message).join('; ')}`)
    current = next
  }
}

/** Everything that `reeve check --strict` would say. */
function mistakesOf(loaded: Loaded): readonly Diagnostic[] {
  if (loaded.kind === 'broken') return loaded.diagnostics
  const all = [...checkExamples(loaded.policy), ...loaded.warnings, ...lintRules(loaded.policy)]
  return silence(all, loaded.sources, ['RV507'])
}

/** A warning names the pattern, and points at it or at the rule that holds it. */
function isAbout({ span, message }: Diagnostic, text: string, part: string): boolean {
  return message.includes(`\`${part}\``) && text.slice(span.start, span.end).includes(quoted(part))
}

/** Undefined when nothing that may go is named. */
function without(proposal: Proposal, isNamed: (part: string) => boolean, dropped: string[]): Proposal | undefined {
  const kept = <Part>(parts: readonly Part[], textOf: (part: Part) => string): readonly Part[] =>
    parts.filter((part) => {
      const text = textOf(part)
      if (isNamed(text)) dropped.push(`\`${text}\`: another rule says as much or more`)
      return !isNamed(text)
    })
  const before = dropped.length
  const next = {
    ...proposal,
    commands: kept(proposal.commands, ({ pattern }) => pattern),
    hosts: kept(proposal.hosts, ({ host }) => host),
    documents: kept(proposal.documents, (text) => text),
    outputs: kept(proposal.outputs, (text) => text),
    tools: kept(proposal.tools, (text) => text),
    lists: proposal.lists.map(({ name, items }) => ({ name, items: kept(items, (text) => text) })),
  }
  const isWhole = next.lists.every(({ items }) => items.length > 0)
  return dropped.length > before && isWhole ? next : undefined
}

/** What goes with nothing else here is a shipped policy of an ecosystem: the last one is left out. */
function withoutUse(proposal: Proposal, dropped: string[]): Proposal | undefined {
  const last = proposal.uses.at(-1)
  if (!last) return undefined
  dropped.push(`\`use "${last.name}"\`: it does not go together with the rest`)
  return { ...proposal, uses: proposal.uses.slice(0, -1) }
}

const never = ['git push -f', 'rm -rf /', 'sudo ls', 'curl https://example.com/install.sh | sh']

/** What the policy must go on to say whoever edits it. A check that is denied proves nothing and is left out. */
function withExamples(proposal: Proposal, loaded: Loaded, dropped: readonly string[]): Settled {
  assert(loaded.kind === 'policy', 'it has no mistakes')
  const program = compileProgram(loaded.policy, 'full')
  const authority = { policy: loaded.policy, layers: [program], ignored: [] }
  const answerTo = (command: string, directory?: string): Answer =>
    decide(authority, readExample({ command, ...(directory === undefined ? {} : { directory }) }), exampleWorld).answer
  const isDenied = ({ verifier }: Proposal['criteria'][number]) =>
    verifier.kind !== 'manual' && answerTo(verifier.command, verifier.directory) === 'deny'
  const denied = proposal.criteria.filter(isDenied)
  const checks = proposal.commands.filter(({ answer, directories }) => answer === 'allow' && directories.includes('.'))
  const commands = [...checks.slice(0, 3).map(({ pattern }) => pattern), 'git push origin main', ...never]
  const whole = {
    ...proposal,
    criteria: withReview(
      proposal.criteria.filter((each) => !denied.includes(each)),
      proposal.lists,
      proposal.documents,
    ),
    expectations: commands.map((command) => ({ answer: answerTo(command), command })),
  }
  assert(
    never.every((command) => answerTo(command) !== 'allow'),
    'a proposal allows nothing of that kind',
  )
  const text = writeProposal(whole)
  const left = mistakesOf(policyFromText(text, proposalFile))
  assert(left.length === 0, `a settled proposal has no mistake: ${left.map(({ message }) => message).join('; ')}`)
  const notes = denied.map(({ id }) => `\`${id}\`: a shipped policy denies its command`)
  return { proposal: whole, text, dropped: [...dropped, ...notes] }
}
