// Random shell texts from a seed: every construct of the shell, with programs that do not exist, so that a real bash can be
// asked which ones it would have run.

/** A stream of numbers from a seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export interface Generated {
  readonly text: string
  /** It holds parts that are known only at run time on purpose, so it may be unreadable. */
  readonly dynamic: boolean
}

interface Maker {
  readonly next: () => number
  /** Bodies of here-documents that wait for the end of the line. */
  readonly waiting: string[]
  readonly functions: string[]
  loops: number
  dynamic: boolean
  mayDefine: boolean
}

/** One text. With `wild`, some of its parts are dynamic on purpose. */
export function generate(seed: number, wild: boolean): Generated {
  const maker: Maker = { next: random(seed), waiting: [], functions: [], loops: 0, dynamic: false, mayDefine: true }
  const text = list(maker, 3, wild, true)
  return { text, dynamic: maker.dynamic }
}

function pick<T>(maker: Maker, choices: readonly T[]): T {
  const found = choices[Math.floor(maker.next() * choices.length)]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}

function chance(maker: Maker, share: number): boolean {
  return maker.next() < share
}

function name(maker: Maker): string {
  return `p${Math.floor(maker.next() * 30)}`
}

/** The bodies of here-documents follow the line that names them. */
function flush(maker: Maker): string {
  const bodies = maker.waiting.splice(0).join('')
  return bodies === '' ? '' : bodies
}

function newline(maker: Maker): string {
  return `\n${flush(maker)}`
}

function list(maker: Maker, depth: number, wild: boolean, top = false): string {
  const count = 1 + Math.floor(maker.next() * (top ? 4 : 2))
  let text = ''
  for (let at = 0; at < count; at++) {
    if (top && chance(maker, 0.08)) text += `# a note; p0 $(p1)${newline(maker)}`
    text += andOr(maker, depth, wild)
    const isLast = at === count - 1
    text += isLast
      ? top
        ? newline(maker)
        : ''
      : pick(maker, [() => '; ', () => newline(maker), () => ' & ', () => ';'])()
    if (!isLast && maker.waiting.length > 0) text += newline(maker)
  }
  return text
}

/** A list that can stand before a closing word, with its here-documents done. */
function closed(maker: Maker, depth: number, wild: boolean): string {
  const text = list(maker, depth, wild)
  return maker.waiting.length > 0 || chance(maker, 0.3) ? `${text}${newline(maker)}` : `${text}; `
}

function andOr(maker: Maker, depth: number, wild: boolean): string {
  let text = pipeline(maker, depth, wild)
  while (chance(maker, 0.3)) text += `${pick(maker, [' && ', ' || ', '&&', '||'])}${pipeline(maker, depth, wild)}`
  return text
}

function pipeline(maker: Maker, depth: number, wild: boolean): string {
  let text = pick(maker, ['', '', '', '', '', '! ', 'time ', 'time -p ']) + command(maker, depth, wild)
  while (chance(maker, 0.2)) text += `${pick(maker, [' | ', '|', ' |& '])}${command(maker, depth, wild)}`
  return text
}

function command(maker: Maker, depth: number, wild: boolean): string {
  if (depth <= 0 || chance(maker, 0.62)) return simple(maker, depth, wild)
  const inner = (): string => closed(maker, depth - 1, wild)
  const redirect = chance(maker, 0.15) ? ` ${fileRedirection(maker)}` : ''
  switch (Math.floor(maker.next() * 11)) {
    case 0:
      return `{ ${inner()}}${redirect}`
    case 1:
      return `( ${inner()})${redirect}`
    case 2:
      return `if ${inner()}then ${inner()}${chance(maker, 0.4) ? `elif ${inner()}then ${inner()}` : ''}${chance(maker, 0.5) ? `else ${inner()}` : ''}fi${redirect}`
    case 3:
      return `while once${maker.loops++}; do ${inner()}done${redirect}`
    case 4:
      return `until twice${maker.loops++}; do ${inner()}done`
    case 5:
      return `for v${maker.loops++} in ${words(maker, depth - 1, wild)}; do ${inner()}${chance(maker, 0.2) ? pick(maker, ['break; ', 'continue; ']) : ''}done`
    case 6:
      return `case ${word(maker, depth - 1, wild)} in a|b*) ${inner()};; ${chance(maker, 0.3) ? `[xy]) ${inner()};& ` : ''}*) ${inner()};; esac`
    case 7:
      return `[[ ${pick(maker, ['-f d1', '-n $HOME', 'a == a*', '1 -lt 2', '! -d d2', 'x =~ ^[a-z]+$', '( a < b && b > a )', '-n "$(p7)"'])} ]]`
    case 8:
      return pick(maker, ['(( 1 + 2 ))', '(( n++ ))', 'for ((i = 0; i < 2; i++)); do p3; done', '(( 2 > 1 ? 1 : 0 ))'])
    case 9:
      return cdCommand(maker)
    default:
      return definition(maker, inner)
  }
}

