// Reports and lists of commands as JSON files, read strictly: what is not understood is refused, never dropped.
import { Fault } from '../base/fault.ts'
import { asObject, decodeJson, type Json } from '../base/json.ts'
import { directCommand, literalWords } from '../command/direct.ts'
import { readCommand } from '../command/read.ts'
import type { ReportCheck, ReportData } from '../ledger/act.ts'

export const reportSchema = 'reeve.verification_report.v1'

type Members = { readonly [key: string]: Json | undefined }

/** A check's command before it ran. */
export interface WantedCheck extends Omit<ReportCheck, 'claimed'> {
  readonly timeoutMs?: number
}

/** `{schema, author, subject, checks, residual_risks}`; Fault `usage` with the place of what is wrong. Statuses are claims.
 *  `named` is the author where the file names none. */
export function parseReport(text: string, file: string, named?: string): Omit<ReportData, 'kind' | 'person'> {
  const object = objectOf(decoded(text, file), file)
  const known = ['schema', 'author', 'subject', 'status', 'checks', 'residual_risks', 'effect_digest']
  refuseOthers(object, known, file)
  if (object.schema !== reportSchema) throw wrong(file, `\`schema\` is not ${reportSchema}`)
  const author = object.author ?? named
  if (author !== 'host' && author !== 'verifier') {
    const found = author === undefined ? 'it names no author' : '`author` may not report'
    throw wrong(file, `${found}: only \`host\` and \`verifier\` may`)
  }
  const checks = listOf(object.checks, `${file}: \`checks\``).map((check, index) => {
    const place = `${file}, check ${index + 1}`
    const claimed = objectOf(check, place).status ?? 'needs_review'
    if (!isWord(claimed)) throw wrong(place, '`status` is passed, failed, needs_review or skipped')
    return { ...parseCheck(check, place), claimed }
  })
  const risks = listOf(object.residual_risks ?? [], `${file}: \`residual_risks\``).map((risk) =>
    textOf(risk, file, 'residual_risks'),
  )
  return { author, subject: textOf(object.subject, file, 'subject'), checks: unique(checks, file), risks }
}

/** `{subject, commands: [{id, kind, description, command, required, timeout_ms, expect_exit}]}`. */
export function parseCommands(
  text: string,
  file: string,
): { readonly subject: string; readonly checks: readonly WantedCheck[] } {
  const object = objectOf(decoded(text, file), file)
  refuseOthers(object, ['subject', 'commands'], file)
  const checks = listOf(object.commands, `${file}: \`commands\``).map((command, index) => {
    const place = `${file}, command ${index + 1}`
    const check = parseCheck(command, place)
    if (!check.argv) throw wrong(place, '`command` is missing')
    return check
  })
  return { subject: textOf(object.subject, file, 'subject'), checks: unique(checks, file) }
}

function parseCheck(value: Json, place: string): WantedCheck {
  const object = objectOf(value, place)
  const known = ['id', 'kind', 'description', 'status', 'required', 'command', 'expect_exit', 'timeout_ms']
  refuseOthers(object, [...known, 'suggested_tools', 'evidence_uris', 'residual_risk'], place)
  const { required = false, command, expect_exit: exit = 0, timeout_ms: timeoutMs, residual_risk: risk } = object
  if (typeof required !== 'boolean') throw wrong(place, '`required` is true or false')
  if (!isWhole(exit) || exit > 255) throw wrong(place, '`expect_exit` is a number from 0 to 255')
  if (timeoutMs !== undefined && (!isWhole(timeoutMs) || timeoutMs === 0))
    throw wrong(place, '`timeout_ms` is a whole number above 0')
  return {
    id: textOf(object.id, place, 'id'),
    kind: textOf(object.kind ?? 'command', place, 'kind'),
    description: textOf(object.description ?? object.id, place, 'description'),
    required,
    exit,
    ...(command === undefined ? {} : { argv: argvOf(textOf(command, place, 'command'), place) }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(risk === undefined ? {} : { risk: textOf(risk, place, 'residual_risk') }),
  }
}

/** One plain command: whatever shell text would do around it could decide its exit code. */
function argvOf(text: string, place: string): readonly string[] {
  const reading = readCommand({ kind: 'shell', text, directory: '/' }, { home: '/' })
  const command = directCommand(reading)
  const words = command?.redirections.length === 0 ? literalWords(command) : undefined
  if (words) return words
  throw wrong(place, `\`${text}\` is no plain command: it proves nothing by its exit code alone`)
}

function unique<Check extends { readonly id: string }>(checks: readonly Check[], file: string): readonly Check[] {
  const twice = checks.find(({ id }, index) => checks.findIndex((check) => check.id === id) !== index)
  if (twice) throw wrong(file, `the id \`${twice.id}\` stands twice`)
  return checks
}

function decoded(text: string, file: string): Json {
  const result = decodeJson(text)
  if (!result.ok) throw wrong(file, `it is no JSON: ${result.reason}`)
  return result.value
}

function objectOf(value: Json | undefined, place: string): Members {
  const object = asObject(value)
  if (!object) throw wrong(place, 'expected an object')
  return object
}

function listOf(value: Json | undefined, place: string): readonly Json[] {
  if (!Array.isArray(value)) throw wrong(place, 'expected a list')
  return value as readonly Json[]
}

function textOf(value: Json | undefined, place: string, name: string): string {
  if (typeof value !== 'string' || value.trim() === '' || value.length > 2000)
    throw wrong(place, `\`${name}\` is a text of at most 2000 characters`)
  return value
}

function isWhole(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function isWord(value: Json): value is ReportCheck['claimed'] {
  return value === 'passed' || value === 'failed' || value === 'needs_review' || value === 'skipped'
}

function refuseOthers(object: Members, known: readonly string[], place: string): void {
  const unknown = Object.keys(object).find((name) => !known.includes(name))
  if (unknown !== undefined) throw wrong(place, `\`${unknown}\` is not known here`)
}

function wrong(place: string, found: string): Fault {
  return new Fault('usage', `${place}: ${found}`, { help: 'the shapes are in `reeve report --help`' })
}
