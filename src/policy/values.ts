// Numbers with their units, dates and digests: each has one spelling, and whatever is not exactly that is a mistake.

import type { NumberNode, TextNode } from '../../grammar/tree.ts'
import { type Digest, parseDigest } from '../base/digest.ts'
import type { Checks } from './checks.ts'
import type { Percent } from './policy.ts'

const whole = '(?:0|[1-9]\\d*(?:_\\d+)*)'
const integerPattern = new RegExp(`^${whole}$`)
const durationPattern = new RegExp(`^(${whole})(ms|s|m|h)$`)
const sizePattern = new RegExp(`^(${whole})(KiB|MiB|GiB)$`)
const decimalPattern = new RegExp(`^-?${whole}(?:\\.\\d+)?$`)
const percentPattern = /^(0|[1-9]\d*)(\.\d+)?%$/

const millisecondsOf: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
const bytesOf: Readonly<Record<string, number>> = { KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 }

/** Milliseconds; more than none, a week at most. */
export function duration(checks: Checks, { text, span }: NumberNode): number | undefined {
  const [, count, unit] = durationPattern.exec(text) ?? []
  if (count === undefined || unit === undefined)
    return checks.error(
      'RV301',
      `\`${text}\` is no duration`,
      span,
      meantDuration(text) ?? 'a whole number and ms, s, m or h: `500ms`, `30s`, `10m`, `2h`',
    )
  const value = numberOf(count) * (millisecondsOf[unit] ?? 0)
  if (value > 0 && value <= 7 * 24 * 3_600_000) return value
  return checks.error('RV301', `the duration \`${text}\` is out of range`, span, 'more than 0, at most a week (`168h`)')
}

const unitsMeant: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|milli(?:s|seconds?)?)$/i, 1],
  [/^s(?:ecs?|econds?)?$/i, 1000],
  [/^m(?:ins?|inutes?)?$/i, 60_000],
  [/^h(?:rs?|ours?)?$/i, 3_600_000],
  [/^d(?:ays?)?$/i, 24 * 3_600_000],
  [/^w(?:eeks?)?$/i, 7 * 24 * 3_600_000],
]

/** `10 minutes`, `1h30m` and `1.5h` are understood, so that the right spelling can be named. */
function meantDuration(text: string): string | undefined {
  if (!/^(?:\d+(?:\.\d+)? ?[a-z]+ ?)+$/i.test(text)) return undefined
  let sum = 0
  for (const [, count = '', unit = ''] of text.matchAll(/(\d+(?:\.\d+)?) ?([a-z]+)/gi)) {
    const factor = unitsMeant.find(([names]) => names.test(unit))?.[1]
    if (factor === undefined) return undefined
    sum += Number(count) * factor
  }
  const unit = (['h', 'm', 's', 'ms'] as const).find((each) => Number.isInteger(sum / (millisecondsOf[each] ?? 1)))
  return unit && sum > 0 ? `did you mean \`${sum / (millisecondsOf[unit] ?? 1)}${unit}\`?` : undefined
}

const sizeHelp = 'a whole number and KiB, MiB or GiB: `64KiB`, `8MiB`, `4GiB`'

/** Bytes; more than none, a TiB at most. */
export function size(checks: Checks, { text, span }: NumberNode): number | undefined {
  const [, count, unit] = sizePattern.exec(text) ?? []
  if (count === undefined || unit === undefined) {
    const [, meant, prefix] = /^(\d+) ?([KMG])i?(?:B|bytes?)?$/i.exec(text) ?? []
    const help = prefix ? `did you mean \`${meant}${prefix.toUpperCase()}iB\`?` : sizeHelp
    return checks.error('RV302', `\`${text}\` is no size`, span, help)
  }
  const value = numberOf(count) * (bytesOf[unit] ?? 0)
  if (value > 0 && value <= 1024 ** 4) return value
  return checks.error('RV302', `the size \`${text}\` is out of range`, span, 'more than 0, at most `1024GiB`')
}

