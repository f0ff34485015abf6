// Which criteria a command is evidence for. Only exactly the criterion's command counts, run directly: the same argument vector
// after reading both, in the same directory, with nothing assigned, nothing around it. What nearly counts is named, with what would.
import { escapeGlob } from '../base/glob.ts'
import { baseName } from '../base/path.ts'
import { quoteArgv } from '../base/quote.ts'
import type { Command, CommandRequest, Reading, Word } from '../command/command.ts'
import { directCommand } from '../command/direct.ts'
import type { NearMiss } from '../ledger/entry.ts'
import { commandOf } from '../policy/commands.ts'
import type { CommandVerifier, Criterion, Verifier } from '../policy/policy.ts'
import { verifierDirectory } from '../session/freshness.ts'
import type { Session } from '../session/session.ts'
import type { GuardRequest } from './guard.ts'
import { pluginMistake } from './plugin.ts'
import { type Listed, listReports } from './reports.ts'

export interface Claimed {
  readonly criterion: Criterion
  readonly command: CommandVerifier
  /** The report files before the command runs; absent when the criterion has none. */
  readonly listed?: Listed
}

export interface Claims {
  readonly claimed: readonly Claimed[]
  readonly near: readonly NearMiss[]
}

export function claimsOf(session: Session, { command: request, verifying }: GuardRequest, reading: Reading): Claims {
  const claimed: Claimed[] = []
  const near: NearMiss[] = []
  for (const { criterion } of session.criteria()) {
    const command = commandOf(criterion.verifier)
    if (!command || !isJudged(session, criterion, verifying)) continue
    const fit = fitOf(session, command, request, reading)
    if (fit === 'exact') claimed.push({ criterion, command, ...listedOf(session, criterion.verifier) })
    else if (fit) near.push({ criterion: criterion.id, reason: fit, wanted: wanted(command) })
  }
  return { claimed, near: near.slice(0, 20) }
}

/** Coverage only where it is switched on; a plugin only when it is asked for its proof, and only the program that is named. */
function isJudged(session: Session, { id, verifier }: Criterion, verifying: string | undefined): boolean {
  if (verifier.kind === 'coverage') return session.authority.policy.gate.coverage
  return verifier.kind !== 'plugin' || (verifying === id && pluginMistake(session, verifier) === undefined)
}

function listedOf(session: Session, verifier: Verifier): Pick<Claimed, 'listed'> {
  if (verifier.kind === 'report') return { listed: listReports(session, verifier.path) }
  if (verifier.kind !== 'coverage' || verifier.report === undefined) return {}
  return { listed: listReports(session, escapeGlob(verifier.report)) }
}

/** True when the request is exactly this verifier's command: what `prove` runs (decision 21). */
export function isExactly(
  session: Session,
  verifier: CommandVerifier,
  request: CommandRequest,
  reading: Reading,
): boolean {
  return fitOf(session, verifier, request, reading) === 'exact'
}

/** `exact`, or why a command that looks like it does not count; undefined when it does not look like it. */
function fitOf(
  session: Session,
  verifier: CommandVerifier,
  request: CommandRequest,
  reading: Reading,
): 'exact' | string | undefined {
  const isSamePlace =
    session.world.realPath(request.directory) === session.world.realPath(verifierDirectory(session, verifier))
  const place = `it ran in ${request.directory}`
  if (verifier.argv === undefined) {
    // Shell syntax: only the very same text is the same command.
    if (request.kind !== 'shell' || request.text.trim() !== verifier.text.trim()) return undefined
    return isSamePlace ? 'exact' : place
  }
  const { argv } = verifier
  if (isDirect(reading, argv)) return isSamePlace ? 'exact' : place
  return reading.commands.map((command) => nearness(command, argv)).find((reason) => reason !== undefined)
}

/** `2>&1` changes neither what runs nor how it ends. */
function isDirect(reading: Reading, argv: readonly string[]): boolean {
  const command = directCommand(reading)
  return command !== undefined && isSameArgv(wordsOf(command), argv)
}

function nearness(command: Command, argv: readonly string[]): string | undefined {
  const words = wordsOf(command)
  if (!isSameArgv(words, argv)) return isLonger(words, argv) ? 'it ran with other arguments' : undefined
  if (command.unwrappedFrom !== undefined || command.openEnded) return 'another program ran it'
  if (command.assignments.length > 0) return 'it ran with an assigned environment'
  if (command.redirections.some(({ access }) => access !== 'copy')) return 'its input or output was redirected'
  const around = command.within.at(-1)
  return around === undefined ? 'it ran beside other commands' : `it ran as a part of something larger (${around})`
}

function wordsOf(command: Command): readonly (string | undefined)[] {
  return [command.program, ...command.args].map((word: Word) => (word.kind === 'literal' ? word.text : undefined))
}

function isSameArgv(words: readonly (string | undefined)[], argv: readonly string[]): boolean {
  return words.length === argv.length && argv.every((word, index) => words[index] === word)
}

/** The same beginning and more behind it, or the same program by a path. */
function isLonger(words: readonly (string | undefined)[], argv: readonly string[]): boolean {
  const [program] = words
  const named = program === undefined ? words : [baseName(program), ...words.slice(1)]
  const expected = [baseName(argv[0] ?? ''), ...argv.slice(1)]
  return named.length >= expected.length && expected.every((word, index) => named[index] === word)
}

function wanted(verifier: CommandVerifier): string {
  const command = verifier.argv ? quoteArgv(verifier.argv) : verifier.text
  return verifier.directory === undefined ? command : `${command} (in ${verifier.directory})`
}
