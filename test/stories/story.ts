// Stories: command-line sessions as text files (format: test/README.md), run as a user would, each in directories of its own.
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface Step {
  readonly line: number
  readonly command: string
  readonly stdout: readonly string[] | undefined
  readonly stderr: readonly string[] | undefined
  readonly exit: number
}

export interface Story {
  readonly files: readonly { readonly path: string; readonly text: string }[]
  readonly steps: readonly Step[]
}

export function parseStory(text: string): Story {
  const files: { path: string; text: string }[] = []
  const steps: Draft[] = []
  let file: { path: string; text: string } | undefined
  for (const [index, line] of text.split('\n').entries()) {
    const opened = /^--- (\S+)$/.exec(line)
    if (opened) {
      file = { path: opened[1] as string, text: '' }
      files.push(file)
    } else if (line === '---') file = undefined
    else if (file) file.text += `${line}\n`
    else readLine(steps, line, index + 1)
  }
  return { files, steps }
}

interface Draft extends Step {
  command: string
  stdout: string[] | undefined
  stderr: string[] | undefined
  exit: number
}

function readLine(steps: Draft[], line: string, number: number): void {
  const step = steps.at(-1)
  if (line.startsWith('$ '))
    steps.push({ line: number, command: line.slice(2), stdout: undefined, stderr: undefined, exit: 0 })
  else if (step && line.startsWith('  $ ')) step.command += `\n${line.slice(4)}`
  else if (step && /^\|(?: |$)/.test(line)) step.stdout = [...(step.stdout ?? []), line.slice(2)]
  else if (step && /^!(?: |$)/.test(line)) step.stderr = [...(step.stderr ?? []), line.slice(2)]
  else if (step && line.startsWith('? ')) step.exit = Number(line.slice(2))
  else if (line.trim() !== '' && !line.startsWith('#')) throw new Error(`line ${number} is no part of a story: ${line}`)
}

/** Runs a story and answers what differs; empty when it is true. `reeve` is the command line of the target. */
export async function tellStory(path: string, reeve: readonly string[]): Promise<string> {
  const story = parseStory(readFileSync(path, 'utf8'))
  const home = mkdtempSync(join(tmpdir(), 'story-'))
  try {
    const work = join(home, 'work')
    mkdirSync(join(home, 'bin'), { recursive: true })
    mkdirSync(work)
    const shim = join(home, 'bin', 'reeve')
    writeFileSync(shim, `#!/bin/sh\nexec ${reeve.map((word) => `'${word}'`).join(' ')} "$@"\n`)
    chmodSync(shim, 0o755)
    for (const { path: name, text } of story.files) {
      mkdirSync(dirname(join(work, name)), { recursive: true })
      writeFileSync(join(work, name), text)
      if (text.startsWith('#!')) chmodSync(join(work, name), 0o755)
    }
    for (const step of story.steps) {
      const difference = await tellStep(step, work, home)
      if (difference !== '') return `${path}:${step.line}: ${difference}`
    }
    return ''
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

async function tellStep(step: Step, work: string, home: string): Promise<string> {
  const { stdout, stderr, code } = await run(step.command, work, home)
  const wrong = [
    code === step.exit ? '' : `exit ${code}, expected ${step.exit}`,
    step.stdout && !matchLines(stdout, step.stdout) ? `stdout differs, expected:\n${step.stdout.join('\n')}` : '',
    step.stderr && !matchLines(stderr, step.stderr) ? `stderr differs, expected:\n${step.stderr.join('\n')}` : '',
  ].filter((part) => part !== '')
  return wrong.length === 0 ? '' : `$ ${step.command}\n${wrong.join('\n')}\n--- stdout\n${stdout}--- stderr\n${stderr}`
}

function run(command: string, work: string, home: string): Promise<{ stdout: string; stderr: string; code: number }> {
  const environment = {
    PATH: `${join(home, 'bin')}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
    HOME: home,
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
  return new Promise((resolve) => {
    const child = spawn('bash', ['--noprofile', '--norc', '-c', command], {
      cwd: work,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (bytes) => {
      stdout += String(bytes)
    })
    child.stderr.on('data', (bytes) => {
      stderr += String(bytes)
    })
    child.on('close', (code, signal) => resolve({ stdout, stderr, code: code ?? (signal === 'SIGKILL' ? 137 : 143) }))
  })
}

/** `…` inside a line stands for any text; a line that is only `…` stands for any number of lines. */
export function matchLines(text: string, expected: readonly string[]): boolean {
  const lines = text.replace(/\n$/, '').split('\n')
  const actual = lines.length === 1 && lines[0] === '' ? [] : lines
  const rest = (at: number, wanted: number): boolean => {
    if (wanted === expected.length) return at === actual.length
    const pattern = expected[wanted] as string
    if (pattern.trim() === '…')
      return Array.from({ length: actual.length - at + 1 }, (_, skip) => at + skip).some((next) =>
        rest(next, wanted + 1),
      )
    return at < actual.length && matchLine(actual[at] as string, pattern) && rest(at + 1, wanted + 1)
  }
  return rest(0, 0)
}

function matchLine(line: string, pattern: string): boolean {
  const parts = pattern.split('…')
  if (parts.length === 1) return line === pattern
  let at = 0
  for (const [index, part] of parts.entries()) {
    const found =
      index === 0
        ? line.startsWith(part)
          ? 0
          : -1
        : index === parts.length - 1
          ? line.length - part.length
          : line.indexOf(part, at)
    if (found < at || line.slice(found, found + part.length) !== part) return false
    at = found + part.length
  }
  return true
}
