// `reeve presets`: the checks that the project's own files suggest. It never writes a policy: a policy is a person's text, and each
// change of it needs trust again.
import { flag, option, optional, string } from 'cmd-ts'
import { escapeLine } from '../base/escape.ts'
import { plainLine } from '../base/plain.ts'
import { findPresets } from '../presets/find.ts'
import type { Preset } from '../presets/preset.ts'
import { type Note, openProject } from '../presets/project.ts'
import { presetCriteria } from '../presets/text.ts'
import { findWorkspace } from '../session/workspace.ts'
import { define } from './define.ts'
import { absolutePath } from './session-args.ts'

export const subcommand = define({
  name: 'presets',
  description: 'shows the checks that the files of the project suggest',
  examples: [
    { description: 'what there is', command: 'reeve presets' },
    { description: 'as criteria, to be pasted into a policy', command: 'reeve presets --add' },
  ],
  args: {
    cwd: option({ long: 'cwd', type: optional(string), description: 'a directory of the workspace' }),
    add: flag({ long: 'add', description: 'prints criteria for a policy; it changes no file' }),
  },
  run: async (values, host) => {
    const { path } = findWorkspace(host, absolutePath(host, values.cwd ?? '.'))
    const { project, notes } = openProject(host.files, path)
    const presets = findPresets(project)
    for (const note of notes()) host.terminal.err(passedOver(note))
    if (presets.length === 0) {
      host.terminal.err('the files of this project suggest no check\n')
      return 0
    }
    host.terminal.out(values.add ? presetCriteria(presets) : presets.map(listed).join('\n'))
    host.terminal.err(
      values.add
        ? 'paste what fits into `policy.reeve`, then `reeve check` and `reeve trust`\n'
        : 'as criteria for a policy: reeve presets --add\n',
    )
    return 0
  },
})

export function passedOver({ path, reason }: Note): string {
  return `passed over: ${path === '' ? '' : `${escapeLine(path.slice(0, 200))}: `}${plainLine(reason)}\n`
}

function listed({ name, commands }: Preset): string {
  const width = Math.max(...commands.map(({ id }) => id.length))
  const lines = commands.map(({ id, command, description, directory, required }) => {
    const place = directory === undefined ? '' : ` in ${plainLine(directory)}`
    return `  ${id.padEnd(width)}  ${plainLine(command)}${place}: ${description}${required ? ' (required)' : ''}`
  })
  return `${name}\n${lines.join('\n')}\n`
}
