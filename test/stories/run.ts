// Runs a story as a user would: in an empty directory, with a home of its own, through bash, with or without a terminal.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { difference } from './match.ts'
import { parseStory, type Step, type Story } from './story.ts'

/** A command that has not ended by then hangs; far beyond what a busy machine needs. */
const limitMs = 480_000

interface Place {
  readonly home: string
  readonly work: string
}

interface Ran {
  readonly stdout: string
  readonly stderr: string
  readonly exit: number
}

/** Answers what differs; empty when the story is true. `reeve` is the command line of the target. */
export async function tellStory(path: string, reeve: readonly string[]): Promise<string> {
  const story = parseStory(readFileSync(path, 'utf8'))
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'story-')))
  try {
    const place = prepare(home, story, reeve)
    for (const step of story.steps) {
      const differs = compare(step, await run(step, place))
      if (differs !== '') return `${path}:${step.line}: $ ${step.command}\n${differs}`
    }
    return ''
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

function prepare(home: string, story: Story, reeve: readonly string[]): Place {
  const work = join(home, 'work')
  mkdirSync(join(home, 'bin'))
  mkdirSync(work)
  const shim = join(home, 'bin', 'reeve')
  writeFileSync(shim, `#!/bin/sh\nexec ${reeve.map((word) => `'${word}'`).join(' ')} "$@"\n`)
  chmodSync(shim, 0o755)
  for (const { path, text } of story.files) {
    mkdirSync(dirname(join(work, path)), { recursive: true })
    writeFileSync(join(work, path), text)
    if (text.startsWith('#!')) chmodSync(join(work, path), 0o755)
  }
  return { home, work }
}

function compare(step: Step, { stdout, stderr, exit }: Ran): string {
  const out = step.stdout ? difference(stdout, step.stdout) : ''
  const err = step.stderr ? difference(stderr, step.stderr) : ''
  const code = exit === step.exit ? '' : `exit ${exit}, told was ${step.exit}`
  if (`${out}${err}${code}` === '') return ''
  const shown = [
    out !== '' || code !== '' ? `stdout:\n${out || stdout}` : '',
    err !== '' || code !== '' ? `stderr:\n${err || stderr}` : '',
  ]
  return [code, ...shown].filter((part) => part !== '').join('\n')
}

/** At a terminal `script` stands between: it makes one, and passes on what is typed and shown. */
function run(step: Step, { home, work }: Place): Promise<Ran> {
  const bash = ['bash', '--noprofile', '--norc', '-c', step.command] as const
  const terminal = ['script', '--quiet', '--return', '--command', step.command, '/dev/null'] as const
  const [program, ...args] = step.typed ? terminal : bash
  const child = spawn(program, args, {
    cwd: work,
    env: environmentOf(home),
    stdio: [step.typed ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    detached: true,
  })
  // The pipe stays open: its end would end the terminal.
  if (step.typed) child.stdin?.write(step.typed.map((line) => `${line}\n`).join(''))
  return ranOf(child)
}

function ranOf(child: ChildProcess): Promise<Ran> {
  const pieces: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] }
  child.stdout?.on('data', (bytes: Buffer) => pieces.stdout.push(bytes))
  child.stderr?.on('data', (bytes: Buffer) => pieces.stderr.push(bytes))
  const text = (stream: 'stdout' | 'stderr') => Buffer.concat(pieces[stream]).toString('utf8').replaceAll('\r\n', '\n')
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      pieces.stderr.push(Buffer.from('the story waited too long for this command\n'))
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    }, limitMs)
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ stdout: text('stdout'), stderr: text('stderr'), exit: code ?? 137 })
    })
  })
}

function environmentOf(home: string): Record<string, string> {
  return {
    PATH: `${join(home, 'bin')}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
    HOME: home,
    SHELL: '/bin/bash',
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    DENO_DIR: join(home, '.deno'),
    DENO_NO_UPDATE_CHECK: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@example.invalid',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.invalid',
  }
}
