// A page to text: two blanks a level, at most 120 columns where the words allow it, one blank line where there were some. The
// form depends on the words alone, apart from two choices of the author: what stands together, and which blocks are one line.
import type { Atom, Block, PageNode } from './format-page.ts'

const width = 120
/** Of the answers `allow`, `ask ` and `deny `, so that what they speak of stands in one column. */
const answerWidth = 5
/** Where the patterns of a rule begin, and under them its options: the answer and a blank. */
const ruleIndent = answerWidth + 1
const optionWidth = 7
/** A list that begins further right goes on at the indent of its clause. */
const farthestList = 40

export function printPage(page: readonly PageNode[]): string {
  const lines: string[] = []
  page.forEach((node, index) => {
    const isAfterHeader = page[index - 1]?.kind === 'clause' && page.findIndex(isClause) === index - 1
    if (index > 0 && (node.isAfterBlank || isAfterHeader)) lines.push('')
    if (node.kind === 'comment') lines.push(node.text)
    else printClause(lines, node, 0)
  })
  return `${lines.join('\n')}\n`
}

function isClause(node: PageNode): boolean {
  return node.kind === 'clause'
}

type Clause = Extract<PageNode, { kind: 'clause' }>

function printClause(lines: string[], { atoms, block }: Clause, indent: number): void {
  printWords(lines, atoms, indent)
  if (!block) return
  const head = lines.pop() ?? ''
  const flat = flatBlock(head, block)
  if (flat !== undefined) {
    lines.push(flat)
    return
  }
  lines.push(`${head} {${behind(block.opening)}`)
  block.nodes.forEach((node, index) => {
    if (index > 0 && node.isAfterBlank) lines.push('')
    if (node.kind === 'comment') lines.push(`  ${node.text}`)
    else printClause(lines, node, indent + 2)
  })
  lines.push(`}${behind(block.closing)}`)
}

function behind(comment: string | undefined): string {
  return comment === undefined ? '' : ` ${comment}`
}

/** The block on the line of its head, when it was written so and fits. */
function flatBlock(head: string, { nodes, isFlat, opening, closing }: Block): string | undefined {
  if (nodes.length === 0 && opening === undefined) return `${head} {}${behind(closing)}`
  if (!isFlat || opening !== undefined || !nodes.every((node) => node.kind === 'clause')) return undefined
  const clauses = nodes.map(({ atoms }) => atoms.map(({ text }) => text).join(' '))
  const line = `${head} { ${clauses.join('  ')} }`
  return columns(line) <= width ? `${line}${behind(closing)}` : undefined
}

/** A clause on one line, or with its options below it. */
function printWords(lines: string[], atoms: readonly Atom[], indent: number): void {
  const blank = ' '.repeat(indent)
  const last = atoms.length - 1
  const hasComments = atoms.some(
    ({ before, after }, index) => before.length > 0 || (after !== undefined && index < last),
  )
  if (!hasComments && !atoms.some(({ mark }) => mark === 'example')) {
    const line = `${blank}${atoms.map((atom) => padded(atom, 0)).join(' ')}`
    if (columns(line) <= width) {
      lines.push(`${line}${behind(atoms[last]?.after)}`)
      return
    }
  }
  new Printer(lines, indent).print(atoms)
}

/** Answers and accesses have one width where they begin lines, and so have options. */
function padded({ text, mark, isAnswer }: Atom, option: number): string {
  if (isAnswer || mark === 'access') return text.padEnd(answerWidth)
  return text.padEnd(option)
}

class Printer {
  readonly #lines: string[]
  readonly #indent: number
  #line: string
  /** Columns of `#line`; kept beside it, since a list may have thousands of elements. */
  #column: number
  #isFresh = true
  /** Where the elements of the list at hand stand. */
  #hang: number
  /** Where what follows goes on. */
  #below: number

  constructor(lines: string[], indent: number) {
    this.#lines = lines
    this.#indent = indent
    this.#line = ' '.repeat(indent)
    this.#column = indent
    this.#hang = indent + 2
    this.#below = indent + 2
  }

  print(atoms: readonly Atom[]): void {
    if (atoms[0]?.isAnswer) this.#below = this.#hang = this.#indent + ruleIndent
    atoms.forEach((atom, index) => {
      this.#place(atoms, index)
      const isOption = atom.mark === 'option' || atom.mark === 'example'
      if (atom.mark === 'list') this.#hang = this.#column + 1 <= farthestList ? this.#column + 1 : this.#below
      this.#add(padded(atom, isOption && this.#isFresh ? optionWidth : 0))
      if (atom.after !== undefined) this.#comment(atom.after, index < atoms.length - 1)
    })
    if (!this.#isFresh) this.#lines.push(this.#line.trimEnd())
  }

  /** Goes to the next line where the atom belongs there. */
  #place(atoms: readonly Atom[], index: number): void {
    const atom = atoms[index]
    if (!atom || index === 0) return
    const isItem = atom.mark === 'item' || atom.mark === 'list'
    for (const comment of atom.before) {
      this.#startLine(isItem ? this.#hang : this.#below)
      this.#line += comment
      this.#isFresh = false
    }
    if (atom.before.length > 0) this.#startLine(isItem ? this.#hang : this.#below)
    if (atom.mark === 'option' || atom.mark === 'example') this.#startLine(this.#below)
    else if (atom.mark === 'tail' && !this.#fits(tailWidth(atoms, index))) this.#startLine(this.#below)
    else if (atom.mark === 'item' && !this.#fits(columns(atom.text))) this.#startLine(this.#hang)
  }

  #fits(length: number): boolean {
    return this.#column + 1 + length <= width
  }

  #startLine(indent: number): void {
    if (!this.#isFresh) this.#lines.push(this.#line.trimEnd())
    this.#line = ' '.repeat(indent)
    this.#column = indent
    this.#isFresh = true
  }

  #add(text: string): void {
    const gap = this.#isFresh ? '' : ' '
    this.#line += gap + text
    this.#column += gap.length + columns(text)
    this.#isFresh = false
  }

  #comment(text: string, isInside: boolean): void {
    this.#line += ` ${text}`
    if (isInside) this.#startLine(this.#hang)
  }
}

/** Columns up to the next part of the clause. */
function tailWidth(atoms: readonly Atom[], from: number): number {
  let length = 0
  for (let at = from; at < atoms.length; at++) {
    const { mark, text } = atoms[at] as Atom
    if (at > from && (mark === 'tail' || mark === 'option' || mark === 'example')) break
    length += columns(text) + 1
    if (length > width) break
  }
  return length - 1
}

function columns(text: string): number {
  return /^[\x20-\x7e]*$/.test(text) ? text.length : [...text].length
}
