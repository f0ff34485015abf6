// `reeve import`: text for a policy from files of others: criteria from an acceptance file, rules from the permission files of other
// agent hosts. What could not be taken over is said line by line; nothing is written unless a new file is named.
import { flag, option, optional, positional, restPositionals, string } from 'cmd-ts'

import { Fault } from '../base/fault.ts'
import { plainLine } from '../base/plain.ts'
import type { Host } from '../host/host.ts'
import { readSmallText } from '../host/read.ts'
import { readAcceptance } from '../presets/acceptance.ts'
import { acceptanceCriteria } from '../presets/text.ts'
import { define } from './define.ts'
import { exit } from './exit.ts'
import { importHost, isHostName } from './import-host.ts'
import { absolutePath } from './session-args.ts'

export const subcommand = define({
  name: 'import',
  description:
    'prints rules for a policy from the permission files of another agent host (claude, codex, gemini, opencode), or the checks of an acceptance file as criteria; it never allows what the other host would ask about or refuse',
  examples: [
    { description: 'the settings of Claude Code in this workspace', command: 'reeve import claude' },
    {
      description: 'named files, merged as the host merges them',
      command: 'reeve import codex ~/.codex/config.toml .codex/rules/default.rules',
    },
    {
      description: 'into a new file; fail if anything was left out',
      command: 'reeve import opencode --strict --output policy.reeve',
    },
    { description: 'a task list with checks', command: 'reeve import acceptance ACCEPTANCE.md' },
  ],
  args: {
    format: positional({
      displayName: 'FORMAT',
      type: string,
      description: 'claude, codex, gemini, opencode or acceptance',
    }),
    files: restPositionals({
      displayName: 'FILE',
      type: string,
      description: 'the files; absent: those that the host reads in this workspace (none from your home)',
    }),
    cwd: option({ long: 'cwd', type: optional(string), description: 'a directory of the workspace' }),
    json: flag({ long: 'json', description: 'one JSON object: the policy as text, and what is to be told about it' }),
    strict: flag({ long: 'strict', description: 'exit 1 when a rule or a setting was left out' }),
    output: option({
      long: 'output',
      type: optional(string),
      description: 'a new file to write instead of standard output',
    }),
  },
  run: async ({ format, files, ...options }, host) => {
    if (isHostName(format)) return importHost(host, format, files, options)
    const [file] = files
    if (format !== 'acceptance')
      throw new Fault('usage', `\`${plainLine(format)}\` cannot be imported`, {
        help: 'reeve import claude|codex|gemini|opencode [FILE…], or reeve import acceptance FILE',
      })
    if (file === undefined || files.length > 1 || options.json || options.strict || options.output !== undefined)
      throw new Fault('usage', 'an acceptance file is imported alone', { help: 'reeve import acceptance FILE' })
    return importAcceptance(host, file)
  },
})

function importAcceptance(host: Host, file: string): number {
  const text = readSmallText(host.files, absolutePath(host, file), 1_048_576)
  if (text === undefined) throw new Fault('io', `cannot read ${file}`, { help: 'name a file of at most 1 MiB' })
  const acceptance = readAcceptance(text)
  host.terminal.out(acceptanceCriteria(acceptance))
  for (const { line, reason } of acceptance.skipped)
    host.terminal.err(`${plainLine(file)}:${line}: not taken over: ${plainLine(reason)}\n`)
  if (acceptance.items.length > 0) return exit.ok
  throw new Fault('usage', `${file} has no check that can be taken over`, {
    help: 'a line such as `- [ ] kind:command assert:`npm test``',
  })
}
