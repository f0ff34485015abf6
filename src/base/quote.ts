// Words as a POSIX shell reads them: argument vectors to text and back, for people and for exact comparison.

/** One line that a shell would read as exactly this argument vector. */
export function quoteArgv(argv: readonly string[]): string {
  return argv.map(quoteWord).join(' ')
}

export function quoteWord(word: string): string {
  if (word !== '' && /^[\w%+,./:=@^-]+$/.test(word)) return word
  return `'${word.replaceAll("'", "'\\''")}'`
}
