// Tells whether a `sed` or `awk` program only edits text. Both languages can write files and run programs, so whatever is
// not surely harmless counts as code. The scanners are closed-world: an unknown letter is not harmless.

/** True when the script of this program surely writes no file, reads no other file and runs nothing. */
export function isHarmlessScript(program: string, script: string): boolean {
  if (/^g?sed$/.test(program)) return isHarmlessSed(script)
  if (/^[gmn]?awk$/.test(program)) return isHarmlessAwk(script)
  if (program === 'make') return isHarmlessTarget(script)
  if (program === 'less' || program === 'vim') return /^\+(\d*|[FGg])$/.test(script)
  return false
}

function isHarmlessSed(script: string): boolean {
  let at = 0
  while (at !== -1 && at < script.length) at = afterCommand(script, at)
  return at !== -1
}

/** Offset after one sed command with its addresses; -1 when it is not surely harmless. */
function afterCommand(script: string, start: number): number {
  const first = skip(script, start, /[\s;{}]/)
  if (first >= script.length) return first
  let at = afterAddress(script, first)
  if (at !== -1 && script[at] === ',') at = afterAddress(script, skip(script, at + 1, / /))
  if (at === -1) return -1
  at = skip(script, at, /[ !]/)
  const letter = script[at] ?? ''
  if (letter === '#') return endOfLine(script, at)
  if (letter === '{') return at + 1
  if ('=dDgGhHnNpPxzF'.includes(letter) && letter !== '') return atEnd(script, at + 1)
  if ('lqQL'.includes(letter) && letter !== '') return atEnd(script, skip(script, at + 1, /[\d ]/))
  if (':btT'.includes(letter) && letter !== '') return atEnd(script, skip(script, at + 1, /[\w ]/))
  if ('aic'.includes(letter) && letter !== '') return endOfText(script, at + 1)
  if (letter === 's' || letter === 'y') return afterSubstitution(script, at)
  return -1
}

function afterAddress(script: string, start: number): number {
  const letter = script[start] ?? ''
  if (/[\d$+~]/.test(letter)) return skip(script, start, /[\d$+~ ]/)
  const delimiter = letter === '/' ? '/' : letter === '\\' ? script[start + 1] : undefined
  if (delimiter === undefined) return start
  const end = afterPart(script, start + (letter === '/' ? 1 : 2), delimiter, true)
  return end === -1 ? -1 : skip(script, end, /[IM ]/)
}

function afterSubstitution(script: string, start: number): number {
  const delimiter = script[start + 1]
  if (delimiter === undefined || /[\n\\\w\s;]/.test(delimiter)) return -1
  const middle = afterPart(script, start + 2, delimiter, script[start] === 's')
  if (middle === -1) return -1
  const end = afterPart(script, middle, delimiter, false)
  if (end === -1) return -1
  return atEnd(script, script[start] === 's' ? skip(script, end, /[gpiIM\d]/) : end)
}

/** Offset after the closing delimiter; -1 when there is none, or a bracket is not plain. */
function afterPart(script: string, start: number, delimiter: string, brackets: boolean): number {
  let inBracket = false
  for (let at = start; at < script.length; at++) {
    const letter = script[at]
    if (letter === '\\') at++
    else if (letter === delimiter) {
      if (!inBracket) return at + 1
    } else if (brackets && letter === '[') {
      // Where a bracket ends is told by all readers alike only when it holds neither `[` nor a leading `]`.
      if (inBracket || /^\^?\]/.test(script.slice(at + 1))) return -1
      inBracket = true
    } else if (letter === ']') inBracket = false
  }
  return -1
}

function atEnd(script: string, start: number): number {
  const at = skip(script, start, / /)
  return at >= script.length || /[\n;}#]/.test(script[at] ?? '') ? at : -1
}

function endOfLine(script: string, start: number): number {
  const end = script.indexOf('\n', start)
  return end === -1 ? script.length : end
}

/** After the text of `a`, `i` or `c`, which goes on while a line ends with a backslash. */
function endOfText(script: string, start: number): number {
  let end = endOfLine(script, start)
  while (end < script.length && script[end - 1] === '\\') end = endOfLine(script, end + 1)
  return end
}

function skip(script: string, start: number, letters: RegExp): number {
  let at = start
  while (at < script.length && letters.test(script[at] ?? '')) at++
  return at
}

/** A target, or a variable that neither names a program nor holds make's own functions. */
function isHarmlessTarget(word: string): boolean {
  const [, name, value] = /^([^=:?+!]*)[:?+!]*=([\s\S]*)$/.exec(word) ?? []
  return name === undefined || (!naming.test(name.trim()) && !/[$`]/.test(value ?? ''))
}

/** Variables of make that name a shell, a program or a file of recipes. */
const naming =
  /^(.*SHELL.*|MAKE.*|GNUMAKEFLAGS|VPATH|\.\w+|AR|AS|CC|CXX|CPP|FC|M2C|PC|CO|GET|LEX|YACC|LINT|LD|RM|MAKEINFO|TEX|TEXI2DVI|WEAVE|CWEAVE|TANGLE|CTANGLE|PATH|LD_.*|BASH_ENV|ENV|.*(CMD|COMMAND|EXEC|LAUNCHER|WRAPPER))$/

/** No command, pipe, file or library: a `>` counts as a comparison only where nothing is printed before it. */
function isHarmlessAwk(script: string): boolean {
  if (/system|getline|@|\bclose\b|ENVIRON/.test(script)) return false
  if (script.replaceAll('||', '').includes('|')) return false
  const print = script.indexOf('print')
  return print === -1 || !script.slice(print).replaceAll('>=', '').includes('>')
}
