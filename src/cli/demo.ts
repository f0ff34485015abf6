// `reeve demo`: the main road on an embedded example workspace, with a recorded model and everything else real. It runs the very
// commands that a user would type, with directories of its own: the user's keys, ledgers and settings are never touched.
import { flag, optional, positional, string } from 'cmd-ts'

import { exampleFiles } from '../../policies/embedded.ts'
import { Fault } from '../base/fault.ts'
import { quoteArgv, quoteWord } from '../base/quote.ts'
import type { Host } from '../host/host.ts'
import { loadPolicy } from '../policy/load.ts'
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

function stepsFor(digest: string): readonly Step[] {
  const named = ['--policy', 'policy.reeve', '--policy-digest', `sha256:${digest}`]
  return [
    {
      title: 'The policy is checked: every mistake would be told with its place.',
      args: ['check', 'policy.reeve'],
      load: async () => (await import('./check.ts')).subcommand,
    },
    {
      title:
        'The agent works. Its words come from a recording; commands, files, refusals and evidence are real. Watch for the test that fails, the command that is refused, and the claim that nobody believes.',
      args: ['run', ...named, '--replay', 'transcript.jsonl'],
      load: async () => (await import('./run.ts')).subcommand,
    },
    {
      title: 'What is proven, computed anew from the ledger and from the files as they are now.',
      args: ['status', ...named],
      load: async () => (await import('./status.ts')).subcommand,
    },
    {
      title: 'The ledger: what was asked, refused, run and changed. It only grows, and whoever alters it is found out.',
      args: ['log'],
      load: async () => (await import('./log.ts')).subcommand,
    },
  ]
}

async function show(host: Host, demo: Host, isKept: boolean): Promise<number> {
  const { out } = host.terminal
  const policy = loadPolicy(demo, `${demo.workingDirectory}/policy.reeve`)
  if (policy.kind !== 'policy') throw new Error('reeve defect: the example policy has mistakes')
  out('Reeve at work: a script adds up invoices wrongly, and an agent is to mend it, under this policy:\n\n')
  out(`${(exampleFiles['policy.reeve'] ?? '').trimEnd().replaceAll(/^(?=.)/gm, '  ')}\n`)
  const steps = stepsFor(policy.policy.digest)
  for (const [index, step] of steps.entries()) {
    out(`\n── ${index + 1} of ${steps.length}: ${step.title}\n\n$ reeve ${quoteArgv(step.args)}\n`)
    const code = await (await step.load()).run(step.args.slice(1), demo)
    if (code === exit.ok) continue
    host.terminal.err(`reeve: the demo's step \`reeve ${quoteArgv(step.args)}\` ended with exit ${code}\n`)
    return code
  }
  out(`\n${nextSteps(demo, isKept)}`)
  return exit.ok
}

function nextSteps(demo: Host, isKept: boolean): string {
  return [
    'The work counts as done, exit 0, because the evidence says so and not because the agent does.',
    '',
    'What to do next, in a project of your own:',
    '  write a policy.reeve, the one above for a start, and run',
    '  reeve check                 is it free of mistakes?',
    '  reeve trust                 a person says that it counts here',
    '  reeve explain -- COMMAND    what it says of a command, and why',
    '  reeve exec -- COMMAND       runs one through the guard, into the ledger',
    '  reeve prove; reeve gate     proves the criteria; the verdict as exit code',
    '  reeve run "TASK" --model NAME --base-url http://127.0.0.1:8080/v1',
    '',
    ...(isKept
      ? keptLines(demo)
      : ['Nothing of this demo is left; `reeve demo DIR` keeps its workspace to play with.', '']),
  ].join('\n')
}

function keptLines({ workingDirectory, environment }: Host): readonly string[] {
  const names = ['XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME']
  const places = names.map((name) => `${name}=${quoteWord(environment[name] ?? '')}`)
  return [
    'The workspace is kept. To go on in it:',
    `  cd ${quoteWord(workingDirectory)}`,
    `  export ${places.join(' ')}`,
    '',
  ]
}

/** The same machine with other directories, with nobody at the terminal, and with one stream, so that all is read in order. */
function demoHost(host: Host, root: string): Host {
  const { terminal } = host
  return {
    ...host,
    environment: {
      ...host.environment,
      XDG_CONFIG_HOME: `${root}/configuration`,
      XDG_STATE_HOME: `${root}/state`,
      XDG_CACHE_HOME: `${root}/cache`,
    },
    workingDirectory: `${root}/workspace`,
    terminal: {
      ...terminal,
      err: terminal.out,
      isErrTerminal: terminal.isOutTerminal,
      isInTerminal: false,
      question: async () => undefined,
    },
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
