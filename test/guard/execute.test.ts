// Real processes: time limits, what they leave behind, and streams that are hashed whole.
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { hex } from '../../src/base/bytes.ts'
import { Capture, EndsKeeper, streamRecord } from '../../src/guard/capture.ts'
import { execute, type Launch } from '../../src/guard/execute.ts'
import { guardMarker } from '../../src/host/ancestry.ts'
import { realHost } from '../../src/host/real.ts'

const host = realHost()
let directory: string
beforeEach(() => {
  directory = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'reeve-execute-')))
})
afterEach(() => {
  fs.rmSync(directory, { recursive: true, force: true })
})

function shell(text: string, options: Partial<Launch> = {}): Launch {
  const token = hex(host.random(8))
  return {
    program: '/bin/bash',
    name: 'bash',
    args: ['--noprofile', '--norc', '-c', text],
    directory,
    environment: { PATH: '/usr/bin:/bin', [guardMarker]: token },
    stdin: 'closed',
    timeMs: 20_000,
    token,
    enclosed: false,
    limits: {},
    onOutput: () => undefined,
    ...options,
  }
}

/** Process ids that the script wrote down; they must be gone. */
function pidsIn(name: string): readonly number[] {
  return fs.readFileSync(join(directory, name), 'utf8').trim().split('\n').map(Number)
}

/** A process that ended and that nobody waited for yet runs no more. */
function isRunning(pid: number): boolean {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))
  } catch {
    return false
  }
}

describe('a command', () => {
  test('ends with its exit code, and both streams come whole', async () => {
    const said = { stdout: '', stderr: '' }
    const ran = await execute(
      host,
      shell('echo out; echo err >&2; exit 7', {
        onOutput: (stream, bytes) => {
          said[stream] += new TextDecoder().decode(bytes)
        },
      }),
    )
    expect(ran).toMatchObject({ exit: { kind: 'exited', code: 7 }, outlived: false })
    expect(ran.stopped).toBeUndefined()
    expect(said).toEqual({ stdout: 'out\n', stderr: 'err\n' })
  })

  test('that dies by a signal says which', async () => {
    expect((await execute(host, shell('kill -SEGV $$'))).exit).toEqual({ kind: 'signalled', signal: 'SIGSEGV' })
  })

  test('that cannot be started is an outcome, with the system’s word for it', async () => {
    const missing = await execute(host, shell('', { program: join(directory, 'none') }))
    expect(missing.exit).toMatchObject({ kind: 'failed', errno: 'ENOENT' })
    fs.writeFileSync(join(directory, 'plain'), '#!/bin/sh\n', { mode: 0o644 })
    const plain = await execute(host, shell('', { program: join(directory, 'plain') }))
    expect(plain.exit).toMatchObject({ kind: 'failed', errno: 'EACCES' })
    const nul = await execute(host, shell('', { args: ['a\0b'] }))
    expect(nul.exit.kind).toBe('failed')
  })

  test('gets exactly the environment it is given', async () => {
    let said = ''
    const launch = shell('', {
      program: '/usr/bin/env',
      args: [],
      environment: { ONLY: 'this' },
      onOutput: (_, bytes) => {
        said += new TextDecoder().decode(bytes)
      },
    })
    await execute(host, launch)
    expect(said).toBe('ONLY=this\n')
  })
})

describe('a time limit', () => {
  test('ends the command and its grandchildren', async () => {
    const ran = await execute(
      host,
      shell('(sleep 60 & echo $! >> pids; wait) & echo $! >> pids; wait', { timeMs: 300 }),
    )
    expect(ran.stopped).toBe('timed-out')
    for (const pid of pidsIn('pids')) expect(isRunning(pid)).toBe(false)
  })

  test('ends what ignores the first signal', async () => {
    const ran = await execute(host, shell("trap '' TERM; echo $$ > pids; while :; do sleep 0.1; done", { timeMs: 200 }))
    expect(ran).toMatchObject({ stopped: 'timed-out', exit: { kind: 'signalled', signal: 'SIGKILL' } })
    for (const pid of pidsIn('pids')) expect(isRunning(pid)).toBe(false)
  })
})

describe('what a command leaves running', () => {
  test('is ended with it, although it still holds the streams', async () => {
    const ran = await execute(host, shell('sleep 60 & echo $! > pids; exit 3'))
    expect(ran).toMatchObject({ exit: { kind: 'exited', code: 3 }, outlived: false })
    for (const pid of pidsIn('pids')) expect(isRunning(pid)).toBe(false)
  })

  test('is found by its mark when it left the group', async () => {
    const ran = await execute(host, shell('setsid sleep 60 < /dev/null > /dev/null 2>&1 & echo $! > pids; sleep 0.1'))
    expect(ran.outlived).toBe(false)
    for (const pid of pidsIn('pids')) expect(isRunning(pid)).toBe(false)
  })

  test('is found among our children when it hid from both, also twice removed', async () => {
    const hide = 'env -i PATH=/usr/bin:/bin setsid'
    const started = 'until test $(wc -l < pids 2>/dev/null || echo 0) = 2; do sleep 0.02; done'
    const deep = `${hide} sh -c '${hide} sh -c "echo \\$\\$ >> pids; exec sleep 60" & echo $$ >> pids; exec sleep 60'`
    const ran = await execute(host, shell(`${deep} < /dev/null > /dev/null 2>&1 & ${started}`))
    expect(ran).toMatchObject({ exit: { kind: 'exited', code: 0 }, outlived: false })
    for (const pid of pidsIn('pids')) expect(isRunning(pid)).toBe(false)
  })

  test('is left alone when another started it', async () => {
    const child = host.processes.spawn({ ...shell('sleep 60'), onOutput: () => undefined })
    await execute(host, shell('true'))
    expect(child.pid !== undefined && isRunning(child.pid)).toBe(true)
    if (child.pid !== undefined) host.processes.signal(-child.pid, 'SIGKILL')
    await child.exited
  })

  test('is told when it hid from both where the system does not give us orphans, and is not waited for', async () => {
    const ran = await execute(
      { ...host, processes: { ...host.processes, adopt: () => false } },
      shell('env -u REEVE_GUARDED setsid sleep 60 & sleep 0.2; pgrep -n -x sleep > pids; exit 0'),
    )
    expect(ran).toMatchObject({ exit: { kind: 'exited', code: 0 }, outlived: true })
    for (const pid of pidsIn('pids')) host.processes.signal(pid, 'SIGKILL')
  })
})

