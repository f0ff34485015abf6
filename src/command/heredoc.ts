// The body of a here-document when it is known beforehand: quoted, or without anything that is expanded.
import type { HereDoc } from 'unbash'

/** The text that the command gets; undefined when it is made at run time, or the document does not end. */
export function literalBody({ body, delimiter, closing, operator }: HereDoc): string | undefined {
  if (delimiter === undefined || closing === undefined) return undefined
  const text = operator === '<<-' ? body.text.replaceAll(/^\t+/gm, '') : body.text
  if (delimiter.quoted) return text
  if (body.parts?.some((part) => part.type !== 'Literal')) return undefined
  return text.replaceAll(/\\([\\$`])|\\\n/g, '$1')
}
