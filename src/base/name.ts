// Names of the language made from people's words.

/** `Unit tests pass` gives `unit-tests-pass`, and `unit-tests-pass-2` where that is taken. */
export function freeName(text: string, taken: ReadonlySet<string>): string {
  const words =
    text
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  const name =
    words
      .join('-')
      .replace(/^[^a-z]+/, '')
      .slice(0, 40)
      .replace(/-$/, '') || 'criterion'
  for (let nth = 1; ; nth++) {
    const free = nth === 1 ? name : `${name}-${nth}`
    if (!taken.has(free)) return free
  }
}
