// Suggested checks as criteria in the policy language, ready to be pasted. Whoever pastes them makes them count; nothing here does.
import { freeName } from '../base/name.ts'
import type { AcceptanceFile, AcceptanceItem } from './acceptance.ts'
import type { Preset, PresetCommand } from './preset.ts'

/** One line a criterion, under a comment that names the preset. */
export function presetCriteria(presets: readonly Preset[]): string {
  const taken = new Set<string>()
  return presets
    .map(({ name, commands }) => `# ${name}\n${commands.map((each) => fromCommand(each, taken)).join('')}`)
    .join('\n')
}

export function acceptanceCriteria({ items }: AcceptanceFile): string {
  const taken = new Set<string>()
  return items.map((item) => fromItem(item, taken)).join('')
}

function fromCommand({ id, required, command, description, directory }: PresetCommand, taken: Set<string>): string {
  const text = directory === undefined ? description : `${description} in ${directory}`
  const place = directory === undefined ? '' : ` in ${quoted(directory)}`
  return criterion(idFrom(id, taken), required, text, `command ${quoted(command)}${place}`)
}

function fromItem({ text, check }: AcceptanceItem, taken: Set<string>): string {
  const id = idFrom(text, taken)
  if (check.kind === 'manual') return criterion(id, true, text, 'manual')
  if (check.kind === 'file') return criterion(id, true, text, `file ${quoted(check.path)}`)
  const exit = check.exitCode === 0 ? '' : ` exit ${check.exitCode}`
  return criterion(id, true, text, `command ${quoted(check.command)}${exit}`)
}

function criterion(id: string, required: boolean, text: string, verifier: string): string {
  return `criterion ${id}${required ? ' required' : ''} ${quoted(text)} { verify ${verifier} }\n`
}

/** A name of the language, never the same twice. */
function idFrom(text: string, taken: Set<string>): string {
  const id = freeName(text, taken)
  taken.add(id)
  return id
}

/** A string of the language; what cannot be seen is written as an escape. */
export function quoted(text: string): string {
  const plain = text.replace(/[\\"]/g, '\\$&').replace(/(?! )[\p{C}\p{Z}]/gu, (char) => {
    return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`
  })
  return `"${plain}"`
}
