// `reeve exec` and `reeve sessions` as processes, with the real ledger, policy and reader, in directories of their own.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

// Processes are slow where the machine is busy.
vi.setConfig({ testTimeout: 120_000 })
const many = process.env.REEVE_FULL === '1' ? 20 : 5

const main = join(import.meta.dirname, '../../src/main.ts')
let root: string
let work: string
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'reeve-exec-')))
  work = join(root, 'work')
  for (const name of ['work', 'home']) fs.mkdirSync(join(root, name))
  fs.writeFileSync(join(root, 'policy.reeve'), policy)
})
afterEach(() => {
  fs.rmSync(root, { recursive: true, force: true })
})

const policy = `policy "test" version 1
exec {
  default ask
  allow "sh **", "cat", "true", "env", "./plain", "no-such-program"
  deny "rm **" because "files stay" instead "mv FILE trash/"
}
files { default deny  allow read "**"  allow write "**" }
environment { keep "HOME" }
limits { time 20s  output 64KiB }
criterion tests required "Tests pass" { verify command "sh test.sh"  scope "src/**" }
`

const environment = () => ({
  HOME: join(root, 'home'),
  PATH: process.env.PATH ?? '',
  TMPDIR: process.env.TMPDIR ?? '/tmp',
})

function reeve(
  args: readonly string[],
  input = '',
): { readonly code: number | null; readonly out: string; readonly err: string } {
  const ran = spawnSync(process.execPath, [main, ...args], { cwd: work, env: environment(), input, encoding: 'utf8' })
  return { code: ran.status, out: ran.stdout, err: ran.stderr }
}
const script = (name: string, text: string) => fs.writeFileSync(join(work, name), text)
const named = () => ['--policy', join(root, 'policy.reeve')]
const exec = (...command: readonly string[]) => reeve(['exec', ...named(), '--', ...command])

describe('reeve exec', () => {
  test('passes on input, both streams and the exit code', () => {
    expect(reeve(['exec', ...named(), '--', 'cat'], 'through')).toMatchObject({ code: 0, out: 'through' })
    script('both.sh', 'echo out; echo err >&2; exit 7')
    const both = exec('sh', 'both.sh')
    expect([both.code, both.out]).toEqual([7, 'out\n'])
    expect(both.err).toContain('err\n')
  })

  test('runs shell text given with --shell', () => {
    script('a.sh', 'echo a')
    expect(reeve(['exec', ...named(), '--shell', 'sh a.sh | cat'])).toMatchObject({ code: 0, out: 'a\n' })
  })

  test('answers 4 for a refused command, with the reason, the rule’s place and the better way', () => {
    fs.writeFileSync(join(work, 'file'), '')
    const refused = exec('rm', 'file')
    expect(refused.code).toBe(4)
    expect(refused.err).toContain('files stay')
    expect(refused.err).toContain('policy.reeve:5')
    expect(refused.err).toContain('mv FILE trash/')
    expect(fs.existsSync(join(work, 'file'))).toBe(true)
  })

  test('answers 4 for an ask that nobody answers, and runs it with --yes', () => {
    expect(exec('touch', 'made')).toMatchObject({ code: 4 })
    expect(fs.existsSync(join(work, 'made'))).toBe(false)
    expect(reeve(['exec', ...named(), '--yes', '--', 'touch', 'made'])).toMatchObject({ code: 0 })
    expect(fs.existsSync(join(work, 'made'))).toBe(true)
  })

  test('answers as a shell would when a command is missing, not executable or ended by a signal', () => {
    fs.writeFileSync(join(work, 'plain'), 'x')
    expect(exec('no-such-program').code).toBe(127)
    expect(exec('./plain').code).toBe(126)
    script('end.sh', 'kill -TERM $$')
    expect(exec('sh', 'end.sh').code).toBe(143)
  })

  test('needs exactly one command', () => {
    expect(reeve(['exec', ...named()]).code).toBe(2)
    expect(reeve(['exec', ...named(), '--shell', 'true', '--', 'true']).code).toBe(2)
  })

  test('names a near miss with the command that would count', () => {
    fs.writeFileSync(join(work, 'test.sh'), 'exit 0')
    expect(exec('sh', 'test.sh', '--quick').err).toContain('what would count: sh test.sh')
    const proven = reeve(['exec', '--json', ...named(), '--', 'sh', 'test.sh'])
    expect(JSON.parse(proven.err.trim().split('\n').at(-1) ?? '')).toMatchObject({
      result: 'ran',
      proofs: [{ criterion: 'tests', passed: true }],
    })
  })

  test('ends the command at SIGINT, records that, and answers 130', async () => {
    script('slow.sh', 'echo ready; sleep 30; :')
    const child = spawn(process.execPath, [main, 'exec', '--json', ...named(), '--', 'sh', 'slow.sh'], {
      cwd: work,
      env: environment(),
    })
    const said = listen(child)
    while (!said.out.includes('ready')) await new Promise((resolve) => setTimeout(resolve, 10))
    child.kill('SIGINT')
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect(code).toBe(130)
    expect(JSON.parse(said.err.trim().split('\n').at(-1) ?? '')).toMatchObject({ result: 'ran', how: 'interrupted' })
  })

  test('lets many commands side by side all land in one session', async () => {
    const runs = Array.from({ length: many }, () =>
      spawn(process.execPath, [main, 'exec', ...named(), '--', 'true'], { cwd: work, env: environment() }),
    )
    const codes = await Promise.all(runs.map((child) => new Promise((resolve) => child.on('close', resolve))))
    expect(codes).toEqual(Array.from({ length: many }, () => 0))
    const sessions = reeve(['sessions']).out.trim().split('\n')
    expect(sessions).toHaveLength(1)
    expect(sessions[0]).toContain('open')
    expect(sessions[0]).toContain(`${many} commands`)
  })
})

describe('reeve sessions', () => {
  test('lists them; `close` ends the open one, and the next command opens another', () => {
    exec('true')
    exec('true')
    expect(reeve(['sessions', 'close'])).toMatchObject({ code: 0 })
    expect(reeve(['sessions']).out).toMatch(/closed .*2 commands/)
    exec('true')
    expect(reeve(['sessions']).out.trim().split('\n')).toHaveLength(2)
    expect(reeve(['sessions', 'open']).code).toBe(2)
  })

  test('cannot be closed by a guarded command', () => {
    // In a sandbox Reeve is not even there.
    fs.writeFileSync(join(root, 'policy.reeve'), `${policy}sandbox off\n`)
    exec('true')
    const close = `${process.execPath} ${main} sessions close`
    script('close.sh', `HOME=${join(root, 'home')} ${close}; echo $?`)
    const ran = exec('sh', 'close.sh')
    expect(ran.out.trim()).toBe('4')
    expect(reeve(['sessions']).out).toContain('open')
  })
})

function listen(child: ChildProcess): { out: string; err: string } {
  const said = { out: '', err: '' }
  child.stdout?.on('data', (bytes) => {
    said.out += String(bytes)
  })
  child.stderr?.on('data', (bytes) => {
    said.err += String(bytes)
  })
  return said
}