export function integer(
  checks: Checks,
  { text, span }: NumberNode,
  [least, most]: readonly [number, number],
): number | undefined {
  if (!integerPattern.test(text))
    return checks.error(
      'RV303',
      `\`${text}\` is no whole number`,
      span,
      /^\d{1,3}(?:,\d{3})+$/.test(text)
        ? `did you mean \`${text.replaceAll(',', '_')}\`?`
        : 'digits alone, `_` between groups: `40`, `500_000`',
    )
  const value = numberOf(text)
  if (value >= least && value <= most) return value
  return checks.error('RV303', `\`${text}\` is out of range`, span, `from ${least} to ${most}`)
}

/** Kept as written, since a comparison must lose no digit. */
export function percent(checks: Checks, { text, span }: NumberNode): Percent | undefined {
  if (percentPattern.test(text) && Number(text.slice(0, -1)) <= 100) return { text: text.slice(0, -1) }
  const [, digits] = /^(\d+(?:\.\d+)?) ?(?:%|percent)?$/i.exec(text) ?? []
  const isShare = digits === text && Number(digits) > 0 && Number(digits) <= 1
  const meant = isShare ? String(Math.round(Number(digits) * 10_000) / 100) : digits
  const help = meant !== undefined && Number(meant) <= 100 ? `did you mean \`${meant}%\`?` : 'from `0%` to `100%`'
  return checks.error('RV304', `\`${text}\` is no percentage`, span, help)
}

/** `YYYY-MM-DD`, a day that exists. */
export function date(checks: Checks, { text, span }: NumberNode): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? []
  if (year && month && day && year >= 2000 && day <= daysOf(year, month)) return text
  return checks.error('RV305', `\`${text}\` is no date`, span, meantDate(text) ?? 'year, month and day: `2027-01-31`')
}

/** Other ways to write a day, where there is no doubt which one is meant. */
function meantDate(text: string): string | undefined {
  const first = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:T.*)?$/.exec(text)
  const last = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text)
  const parts = first ? first.slice(1, 4) : last ? dayFirst(last) : undefined
  if (!parts) return undefined
  const [year = 0, month = 0, day = 0] = parts.map(Number)
  const pad = (number: number) => String(number).padStart(2, '0')
  return day >= 1 && day <= daysOf(year, month) ? `did you mean \`${year}-${pad(month)}-${pad(day)}\`?` : undefined
}

/** With dots the day stands first; with slashes it is sure only when one of the two can be no month. */
function dayFirst([, one = '', sign, other = '', year = '']: RegExpExecArray): readonly string[] | undefined {
  if (sign === '.' || Number(one) > 12) return [year, other, one]
  return Number(other) > 12 ? [year, one, other] : undefined
}

/** 0 for a month that does not exist. */
function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month > 12 ? 0 : [4, 6, 9, 11].includes(month) ? 30 : 31
}

export function digest(checks: Checks, { value, span }: TextNode): Digest | undefined {
  const parsed = parseDigest(value)
  if (parsed) return parsed
  return checks.error(
    'RV306',
    `\`${shortened(value)}\` is no SHA-256 digest`,
    span,
    '64 hex digits, `sha256:` before them if you like',
  )
}

/** A decimal as written, without `_`. */
export function decimal(checks: Checks, node: NumberNode | TextNode): string | undefined {
  const help = 'a decimal without quotes: `60`, `-1.50`, `500_000`'
  if ('value' in node) return checks.error('RV307', 'a string where a number is compared', node.span, help)
  if (decimalPattern.test(node.text)) return node.text.replaceAll('_', '')
  return checks.error('RV307', `\`${shortened(node.text)}\` is no number`, node.span, meantDecimal(node.text) ?? help)
}

function meantDecimal(text: string): string | undefined {
  const plain = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)
    ? text.replaceAll(',', '')
    : text.replace(/^(-?\d+),(\d+)$/, '$1.$2')
  return plain !== text && decimalPattern.test(plain) ? `did you mean \`${plain}\`?` : undefined
}

export function shortened(text: string): string {
  const characters = [...text]
  return characters.length > 40 ? `${characters.slice(0, 39).join('')}…` : text
}

function numberOf(text: string): number {
  return Number(text.replaceAll('_', ''))
}
