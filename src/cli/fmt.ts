// `reeve fmt`: policy texts in their one form. A broken text is never rewritten, a right one only ever as a whole; `--check` and
// `--diff` write nothing.
import { flag, option, optional, restPositionals, string } from 'cmd-ts'

import { unifiedDiff } from '../base/diff.ts'
import { escapeLine } from '../base/escape.ts'
import { Fault } from '../base/fault.ts'
import { relativePath } from '../base/path.ts'
import { renderDiagnostics } from '../base/render.ts'
import { atomicReplace } from '../guard/atomic.ts'
import { isGuardedDescendant } from '../host/ancestry.ts'
import type { Host } from '../host/host.ts'
import { readPolicyFile } from '../policy/read.ts'
import { define } from './define.ts'
import { exit } from './exit.ts'
import { policyToRead } from './policy-file.ts'
import { absolutePath } from './session-args.ts'

export const subcommand = define({
  name: 'fmt',
  description: 'writes policy files in their one form; comments stay, the meaning never changes',
  examples: [
    { description: 'the policy of this workspace', command: 'reeve fmt' },
    { description: 'what would change, for continuous integration', command: 'reeve fmt --check --diff policy.reeve' },
    { description: 'a text from standard input', command: 'reeve fmt - < draft.reeve' },
  ],
  args: {
    files: restPositionals({
      displayName: 'FILE',
      type: string,
      description: 'policy files, - for standard input; absent: the policy found here',
    }),
    cwd: option({ long: 'cwd', type: optional(string), description: 'where to look for the policy' }),
    check: flag({
      long: 'check',
      description: 'write nothing; list the files that would change, exit 1 if there are any',
    }),
    diff: flag({ long: 'diff', description: 'write nothing; print what would change as a unified diff' }),
  },
  run: async ({ files, cwd, check, diff }, host) => {
    const mode: Mode = { check, diff }
    const writesFiles = !check && !diff && (files.length === 0 || files.some((file) => file !== '-'))
    if (writesFiles && isGuardedDescendant(host))
      throw new Fault('person', 'a policy file was to be rewritten from inside a guarded command', {
        help: '`reeve fmt --check` and `reeve fmt -` write no file',
      })
    const named = files.length > 0 ? files : [shownPath(host, policyToRead(host, undefined, cwd))]
    let [isBroken, isChanged] = [false, false]
    for (const name of named) {
      const done =
        name === '-' ? await formatInput(host, mode) : await formatFile(host, absolutePath(host, name), { name, mode })
      isBroken ||= done === 'broken'
      isChanged ||= done === 'changed'
    }
    if (isBroken) return exit.policy
    return check && isChanged ? exit.error : exit.ok
  },
})

function shownPath(host: Host, path: string): string {
  return relativePath(path, host.workingDirectory) ?? path
}

interface Mode {
  readonly check: boolean
  readonly diff: boolean
}

type Done = 'broken' | 'changed' | 'same'

async function formatInput(host: Host, mode: Mode): Promise<Done> {
  const bytes = await host.terminal.readAll()
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Fault('policy', 'standard input is no UTF-8 text', { help: 'give it a policy text' })
  }
  const formatted = await format(host, '<stdin>', text)
  if (formatted === undefined) return 'broken'
  if (mode.check || mode.diff) return show(host, { name: '<stdin>', text, formatted }, mode)
  host.terminal.out(formatted)
  return formatted === text ? 'same' : 'changed'
}

async function formatFile(host: Host, path: string, { name, mode }: { name: string; mode: Mode }): Promise<Done> {
  const read = readPolicyFile(host.files, path)
  if (read.kind === 'failed') throw new Fault('policy', read.reason, { help: read.help })
  if (read.kind === 'too-large')
    throw new Fault('policy', `\`${name}\` is larger than 1 MiB`, { help: 'split it with `use "./other.reeve"`' })
  const { text, realPath } = read
  const formatted = await format(host, name, text)
  if (formatted === undefined) return 'broken'
  if (mode.check || mode.diff) return show(host, { name, text, formatted }, mode)
  if (formatted === text) return 'same'
  await replace(host, realPath, name, formatted)
  host.terminal.err(`formatted ${escapeLine(name)}\n`)
  return 'changed'
}

/** Undefined when the text is broken, which is told. */
async function format(host: Host, file: string, text: string): Promise<string | undefined> {
  const { formatText } = await import('../../grammar/format.ts')
  const source = { file, text }
  const result = formatText(source)
  if (result.kind === 'formatted') return result.text
  const color = host.terminal.isErrTerminal && host.environment.NO_COLOR === undefined
  host.terminal.err(renderDiagnostics(result.diagnostics, [source], { color }))
  host.terminal.err(`${escapeLine(file)} was left as it is\n`)
  return undefined
}

interface Shown {
  readonly name: string
  readonly text: string
  readonly formatted: string
}

function show(host: Host, { name, text, formatted }: Shown, { check, diff }: Mode): Done {
  if (formatted === text) return 'same'
  const shown = escapeLine(name)
  if (diff) host.terminal.out(unifiedDiff(text, formatted, { before: shown, after: `${shown} formatted` }))
  if (check) (diff ? host.terminal.err : host.terminal.out)(`${shown}\n`)
  return 'changed'
}

async function replace(host: Host, real: string, name: string, text: string): Promise<void> {
  const { mode, inode } = host.files.stat(real)
  const bytes = new TextEncoder().encode(text)
  const failure = await atomicReplace(host, { real, shown: `\`${name}\``, bytes, mode, inode }, async () => {})
  if (failure === undefined) return
  throw new Fault('io', `\`${name}\` could not be rewritten: ${failure}`, {
    help: 'check its permissions and those of its directory',
  })
}
