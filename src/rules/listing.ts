// A compiled program as a numbered listing: what the texts of a policy became, pattern by pattern, so that a person can see what
// is really held against a command. `opt` marks a word that is looked for at any option's position.
import { escapeLine } from '../base/escape.ts'
import type { Origin } from '../policy/policy.ts'
import type { CompiledPattern, CompiledWord, HostPattern, PathPattern, Program } from './program.ts'

export function listing({ policy, exec, files, network }: Program): string {
  const lines: string[] = []
  const number = counter()
  const add = (answer: string, what: string, origin: Origin) => {
    const place = origin.text.startsWith('default:') ? 'built in' : `${origin.span.file}:${origin.line}`
    lines.push(`${number()} ${answer.padEnd(5)} ${what}  # ${place}`)
  }
  lines.push(`exec default ${policy.exec.default}`)
  policy.exec.rules.forEach((rule, index) => {
    const compiled = exec.rules[index]
    const within = compiled?.directories.map(pathText).join(' ') ?? ''
    const except = compiled?.except.map(commandText).join(' or ') ?? ''
    for (const pattern of compiled?.patterns ?? [])
      add(rule.answer, commandText(pattern) + part('in', within) + part('except', except), rule.origin)
  })
  lines.push(`files default ${policy.fileAccess.default}`)
  policy.fileAccess.rules.forEach((rule, index) => {
    const except = files[index]?.except.map(pathText).join(' ') ?? ''
    for (const pattern of files[index]?.patterns ?? [])
      add(rule.answer, `${rule.access.padEnd(5)} ${pathText(pattern)}${part('except', except)}`, rule.origin)
  })
  lines.push(`network default ${policy.network.default}`)
  policy.network.rules.forEach((rule, index) => {
    for (const pattern of network[index] ?? []) add(rule.answer, hostText(pattern), rule.origin)
  })
  lines.push(...indexLines(exec))
  return `${lines.map(escapeLine).join('\n')}\n`
}

function counter(): () => string {
  let count = 0
  return () => String(count++).padStart(5)
}

function part(word: string, text: string): string {
  return text === '' ? '' : ` ${word} ${text}`
}

function commandText({ program, words }: CompiledPattern): string {
  const name = program.kind === 'name' ? program.glob.text : pathText(program.pattern)
  return [name, ...words.map(wordText)].join(' ')
}

function wordText(word: CompiledWord): string {
  if (word.kind === 'rest') return '**'
  return word.options ? `opt(${word.glob.text})` : /\s/.test(word.glob.text) ? `'${word.glob.text}'` : word.glob.text
}

const roots = { workspace: './', home: '~/', root: '' } as const

function pathText({ from, glob }: PathPattern): string {
  return `${roots[from]}${glob.text}`
}

function hostText(host: HostPattern): string {
  const port = host.port === undefined ? '' : `:${host.port}`
  return host.kind === 'name' ? `${host.glob.text}${port}` : `${host.address.join('.')}/${host.bits}${port}`
}

/** Which rules are asked for a program, by its name; `any` for all programs. */
function indexLines({ byName, open }: Program['exec']): readonly string[] {
  const names = Object.keys(byName).sort()
  const list = (indices: readonly number[]) => indices.map((index) => `rule ${index}`).join(', ')
  return [
    'index',
    ...names.map((name) => `      ${name}: ${list(byName[name] ?? [])}`),
    ...(open.length > 0 ? [`      any: ${list(open)}`] : []),
  ]
}
