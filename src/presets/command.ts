// How presets say what their commands do.
import type { PresetCommand, PresetKind } from './preset.ts'

const descriptions: Readonly<Record<PresetKind, string>> = {
  test: 'run tests',
  type_check: 'check types',
  lint: 'run the linter',
  format: 'check formatting',
  build: 'build the project',
}

/** Tests are required, other checks are not unless an ecosystem says so. */
export function check(kind: PresetKind, id: string, command: string, from: string): PresetCommand {
  return { id, kind, required: kind === 'test', command, description: descriptions[kind], from }
}
