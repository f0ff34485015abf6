// `reeve import`: criteria for a policy from files of others. It prints text; what could not be taken over is said line by line.
import { positional, string } from 'cmd-ts'

import { Fault } from '../base/fault.ts'
import { plainLine } from '../base/plain.ts'
import { readSmallText } from '../host/read.ts'
import { readAcceptance } from '../presets/acceptance.ts'
import { acceptanceCriteria } from '../presets/text.ts'
import { define } from './define.ts'
import { absolutePath } from './session-args.ts'

export const subcommand = define({
  name: 'import',
  description: 'prints the checks of an acceptance file as criteria for a policy',
  examples: [{ description: 'a task list with checks', command: 'reeve import acceptance ACCEPTANCE.md' }],
  args: {
    format: positional({ displayName: 'acceptance', type: string }),
    file: positional({ displayName: 'FILE', type: string }),
  },
  run: async ({ format, file }, host) => {
    if (format !== 'acceptance')
      throw new Fault('usage', `\`${format}\` cannot be imported`, { help: 'reeve import acceptance FILE' })
    const text = readSmallText(host.files, absolutePath(host, file), 1_048_576)
    if (text === undefined) throw new Fault('io', `cannot read ${file}`, { help: 'name a file of at most 1 MiB' })
    const acceptance = readAcceptance(text)
    host.terminal.out(acceptanceCriteria(acceptance))
    for (const { line, reason } of acceptance.skipped)
      host.terminal.err(`${plainLine(file)}:${line}: not taken over: ${plainLine(reason)}\n`)
    if (acceptance.items.length > 0) return 0
    throw new Fault('usage', `${file} has no check that can be taken over`, {
      help: 'a line such as `- [ ] kind:command assert:`npm test``',
    })
  },
})
