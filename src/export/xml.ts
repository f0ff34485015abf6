// Text for XML: markup escaped, characters that XML 1.0 forbids made visible.
import { escapeText } from '../base/escape.ts'

export function xmlText(text: string): string {
  return escapeText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\t', '&#9;')
    .replaceAll(/[\ufffe\uffff]/g, '\ufffd')
}
