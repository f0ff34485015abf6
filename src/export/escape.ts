// Text of users, models and tools made harmless for Markdown and JSON. Nothing is dropped: what could act on a terminal or hide
// from a reader stands as an escape, so that an auditor sees that it was there.
import { escapeLine, escapeText } from '../base/escape.ts'

/** What acts on a terminal or hides, in the text of a JSON document; JSON itself escapes C0 controls. */
const hidden =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu

/** Valid JSON of the same value in which nothing acts on a terminal. */
export function safeJson(json: string): string {
  return json.replaceAll(hidden, (char) =>
    Array.from({ length: char.length }, (_, index) => unit(char, index)).join(''),
  )
}

/** Running text in Markdown, also in a table cell: no markup, no HTML, no link that a renderer would make by itself. */
export function markdownText(text: string): string {
  return text.trim() === '' ? '(empty)' : plainMarkdown(text)
}

function plainMarkdown(text: string): string {
  return escapeLine(text)
    .replaceAll(/[\\`*[\]~|#$@^]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|:(?=\/\/)|(?<=www)\.|(?<=mailto|xmpp):/gi, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/^(\s*)([-+=])/, '$1\\$2')
    .replace(/^(\s*\d+)([.)])/, '$1\\$2')
}

/** The same, with what stands between back-ticks as code: our own lines quote commands and paths so. */
export function markdownProse(text: string): string {
  const parts = text.split('`')
  if (parts.length % 2 === 0) return markdownText(text)
  return parts.map((part, index) => (index % 2 === 0 ? plainMarkdown(part) : markdownCode(part))).join('')
}

/** A code span that the text cannot leave, also in a table cell. */
export function markdownCode(text: string): string {
  const line = escapeLine(text)
  if (line.trim() === '') return '(empty)'
  // No code span in a table cell can hold a backslash before a bar.
  if (line.includes('|') && line.includes('\\')) return `<code>${markdownText(line)}</code>`
  const ticks = '`'.repeat(longestRun(line) + 1)
  const padding = /^[` ]|[` ]$/.test(line) ? ' ' : ''
  return `${ticks}${padding}${line.replaceAll('|', '\\|')}${padding}${ticks}`
}

/** A fenced block that the text cannot leave. */
export function markdownFence(text: string): string {
  const block = escapeText(text).replace(/\n+$/, '')
  const ticks = '`'.repeat(Math.max(3, longestRun(block) + 1))
  return `${ticks}text\n${block}\n${ticks}`
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
}

function unit(char: string, index: number): string {
  return `\\u${char.charCodeAt(index).toString(16).padStart(4, '0')}`
}
