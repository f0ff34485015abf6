// Strings that are patterns: of commands, paths, hosts and variable names. Each is checked here so that the compiler of rules
// never meets one that it cannot read, and each is brought to one spelling.
import type { TextNode } from '../../grammar/tree.ts'
import { expandBraces } from '../base/braces.ts'
import { compileGlob, type Dialect, isGlob } from '../base/glob.ts'
import type { Span } from '../base/span.ts'
import type { Checks } from './checks.ts'
import type { CommandPattern, PatternWord } from './policy.ts'
import { shortened } from './values.ts'
import { type SplitWord, splitWords } from './words.ts'

const patternLimit = 4096

export function commandPattern(checks: Checks, node: TextNode): CommandPattern | undefined {
  if (isUnfit(checks, node, 'command pattern')) return undefined
  const split = splitWords(node.value)
  if (split.kind !== 'words') return shellMistake(checks, node, split)
  const [program] = split.words
  if (!program || program.text === '')
    return checks.error(
      'RV309',
      'a command pattern begins with a program',
      node.span,
      'write the program first: `"git status"`',
    )
  if (program.glob === '**')
    return checks.error(
      'RV313',
      '`**` stands for arguments, never for a program',
      placeIn(node, program.start, 2),
      '`* **` is any program with any arguments',
    )
  if (/^[A-Za-z_]\w*=/.test(program.glob))
    return checks.error(
      'RV314',
      `the pattern begins with an assignment, and a pattern sees the command alone`,
      placeIn(node, 0, program.glob.length),
      'leave it out here and allow the name with `environment { assign "…" }`',
    )
  const words = split.words.flatMap((word) => patternWord(checks, node, word) ?? [])
  return words.length === split.words.length ? { words, text: node.value, span: node.span } : undefined
}

function shellMistake(
  checks: Checks,
  node: TextNode,
  { kind, at, found }: { kind: 'unclosed' | 'shell'; at: number; found: string },
): undefined {
  if (kind === 'unclosed')
    return checks.error(
      'RV311',
      found === '\\' ? 'a lone `\\` at the end' : `a quote ${found} inside the pattern is never closed`,
      placeIn(node, at, 1),
      'close it, or escape it with `\\`',
    )
  const help =
    'a pattern sees the words of one command; each command of a line is judged on its own, and a literal one is quoted'
  return checks.error('RV310', `the pattern holds shell syntax, \`${found}\``, placeIn(node, at, found.length), help)
}

function patternWord(checks: Checks, node: TextNode, word: SplitWord): PatternWord | undefined {
  if (word.glob === '**') return { kind: 'rest' }
  const text = word.glob.replaceAll('{}', '\\{\\}') // as in `find -exec`: a shell leaves it as it is
  return isReadable(checks, node, text, 'word', word.start) ? { kind: 'glob', text } : undefined
}

/** A path pattern in its one spelling: no `./`, a trailing `/` means what lies below. */
export function pathPattern(checks: Checks, node: TextNode, reach: 'anywhere' | 'workspace'): string | undefined {
  if (isUnfit(checks, node, 'path pattern')) return undefined
  const text = spelled(node.value)
  const odd = foreignPath(text)
  if (odd) return checks.error('RV312', odd.message, node.span, odd.help)
  if (!isReadable(checks, node, text, 'path', 0)) return undefined
  const alternatives = expandBraces(text, 256) ?? [text]
  if (alternatives.some((path) => path.split('/').includes('..')))
    return checks.error(
      'RV312',
      '`..` in a path pattern never matches, since paths are resolved before they are matched',
      node.span,
      'write the path from the workspace, or from `/` or `~/`',
    )
  if (
    reach === 'workspace' &&
    alternatives.some((path) => path.startsWith('/') || path === '~' || path.startsWith('~/'))
  )
    return checks.error(
      'RV319',
      `\`${shortened(node.value)}\` lies outside the workspace`,
      node.span,
      'only files of the workspace are observed: write the path from there',
    )
  return text
}

/** A path as other systems and tools write it, which would silently match nothing here. */
function foreignPath(text: string): { readonly message: string; readonly help: string } | undefined {
  const variable = /(?<!\\)\$(?:\{[^}]*\}?|[A-Z_][A-Z0-9_]*(?![a-z]))/.exec(text)?.[0]
  if (variable !== undefined)
    return {
      message: `\`${shortened(variable)}\` in a path pattern stands for itself: variables are not replaced`,
      help: /HOME/.test(variable)
        ? 'write `~/…`'
        : "write the path; a literal one stands in single quotes: `'\\$NAME'`",
    }
  if (text.startsWith('!'))
    return {
      message: `\`!\` at the start of a path pattern stands for itself: it excepts nothing`,
      help: 'name the exception on the rule: `allow write "src/**" except "src/gen/**"`',
    }
  if (/^[A-Za-z]:[\\/]|\\[A-Za-z0-9]/.test(text))
    return {
      message: `\`${shortened(text)}\` is written with \`\\\`, which only takes the meaning of the next character here`,
      help: 'separate the parts of a path with `/`',
    }
  return undefined
}

