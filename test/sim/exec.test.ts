// Whole commands of ours on the simulated machine: processes that hang, ignore signals, leave others behind, and disks that fill up.
import { describe, expect, test } from 'vitest'

import { main } from '../../src/main.ts'
import { home, Machine, type StartOptions, workspace } from './machine.ts'
import type { Program } from './processes.ts'

const policy = `policy "sim" version 1
exec { default ask  allow "work **"  deny "harm **" because "it harms" }
limits { time 5s }
criterion done required "It is done" { verify command "work done"  scope "out.txt" }
`

function machineWith(work: Program, seed = 7): Machine {
  return new Machine({
    seed,
    files: { [`${home}/policy.reeve`]: policy, [`${workspace}/out.txt`]: 'begun\n' },
    programs: { '/usr/bin/work': work, '/usr/bin/harm': async () => 0 },
  })
}

async function reeve(machine: Machine, args: readonly string[], options: StartOptions = {}) {
  const { host, terminal } = machine.start(options)
  const exit = await main([...args.slice(0, 1), '--policy', `${home}/policy.reeve`, ...args.slice(1)], host)
  return { exit, out: terminal.outText(), err: terminal.errText() }
}

async function log(machine: Machine): Promise<string> {
  const { host, terminal } = machine.start()
  await main(['log'], host)
  return terminal.outText()
}

describe('a command', () => {
  test('passes its streams and its exit code through, and is recorded', async () => {
    const machine = machineWith(async (self) => {
      self.out('hello\n')
      await self.sleep(1500)
      self.err('oh\n')
      return 3
    })
    const { exit, out, err } = await reeve(machine, ['exec', '--', 'work', 'hard'])
    expect({ exit, out }).toEqual({ exit: 3, out: 'hello\n' })
    expect(err).toContain('oh\n')
    expect(await log(machine)).toMatch(/start .*work hard[\s\S]*end .*exited 3/)
  })

  test('that hangs is ended at its time limit', async () => {
    const machine = machineWith((self) => self.hang())
    const before = machine.clock.monotonicMs()
    expect((await reeve(machine, ['exec', '--', 'work'])).exit).toBe(124)
    expect(machine.clock.monotonicMs() - before).toBeLessThan(10_000)
    expect(machine.processes.alive).toBe(0)
  })

  test('that hangs and ignores every polite signal is killed', async () => {
    const machine = machineWith((self) => {
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) self.ignore(signal)
      return self.hang()
    })
    expect((await reeve(machine, ['exec', '--', 'work'])).exit).toBe(124)
    expect(machine.processes.alive).toBe(0)
  })

  test.each([false, true])(
    'that leaves a stubborn process behind (in a group of its own: %s) takes it along',
    async (leavesGroup) => {
      const machine = machineWith(async (self) => {
        const stubborn: Program = (child) => {
          child.ignore('SIGTERM')
          return child.hang()
        }
        self.leave(stubborn, { leavesGroup })
        return 0
      })
      expect((await reeve(machine, ['exec', '--', 'work'])).exit).toBe(0)
      expect(machine.processes.alive).toBe(0)
    },
  )

  test('that we are interrupted in gets the signal and its end entry', async () => {
    const machine = machineWith((self) => self.hang())
    const { host, interrupt } = machine.start()
    machine.clock.after(2000, () => interrupt('SIGINT'))
    expect(await main(['exec', '--policy', `${home}/policy.reeve`, '--', 'work'], host)).toBe(130)
    expect(machine.processes.alive).toBe(0)
    expect(await log(machine)).toContain('interrupted')
  })

  test('that is denied is never started', async () => {
    const machine = machineWith(async () => 0)
    expect((await reeve(machine, ['exec', '--', 'harm'])).exit).toBe(4)
    expect(machine.processes.spawned).toEqual([])
  })
})

describe('without room or power', () => {
  test('nothing runs on a disk too full for the entry that comes first', async () => {
    const machine = machineWith(async () => 0)
    expect((await reeve(machine, ['exec', '--', 'work'])).exit).toBe(0)
    const ran = machine.processes.spawned.length
    machine.disk.capacityBytes = machine.disk.usedBytes() + 100
    const { exit, err } = await reeve(machine, ['exec', '--', 'work'])
    expect(exit).toBe(1)
    expect(err).toMatch(/full|ENOSPC/)
    expect(err).toContain('help: ')
    expect(machine.processes.spawned.length).toBe(ran)
    machine.disk.capacityBytes = Number.POSITIVE_INFINITY
    expect((await reeve(machine, ['exec', '--', 'work'])).exit).toBe(0)
  })

  test('a call that the power cut off is named unknown, and proves nothing', async () => {
    const machine = machineWith(async (self) => {
      await self.sleep(1000)
      if (self.args[0] === 'done') self.disk.losePower()
      return 0
    })
    await reeve(machine, ['exec', '--', 'work', 'done']).catch(() => undefined)
    machine.restart()
    const { exit, out, err } = await reeve(machine, ['status'])
    expect(exit).not.toBe(0)
    expect(`${out}${err}`).not.toMatch(/^verified/m)
    expect(await log(machine)).toMatch(/start .*work done/)
  })

  test('a workspace that vanishes under a command is told of', async () => {
    const machine = machineWith(async (self) => {
      self.disk.forget(workspace)
      return 0
    })
    const { exit, err } = await reeve(machine, ['exec', '--', 'work'])
    expect(exit).toBe(1)
    expect(err).toContain('workspace')
  })
})

test('evidence holds until its scope changes, and again when the change is undone', async () => {
  const machine = machineWith(async () => 0)
  const status = async () => (await reeve(machine, ['status'])).out.split(' ')[0]
  expect((await reeve(machine, ['prove'])).exit).toBe(0)
  expect(await status()).toBe('verified')
  machine.disk.put(`${workspace}/out.txt`, 'other\n')
  expect(await status()).toBe('not_checked')
  machine.disk.put(`${workspace}/out.txt`, 'begun\n')
  expect(await status()).toBe('verified')
})

test('one seed gives one ledger', async () => {
  const times = async () => {
    const machine = machineWith(async (self) => {
      await self.sleep(self.args.length)
      return 0
    }, 11)
    await reeve(machine, ['exec', '--', 'work', 'a'])
    return (await log(machine)).replaceAll(/s-[0-9a-f]+/g, 's')
  }
  await times() // loads what is loaded once
  expect(await times()).toBe(await times())
})
