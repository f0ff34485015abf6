// The settled rules as a text of the language, in its one form. Each stands under a comment that says which line it comes from.
import { formatText } from '../../grammar/format.ts'
import { assert } from '../base/assert.ts'
import { escapeLine } from '../base/escape.ts'
import { Fault } from '../base/fault.ts'
import { policyFromText } from '../policy/load.ts'
import { quoted } from '../presets/text.ts'
import type { Area, Foreign } from './foreign.ts'
import type { Settled, SettledRule } from './settle.ts'

/** Files that stay unread unless a rule names them, wherever they lie. */
const secrets = ['**/.env', '**/.env.*', '**/*.pem', '**/*.key', '**/.ssh/**']

export function policyText(foreign: Foreign, settled: Settled, files: readonly string[]): string {
  const blocks = [execBlock(settled), filesBlock(settled), networkBlock(settled), ...otherBlocks(foreign)]
  const head = `policy ${quoted(`imported from ${foreign.host}`)} version 1\n\n${files.map((file) => `# from ${plain(file)}\n`).join('')}\n`
  const source = { file: 'imported', text: `${head}${blocks.join('\n\n')}\n` }
  const formatted = formatText(source)
  const [mistake] = formatted.kind === 'broken' ? formatted.diagnostics : brokenBy(formatted.text)
  if (mistake?.code === 'RV101' || mistake?.code === 'RV207')
    throw new Fault('io', 'the policy would be larger than a policy may be', { help: 'import fewer files at once' })
  assert(formatted.kind === 'formatted' && !mistake, `an imported policy is one: ${mistake?.message ?? ''}`)
  return formatted.text
}

function brokenBy(text: string) {
  const loaded = policyFromText(text, 'imported')
  return loaded.kind === 'broken' ? loaded.diagnostics : []
}

function plain(text: string): string {
  return escapeLine(text.length > 200 ? `${text.slice(0, 199)}…` : text)
}

function execBlock({ rules, defaults }: Settled): string {
  return block('exec', `default ${defaults.exec}`, rulesIn(rules, ['exec']))
}

function filesBlock({ rules, defaults, readsAreFree }: Settled): string {
  const reads = `allow read "**" except ${secrets.map(quoted).join(', ')} because "what the workspace holds is there to be read"`
  return block(
    'files',
    `default ${defaults.files}${readsAreFree ? `\n\n${reads}` : ''}`,
    rulesIn(rules, ['read', 'write']),
  )
}

function networkBlock({ rules, defaults }: Settled): string {
  return block('network', `default ${defaults.network}`, rulesIn(rules, ['network']))
}

function block(name: string, start: string, rules: readonly string[]): string {
  return `${name} {\n${start}\n${rules.length > 0 ? `\n${rules.join('\n')}\n` : ''}}`
}

function rulesIn(rules: readonly SettledRule[], areas: readonly Area[]): readonly string[] {
  return rules.filter(({ area }) => areas.includes(area)).map(ruleText)
}

function ruleText({ answer, area, patterns, except, directories, because, rule }: SettledRule): string {
  const from = rule === undefined ? '' : `# from ${plain(rule.origin.file)}:${rule.origin.line}\n`
  const access = area === 'read' || area === 'write' ? ` ${area}` : ''
  const exceptions = except.length === 0 ? '' : ` except ${except.map(quoted).join(', ')}`
  const place = directories === undefined ? '' : ` in ${directories.map(quoted).join(', ')}`
  const reason = because === undefined || saidBy(because).trim() === '' ? '' : ` because ${quoted(saidBy(because))}`
  return `${from}${answer}${access} ${patterns.map(quoted).join(', ')}${exceptions}${place}${reason}`
}

/** A reason as a string can hold it. */
function saidBy(because: string): string {
  return [...because]
    .slice(0, 400)
    .join('')
    .replaceAll(/\0|\p{Cs}/gu, '')
}

function otherBlocks({ sandbox, keep }: Foreign): readonly string[] {
  return [
    ...(keep === undefined || keep.length === 0 ? [] : [`environment { keep ${keep.map(quoted).join(', ')} }`]),
    ...(sandbox === undefined ? [] : [`sandbox ${sandbox}`]),
  ]
}