/** A path that is no pattern, inside the workspace. */
export function workspacePath(checks: Checks, node: TextNode, what: string): string | undefined {
  if (isUnfit(checks, node, what)) return undefined
  if (/[*?]/.test(node.value))
    return checks.error(
      'RV312',
      `\`${shortened(node.value)}\` is one path here, and its wildcards stand for themselves`,
      node.span,
      'write the path of the one that is meant',
    )
  const parts = node.value.split('/').filter((part) => part !== '' && part !== '.')
  if (node.value.startsWith('/') || node.value.startsWith('~/') || parts.includes('..'))
    return checks.error(
      'RV319',
      `\`${shortened(node.value)}\` lies outside the workspace`,
      node.span,
      'write the path from the workspace',
    )
  return parts.join('/') || '.'
}

/** Working directory of an example: absolute, or from the workspace. */
export function directoryPath(checks: Checks, node: TextNode): string | undefined {
  if (!node.value.startsWith('/')) return workspacePath(checks, node, 'directory')
  return isUnfit(checks, node, 'directory') ? undefined : node.value
}

function spelled(text: string): string {
  const relative = text.replace(/^(?:\.\/+)+/, '')
  if (relative === '') return '.'
  return relative.length > 1 && relative.endsWith('/') ? `${relative.replace(/\/+$/, '')}/**` : relative
}

function isReadable(checks: Checks, node: TextNode, glob: string, dialect: Dialect, offset: number): boolean {
  const compiled = compileGlob(glob, dialect)
  if (isGlob(compiled)) return true
  const isSame = node.value.startsWith(glob, offset)
  const place = isSame ? placeIn(node, offset + compiled.offset, 1) : node.span
  checks.error(
    'RV308',
    `the pattern cannot be read: ${compiled.reason}`,
    place,
    'a literal character is written with `\\` before it',
  )
  return false
}

const label = '[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?'
const hostName = new RegExp(`^(?:\\*|(?:\\*\\.)?${label}(?:\\.${label})*)(?::(\\d{1,5}))?$`, 'i')
const network = /^(?:(\d{1,3}(?:\.\d{1,3}){3})|(\[?[0-9a-f:]*:[0-9a-f:.]*\]?))(?:\/(\d{1,3}))?(?::(\d{1,5}))?$/i

export function hostPattern(checks: Checks, node: TextNode): string | undefined {
  const { value, span } = node
  if (isUnfit(checks, node, 'host')) return undefined
  const address = network.exec(value)
  if (address ? isNetwork(address) : isPort(hostName.exec(value)?.[1] ?? (hostName.test(value) ? '1' : '')))
    return value
  const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(value)
  const help = isUrl
    ? `the host alone, without scheme and path: \`"${shortened(hostOf(value))}"\``
    : 'a name, `*.name` or a network (`10.0.0.0/8`), with `:port` if you like'
  return checks.error('RV315', `\`${shortened(value)}\` is no host`, span, help)
}

function hostOf(url: string): string {
  return url.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/[/?#].*$/s, '')
}

function isNetwork([, four, six, bits, port]: RegExpExecArray): boolean {
  if (port !== undefined && (!isPort(port) || (six !== undefined && !six.endsWith(']')))) return false
  if (bits !== undefined && Number(bits) > (four === undefined ? 128 : 32)) return false
  if (four !== undefined) return four.split('.').every((part) => Number(part) <= 255 && String(Number(part)) === part)
  const bare = six?.replace(/^\[|\]$/g, '') ?? ''
  return isSixAddress(bare) && six?.startsWith('[') === six?.endsWith(']')
}

function isSixAddress(text: string): boolean {
  const halves = text.split('::')
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const areGroups = groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))
  return areGroups && (halves.length === 2 ? groups.length < 8 : halves.length === 1 && groups.length === 8)
}

function isPort(text: string): boolean {
  return /^[1-9]\d*$/.test(text) && Number(text) <= 65_535
}

/** Name of an environment variable; a trailing `*` makes it a prefix where that is allowed. */
export function variableName(checks: Checks, { value, span }: TextNode, mayBePrefix: boolean): string | undefined {
  if (/^[A-Za-z_]\w*$/.test(value) || (mayBePrefix && /^[A-Za-z_]\w*\*$/.test(value))) return value
  const help = mayBePrefix ? 'letters, digits and `_`; a `*` at the end makes it a prefix' : 'letters, digits and `_`'
  return checks.error('RV316', `\`${shortened(value)}\` is no name of a variable`, span, help)
}

/** Text for people; never empty. */
export function plainText(checks: Checks, { value, span }: TextNode, what: string): string | undefined {
  if (value.trim() !== '') return value
  return checks.error('RV320', `${what} is empty`, span, 'say it in a few words')
}

/** Part of a string's value as a place in the text; the whole string where escapes make the two differ. */
function placeIn(node: TextNode, at: number, length: number): Span {
  const { value, span } = node
  if (span.end - span.start - 2 !== value.length) return span
  const start = span.start + 1 + at
  return { file: span.file, start, end: Math.min(span.end - 1, start + Math.max(1, length)) }
}

function isUnfit(checks: Checks, { value, span }: TextNode, what: string): boolean {
  if (value.trim() === '') checks.error('RV309', `an empty ${what}`, span, 'write what it shall match, or take it out')
  else if (value.length > patternLimit) checks.error('RV309', `a ${what} of more than ${patternLimit} characters`, span)
  else if (/[\0\r\n]/.test(value))
    checks.error('RV309', `a ${what} of more than one line`, span, 'write one for each line')
  else return false
  return true
}
