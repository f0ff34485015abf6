// `reeve demo`: the main road on an embedded example workspace, with a recorded model and everything else real. It runs the very
// commands that a user would type, with directories of its own: the user's keys, ledgers and settings are never touched.
import { flag, optional, positional, string } from 'cmd-ts'

import { exampleFiles } from '../../policies/embedded.ts'
import { Fault } from '../base/fault.ts'
import { quoteArgv } from '../base/quote.ts'
import type { Host } from '../host/host.ts'
import { define, type Subcommand } from './define.ts'
import { exit } from './exit.ts'

export const subcommand = define({
  name: 'demo',
  description: 'shows a whole run on an example workspace, without a model and without touching anything of yours',
  examples: [
    { description: 'watch it', command: 'reeve demo' },
    { description: 'keep the workspace to play with', command: 'reeve demo ./try-reeve' },
  ],
  args: {
    keep: flag({ long: 'keep', description: 'keeps the temporary directory' }),
    directory: positional({
      displayName: 'DIR',
      type: optional(string),
      description: 'a new directory, which is kept',
    }),
  },
  run: async ({ keep, directory }, host) => {
    const root = makeRoot(host, directory)
    const isKept = keep || directory !== undefined
    try {
      return await show(host, demoHost(host, root), isKept)
    } finally {
      if (!isKept) remove(host, root)
    }
  },
})

interface Step {
  readonly title: string
  readonly args: readonly string[]
  readonly load: () => Promise<Subcommand>
}

const run = ['--policy', 'policy.reeve', '--replay', 'transcript.jsonl']

const steps: readonly Step[] = [
  {
    title: 'The policy is read and checked. It says what the agent may do and what must be proven.',
    args: ['check', 'policy.reeve'],
    load: async () => (await import('./check.ts')).subcommand,
  },
  {
    title:
      'The agent works. Its model is a recording; commands, files, refusals and evidence are real. Watch for the refused command, for the test that fails and then passes, and for the claim that is not believed.',
    args: ['run', ...run],
    load: async () => (await import('./run.ts')).subcommand,
  },
  {
    title: 'The verdict again, from the ledger and the workspace as it is now, not from anybody’s words.',
    args: ['gate', '--policy', 'policy.reeve'],
    load: async () => (await import('./gate.ts')).subcommand,
  },
  {
    title: 'The ledger: what was asked, what ran, what was refused, what changed. It can only grow.',
    args: ['log'],
    load: async () => (await import('./log.ts')).subcommand,
  },
]

async function show(host: Host, demo: Host, isKept: boolean): Promise<number> {
  const { out } = host.terminal
  out(
    `Reeve at work on a small example: a script adds up invoices wrongly, and an agent is to mend it.\nworkspace: ${demo.workingDirectory}\n`,
  )
  for (const [index, step] of steps.entries()) {
    out(`\n── ${index + 1} of ${steps.length} ── ${step.title}\n$ reeve ${quoteArgv(step.args)}\n\n`)
    const code = await (await step.load()).run(step.args.slice(1), demo)
    if (code === exit.ok) continue
    host.terminal.err(`reeve: the demo's step \`reeve ${quoteArgv(step.args)}\` ended with exit ${code}\n`)
    return code
  }
  out(`\n${nextSteps(demo, isKept)}`)
  return exit.ok
}

function nextSteps(demo: Host, isKept: boolean): string {
  const kept = isKept
    ? `The workspace is kept in ${demo.workingDirectory}`
    : 'The temporary workspace is gone; `reeve demo DIR` keeps one to play with'
  return [
    'The work counts as done because its evidence says so: exit 0.',
    '',
    'What to do next, in a project of your own:',
    '  1. write a policy.reeve (start from the one above), and run `reeve check`',
    '  2. reeve trust                     say that this policy counts here',
    '  3. reeve exec -- COMMAND           one command through the guard, into the ledger',
    '  4. reeve prove, then reeve gate    what is proven, and the verdict as exit code',
    '  5. reeve run "TASK" --model NAME --base-url http://127.0.0.1:8080/v1',
    '',
    `${kept}.`,
    '',
  ].join('\n')
}

/** The same machine with other directories and with nobody at the terminal. */
function demoHost(host: Host, root: string): Host {
  return {
    ...host,
    environment: {
      ...host.environment,
      XDG_CONFIG_HOME: `${root}/configuration`,
      XDG_STATE_HOME: `${root}/state`,
      XDG_CACHE_HOME: `${root}/cache`,
    },
    workingDirectory: `${root}/workspace`,
    terminal: { ...host.terminal, isInTerminal: false, question: async () => undefined },
  }
}

function makeRoot(host: Host, directory: string | undefined): string {
  const { files, environment, workingDirectory } = host
  const suffix = [...host.random(6)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const wanted = directory ?? `${(environment.TMPDIR || '/tmp').replace(/\/+$/, '')}/reeve-demo-${suffix}`
  const path = wanted.startsWith('/') ? wanted : `${workingDirectory}/${wanted}`
  try {
    files.makeDirectory(path, 0o700)
    const root = files.realPath(path)
    for (const name of ['workspace', 'configuration', 'state', 'cache']) files.makeDirectory(`${root}/${name}`, 0o700)
    for (const [name, text] of Object.entries(exampleFiles)) writeNew(host, `${root}/workspace/${name}`, text)
    return root
  } catch (cause) {
    const help =
      directory === undefined ? 'is there space, and is TMPDIR writable?' : 'name a directory that does not exist yet'
    throw new Fault('io', `cannot make the demo's directory ${path}`, { help, cause })
  }
}

function writeNew(host: Host, path: string, text: string): void {
  const { O_WRONLY, O_CREAT, O_EXCL } = host.files.constants
  const fd = host.files.open(path, O_WRONLY | O_CREAT | O_EXCL, 0o644)
  try {
    let bytes = new TextEncoder().encode(text)
    while (bytes.length > 0) bytes = bytes.subarray(host.files.write(fd, bytes, null))
  } finally {
    host.files.close(fd)
  }
}

/** Only what the demo made: links are removed, never followed. */
function remove(host: Host, path: string): void {
  if (host.files.lstat(path).kind !== 'directory') {
    host.files.unlink(path)
    return
  }
  for (const { name } of host.files.list(path)) remove(host, `${path}/${name}`)
  host.files.removeDirectory(path)
}
