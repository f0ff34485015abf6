// Which of the scripts, targets or tasks that a file declares are checks. Only a plain name enters a command; what a script holds
// is never taken over, and is looked at only to leave out those that check nothing or never end.
import type { Json } from '../base/json.ts'
import { isPlainName } from './names.ts'
import type { PresetKind, Project } from './preset.ts'

export interface Check {
  readonly name: string
  readonly kind: PresetKind
}

/** By name; of several names of one kind the first that is declared. */
const names: Readonly<Record<PresetKind, readonly string[]>> = {
  test: ['test', 'tests', 'test:unit', 'unit'],
  type_check: ['typecheck', 'type-check', 'check-types', 'check:types', 'types', 'tsc'],
  lint: ['lint', 'lint:check', 'eslint'],
  format: ['format:check', 'format-check', 'check:format', 'check-format', 'fmt:check', 'fmt-check', 'prettier:check'],
  build: ['build', 'compile'],
}

const order: readonly PresetKind[] = ['test', 'type_check', 'lint', 'format', 'build']

/** In a fixed order of kinds. */
export function declaredChecks(
  project: Project,
  file: string,
  scripts: { readonly [name: string]: Json | undefined },
): readonly Check[] {
  return order.flatMap((kind) => {
    const name = names[kind].find((each) => Object.hasOwn(scripts, each) && isCheck(project, file, each, scripts[each]))
    return name === undefined ? [] : [{ name, kind }]
  })
}

/** Of targets, of which only the names are known. `check` is what some call their tests. */
export function checksAmong(targets: readonly string[]): readonly Check[] {
  const found = order.flatMap((kind) => {
    const name = names[kind].find((each) => targets.includes(each))
    return name === undefined ? [] : [{ name, kind }]
  })
  const isTested = found.some(({ kind }) => kind === 'test')
  return isTested || !targets.includes('check') ? found : [{ name: 'check', kind: 'test' }, ...found]
}

/** What a script of this name does when a run of continuous integration calls it; undefined: nobody knows. */
export function kindOfName(name: string): PresetKind | undefined {
  const [word = ''] = name.toLowerCase().split(/[:._-]/)
  if (/^(?:tests?|unit|integration|e2e|spec|coverage|verify|validate|ci|check)$/.test(word)) {
    return /typ(?:e|es)\b|types?$/.test(name) ? 'type_check' : /format|fmt/.test(name) ? 'format' : 'test'
  }
  if (/^(?:typecheck|type|types|tsc)$/.test(word)) return 'type_check'
  if (/^(?:lint|eslint|stylelint|biome)$/.test(word)) return 'lint'
  if (/^(?:format|fmt|prettier)$/.test(word)) return 'format'
  return /^(?:build|compile|bundle)$/.test(word) ? 'build' : undefined
}

function isCheck(project: Project, file: string, name: string, body: Json | undefined): boolean {
  if (typeof body !== 'string' || !isPlainName(name)) return false
  const text = body.slice(0, 2000).trim()
  const wrong = text.includes('no test specified')
    ? `\`${name}\` is the placeholder that npm writes: no check`
    : text === '' || /^(?:true|:|exit 0|echo [^&|;]*)$/.test(text)
      ? `\`${name}\` passes whatever was done: no check`
      : /(?:^| )--watch(?:All|-all)?(?: |$)/.test(text)
        ? `\`${name}\` watches and never ends: no check`
        : undefined
  if (wrong !== undefined) project.note(file, wrong)
  return wrong === undefined
}
