// Text of models, tools and files made safe to show: nothing in it can move a cursor, hide itself or turn the line around.

/** C0 and C1 controls but tab and line feed, zero-width and bidirectional controls, and Unicode's tag characters. */
const unsafe =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu
const sequences =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[PX^_][^\u001b]*(?:\u001b\\)?|[ -/]*[0-~])/g

/** Terminal sequences and invisible characters are taken out; line breaks become LF. */
export function plainText(text: string): string {
  return text.replaceAll(sequences, '').replaceAll('\r\n', '\n').replaceAll(unsafe, '')
}

/** The same on one line, cut to `limit` characters. */
export function plainLine(text: string, limit = 400): string {
  const line = plainText(text).replaceAll(/\s+/g, ' ').trim()
  return line.length > limit ? `${line.slice(0, limit - 1)}…` : line
}
