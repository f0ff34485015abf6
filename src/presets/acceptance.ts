// Acceptance files: a task list whose lines may carry a check, `- [ ] kind:command assert:\`cargo test\` expect:exit=0`.

export interface AcceptanceItem {
  /** From 1. */
  readonly line: number
  readonly text: string
  readonly check:
    | { readonly kind: 'command'; readonly command: string; readonly exitCode: number }
    | { readonly kind: 'file'; readonly path: string }
    | { readonly kind: 'manual' }
}

export interface AcceptanceFile {
  readonly items: readonly AcceptanceItem[]
  /** Lines that could not be taken over, with the reason. */
  readonly skipped: readonly { readonly line: number; readonly reason: string }[]
}

/** The tick in the box proves nothing and is ignored. */
export function readAcceptance(text: string): AcceptanceFile {
  const items: AcceptanceItem[] = []
  const skipped: { line: number; reason: string }[] = []
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const task = /^\s*[-*] \[[^\]\n]?\]:?\s?(.*)$/.exec(raw)
    if (!task) continue
    const item = readItem(index + 1, (task[1] ?? '').trim())
    if ('reason' in item) skipped.push(item)
    else items.push(item)
  }
  return { items, skipped }
}

function readItem(line: number, body: string): AcceptanceItem | { readonly line: number; readonly reason: string } {
  const kind = /\bkind:([\w-]+)/i.exec(body)?.[1]?.toLowerCase().replace('-', '_')
  const assertion = /\bassert:(?:`([^`]+)`|(\S+))/i.exec(body)
  const value = (assertion?.[1] ?? assertion?.[2])?.trim()
  const text =
    body.replace(/\bkind:[\w-]+\s*|\bassert:(?:`[^`]+`|\S+)\s*|\bexpect:\S+\s*/gi, '').trim() || (value ?? body)
  if (kind === undefined || kind === 'manual') return { line, text, check: { kind: 'manual' } }
  if (value === undefined) return { line, reason: `\`kind:${kind}\` has no \`assert:\`` }
  if (kind === 'command') {
    const exit = /\bexpect:exit=(\d{1,3})\b/i.exec(body)?.[1]
    return { line, text, check: { kind: 'command', command: value, exitCode: Number(exit ?? 0) } }
  }
  if (kind !== 'file_exists') return { line, reason: `\`kind:${kind}\` is no kind of check` }
  if (value.startsWith('/') || value.split('/').includes('..'))
    return { line, reason: `\`${value}\` does not lie in the workspace` }
  return { line, text, check: { kind: 'file', path: value } }
}