test('an interrupt ends the command, and a second one does not wait', async () => {
  const listeners: ((signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => void)[] = []
  const interrupted = {
    ...host,
    onInterrupt: (listener: (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => void) => {
      listeners.push(listener)
      return () => undefined
    },
  }
  const running = execute(interrupted, shell("trap '' INT TERM; echo $$ > pids; while :; do sleep 0.1; done"))
  while (!fs.existsSync(join(directory, 'pids'))) await host.clock.sleep(10)
  listeners[0]?.('SIGINT')
  listeners[0]?.('SIGINT')
  expect(await running).toMatchObject({ stopped: 'interrupted', exit: { kind: 'signalled', signal: 'SIGKILL' } })
})

describe('a stream', () => {
  test('is hashed whole under its salt, however little of it is kept', async () => {
    const salt = host.random(32)
    const capture = new Capture(salt, 4096)
    const whole = createHash('sha256').update(salt)
    const ran = await execute(
      host,
      shell('seq 1 200000', {
        onOutput: (_, bytes) => {
          whole.update(bytes)
          capture.add(bytes)
        },
      }),
    )
    const captured = capture.end()
    expect(ran.exit).toEqual({ kind: 'exited', code: 0 })
    expect(captured.bytes).toBe(1_288_895)
    expect(captured.commitment).toBe(whole.digest('hex'))
    expect(captured.head.length).toBe(1024)
    expect(captured.tail.length).toBe(3072)
    expect(new TextDecoder().decode(captured.head).startsWith('1\n2\n')).toBe(true)
    expect(new TextDecoder().decode(captured.tail).endsWith('200000\n')).toBe(true)
  })

  test('that is kept whole stands in one blob under its own commitment; a cut one under another', () => {
    const text = new TextEncoder().encode('0123456789')
    const kept = new Capture(new Uint8Array([1]), 100)
    kept.add(text)
    const whole = streamRecord(kept.end())
    expect(whole.record.kept).toBeUndefined()
    expect(whole.blob).toMatchObject({ commitment: whole.record.commitment, data: text })
    const cut = new Capture(new Uint8Array([1]), 4)
    cut.add(text)
    const part = streamRecord(cut.end())
    expect(part.record.commitment).toBe(whole.record.commitment)
    expect(part.record.kept).toBe(part.blob.commitment)
    expect(new TextDecoder().decode(part.blob.data)).toBe('0789')
  })

  test('keeps its first and last bytes however it is cut into pieces', () => {
    const bytes = new Uint8Array(300).map((_, index) => index % 251)
    for (const size of [1, 2, 7, 64, 300]) {
      for (const kept of [0, 1, 4, 40, 299, 300, 301]) {
        const keeper = new EndsKeeper(kept)
        for (let at = 0; at < bytes.length; at += size) keeper.add(bytes.subarray(at, at + size))
        const { head, tail } = keeper.end()
        const headBytes = kept >= 300 ? 300 : Math.floor(kept / 4)
        expect([...head]).toEqual([...bytes.subarray(0, headBytes)])
        expect([...tail]).toEqual(kept >= 300 ? [] : [...bytes.subarray(300 - (kept - headBytes))])
      }
    }
  })
})

test('a signal that came while the command was made ready ends it at once', async () => {
  const ran = await execute(host, shell('sleep 20', { heard: () => 'SIGINT' }))
  expect(ran.stopped).toBe('interrupted')
  expect(ran.durationMs).toBeLessThan(5000)
})

test('a writer whose reader went away gets SIGPIPE, and what it said meanwhile is not taken', async () => {
  let taken = 0
  const onOutput = (_: unknown, bytes: Uint8Array) => {
    taken += bytes.length
  }
  const ran = await execute(host, shell('exec yes', { onOutput, isGone: () => taken > 0 }))
  expect(ran).toMatchObject({ exit: { kind: 'signalled', signal: 'SIGPIPE' }, gone: ['stdout'] })
  expect(taken).toBeLessThan(1_000_000)
})

test('whoever multiplies beyond the limit is ended with all it started', async () => {
  const ran = await execute(host, shell('for i in {1..30}; do sleep 31736 & done; wait', { limits: { processes: 10 } }))
  expect(ran).toMatchObject({ exceeded: 'processes', outlived: false })
})