function cdCommand(maker: Maker): string {
  return pick(maker, [
    'cd d1',
    'cd d2',
    'cd ..',
    'cd ./d1',
    'cd d1 && p5',
    'cd nowhere',
    '(cd d2; p6)',
    'cd -',
    'cd d1 || exit 1',
    'pushd d1',
    'cd "$PWD"',
    'cd d{1,}',
  ])
}

function definition(maker: Maker, inner: () => string): string {
  if (!maker.mayDefine) return 'p9'
  const made = `fn_${maker.functions.length}`
  const text = `${pick(maker, [`${made}()`, `function ${made}`, `${made} ()`])} { ${inner()}}`
  maker.functions.push(made)
  return text
}

function simple(maker: Maker, depth: number, wild: boolean): string {
  const special = special0(maker, depth, wild)
  if (special !== undefined) return special
  const prefix = chance(maker, 0.12) ? `A${Math.floor(maker.next() * 3)}=${word(maker, depth - 1, wild)} ` : ''
  const program = programWord(maker, wild)
  const args = chance(maker, 0.8) ? ` ${words(maker, depth - 1, wild)}` : ''
  let text = prefix + program + args
  if (chance(maker, 0.2)) text += ` ${fileRedirection(maker)}`
  if (chance(maker, 0.1)) text += ` ${hereText(maker, depth, wild)}`
  return text
}

function special0(maker: Maker, depth: number, wild: boolean): string | undefined {
  if (!chance(maker, 0.2)) return undefined
  const inner = name(maker)
  const called = maker.functions.length > 0 ? pick(maker, maker.functions) : inner
  return pick(maker, [
    () => `X=${word(maker, depth - 1, wild)}`,
    () => `export Y=${word(maker, depth - 1, wild)}`,
    () => `n=${Math.floor(maker.next() * 9)}`,
    () => `eval '${inner} a; ${name(maker)}'`,
    () => `eval ${inner} "b;" ${name(maker)}`,
    () => `command ${inner} a`,
    () => `builtin echo "$(${inner})"`,
    () => `trap '${inner}' EXIT`,
    () => `{ ${inner}; }`,
    () => called,
    () => `[ -n "$(${inner})" ]`,
    () => `test 1 -lt "$n"`,
    () => 'true',
    () => 'false',
    () => ':',
    () => `echo $((1 + 2)) ${'$'}{HOME}`,
    () => `read -r line`,
    () => `local_${inner}=1 ${inner}`,
    () => `set -e`,
    () => `exit ${Math.floor(maker.next() * 3)}`,
    () => `unset X`,
    () => `printf '%s\\n' "$(${inner})"`,
    () => `exec 3>&1`,
    () => `(exec ${inner})`,
    () => `type ${inner}`,
  ])()
}

function programWord(maker: Maker, wild: boolean): string {
  const plain = name(maker)
  if (wild && chance(maker, 0.08)) {
    maker.dynamic = true
    return pick(maker, ['$CMD', `"\${CMD:-${plain}}"`, `$(echo ${plain})`, `${plain}*`])
  }
  const [first = '', ...rest] = plain
  return pick(maker, [
    plain,
    plain,
    plain,
    plain,
    `\\${plain}`,
    `"${plain}"`,
    `'${plain}'`,
    `${first}''${rest.join('')}`,
    `$'${plain}'`,
    `$'\\x70${rest.join('')}'`,
    `${first}\\\n${rest.join('')}`,
    `{${plain},x}`,
    `$'\\u0070'${rest.join('')}`,
  ])
}

function words(maker: Maker, depth: number, wild: boolean): string {
  const count = 1 + Math.floor(maker.next() * 3)
  const made = Array.from({ length: count }, () =>
    chance(maker, 0.03) ? pick(maker, ['$', 'a$']) : word(maker, depth, wild),
  )
  return made.join(pick(maker, [' ', ' ', '  ', '\t', ' \\\n']))
}

