// The page of one diagnostic: what it means, a text that has it, and the mend.

import { pages } from '../../grammar/pages.ts'
import { Fault } from '../base/fault.ts'
import { nearest } from '../base/nearest.ts'

/** Fault `usage` for a code that there is not. */
export function pageOf(code: string): string {
  const name = code.toUpperCase()
  const page = Object.hasOwn(pages, name) ? pages[name] : undefined
  if (page) return `${name}: ${page.title}\n\n${plain(page.text)}\n`
  const near = nearest(name, Object.keys(pages))
  throw new Fault('usage', `there is no diagnostic \`${code}\``, {
    help: near ? `did you mean \`${near}\`?` : 'codes look like `RV503`; a command to explain stands behind `--`',
  })
}

/** In a few words; the code itself where there is no page. */
export function titleOf(code: string): string {
  return pages[code]?.title ?? code
}

/** Fences become headings and indented text. */
function plain(text: string): string {
  return text.replaceAll(/^```(?:reeve|text)(.*)\n([\s\S]*?)^```$/gm, (_whole, mark: string, body: string) => {
    const isWrong = / (?:broken|failing|warned|wrong)$/.test(mark)
    return `${isWrong ? 'wrong' : 'right'}:\n${body.replaceAll(/^(?=.)/gm, '  ').trimEnd()}`
  })
}
