// What would supply what a criterion lacks: always an exact command, read or act that can be copied.
import { quoteArgv, quoteWord } from '../base/quote.ts'
import { commandOf } from '../policy/commands.ts'
import type { CommandVerifier, Criterion } from '../policy/policy.ts'
import type { ReasonCode } from './status.ts'

/** One line; undefined when nothing is missing. */
export function remedyFor(criterion: Criterion, reason: ReasonCode): string | undefined {
  const id = quoteWord(criterion.id)
  switch (reason) {
    case 'passed':
    case 'attested':
    case 'not-applicable':
      return undefined
    case 'untrusted':
      return 'read the policy, then `reeve trust`'
    case 'foreign':
      return 'record the work in a ledger of your own; `reeve ledger path` names it'
    case 'no-verifier':
      return `name a check: \`reeve criteria add TEXT --verify COMMAND\`, or say \`reeve criteria na ${id} --because WHY\``
    case 'switched-off':
      return `write \`gate { coverage on }\` in the policy, or say \`reeve criteria na ${id} --because WHY\``
    case 'empty-scope':
      return 'mend the scope in the policy so that it names files that exist'
    case 'needs-person':
    case 'check-changed':
    case 'unobserved-link':
    case 'tools-changed':
    case 'plugin-answer':
      return `a person looks and says \`reeve attest ${id} --because WHY\``
    case 'flaky':
      return `${supply(criterion)}, or a person says \`reeve attest ${id} --because WHY\``
    case 'unsettled':
      return `${supply(criterion)} while nothing else writes; files that the check itself writes belong outside its scope`
    case 'no-evidence':
    case 'failed':
    case 'stale':
      return supply(criterion)
  }
}

function supply(criterion: Criterion): string {
  const { verifier } = criterion
  const prove = `reeve prove ${quoteWord(criterion.id)}`
  const command = verifier.kind === 'plugin' ? undefined : commandOf(verifier)
  if (command) return `run exactly \`${command.text}\`${place(command)}: \`${prove}\`${byHand(command)}`
  if (verifier.kind === 'file') {
    return verifier.absent
      ? `\`${verifier.path}\` must not exist: \`${prove}\``
      : `read \`${verifier.path}\` whole: \`${prove}\``
  }
  if (verifier.kind === 'data') return `mend \`${verifier.path}\`, or read it again: \`${prove}\``
  if (verifier.kind === 'report') return `run what writes \`${verifier.path}\`, then \`${prove}\``
  return `\`${prove}\``
}

function place(verifier: CommandVerifier): string {
  return verifier.directory === undefined ? '' : ` in \`${verifier.directory}\``
}

function byHand(verifier: CommandVerifier): string {
  return verifier.argv && verifier.directory === undefined ? ` or \`reeve exec -- ${quoteArgv(verifier.argv)}\`` : ''
}