function word(maker: Maker, depth: number, wild: boolean): string {
  let text = part(maker, depth, wild)
  while (chance(maker, 0.25)) text += part(maker, depth, wild)
  return text
}

function part(maker: Maker, depth: number, wild: boolean): string {
  if (wild && chance(maker, 0.05)) {
    maker.dynamic = true
    return pick(maker, ['${!X}', '${X@P}', '${X:=a}', '$((X + 1))', '$((a[$(p1)]))', '${a[$(p2)]}', '@(a|b)', '$[1+1]'])
  }
  if (depth > 0 && chance(maker, 0.22)) return substitution(maker, depth, wild)
  return pick(maker, [
    'a',
    '-b',
    'x.txt',
    "'s t'",
    `"q r"`,
    `"$HOME"`,
    '$X',
    '"$X"',
    `"\${X:-d e}"`,
    '${#X}',
    '${X%.txt}',
    '${X/a/b}',
    '\\;',
    '\\$',
    `'$(p1)'`,
    `"\\$(p2)"`,
    '"`p3`"',
    '{1..3}',
    '{a,b}',
    'a{b,"c d"}e',
    '*.none',
    'd[12]',
    '~',
    '~/x',
    '"~"',
    "$'t\\tu'",
    '{}',
    'HEAD@{1}',
    '$?',
    '"$@"',
    '$((1+2))',
    '$((n+1))',
    'k=v',
    'k=~/w',
    '#c',
    'a#b',
    '""',
    "''",
    '!',
    '=',
    'é',
    '{a',
    'b}',
    '{x,{y,z}}',
    '{01..03}',
    '{c..a}',
    '{,w}',
    'a\\ b',
    '"a\\"b"',
    "'it'\\''s'",
    '%',
    '^',
    '[',
    ']',
    '2',
  ])
}

function substitution(maker: Maker, depth: number, wild: boolean): string {
  const held = maker.waiting.splice(0)
  const made = list(maker, depth - 1, wild)
  const inner = made.startsWith('(') ? ` ${made}` : made
  const tail = maker.waiting.length > 0 ? newline(maker) : ''
  maker.waiting.push(...held)
  // What bash itself misreads inside a substitution.
  if (/<<[E'"-]|\btime\b[\s\S]*\bcase\b/.test(inner)) maker.dynamic = true
  const isPlain = !/[`\\'"$]/.test(inner + tail)
  return pick(maker, [
    () => `$(${inner}${tail})`,
    () => `"$(${inner}${tail})"`,
    () => `"a $(${inner}${tail}) b"`,
    () => (isPlain ? `\`${inner}${tail}\`` : `\`${name(maker)}\``),
    () => (isPlain ? `"\`${inner}${tail}\`"` : `"x\`${name(maker)} a\`"`),
    () => ` <(${inner}${tail}) `,
    () => `\`${name(maker)} \\\`${name(maker)}\\\`\``,
    () => `\${X:-$(${inner}${tail})}`,
    () => `"$\\\n(${inner}${tail})"`,
    () => `$( (${inner}${tail}) )`,
  ])()
}

function fileRedirection(maker: Maker): string {
  return pick(maker, [
    '>out',
    '> out',
    '>>out',
    '2>/dev/null',
    '2>&1',
    '>&2',
    '&>out',
    '>|out',
    '</dev/null',
    '2>&-',
    '> "$X.log"',
    '>out 2>&1',
    '> >(p8)',
    '< <(p9)',
    '<>out',
  ])
}

function hereText(maker: Maker, depth: number, wild: boolean): string {
  const end = `E${maker.waiting.length}`
  const body = pick(maker, [
    'plain\n',
    `$(${name(maker)})\n`,
    'a "b\n',
    `\`${name(maker)}\` \\$(p1)\n`,
    '$X ${X:-y}\n',
    '# no\n\n',
    `$(echo "$(${name(maker)})")\n`,
  ])
  switch (Math.floor(maker.next() * 5)) {
    case 0:
      maker.waiting.push(`${body}${end}\n`)
      return `<<${end}`
    case 1:
      maker.waiting.push(`${body}${end}\n`)
      return `<<'${end}'`
    case 2:
      maker.waiting.push(`\t${body}\t${end}\n`)
      return `<<-${end}`
    case 3:
      maker.waiting.push(`${body}${end}\n`)
      return `<<"${end}"`
    default:
      return `<<<${word(maker, depth - 1, wild)}`
  }
}
