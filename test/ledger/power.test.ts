// The ledger when the power goes or the disk fills up in the middle of its work, and the same with a sync left out: such a machine
// must lose entries, or these trials would prove nothing.
import { describe, expect, test } from 'vitest'

import type { Files, Host } from '../../src/host/host.ts'
import { auditLedger } from '../../src/ledger/audit.ts'
import { ledgerPath, openLedger } from '../../src/ledger/open.ts'
import { Machine, workspace } from '../sim/machine.ts'
import { note, notesOf } from './world.ts'

const seed = Number(process.env.REEVE_SEED ?? 1)
const cuts = process.env.REEVE_FULL ? 1000 : 50
const request = { workspace: { path: workspace, id: 'w-1' }, mode: 'write' } as const

/** Appends with a pause in between, so that the log is put away and made again; answers what was acknowledged. */
async function work(host: Host, machine: Machine, acknowledged: string[]): Promise<void> {
  const ledger = await openLedger(host, request)
  for (let number = 0; number < 6; number++) {
    const texts = [`${number}`, `${number}'`].slice(0, 1 + (number % 2))
    await ledger.append(texts.map(note))
    acknowledged.push(...texts)
    if (number % 3 === 2) await machine.clock.sleep(100)
  }
  await ledger.close()
}

interface Loss {
  readonly acknowledged: readonly string[]
  /** What is there afterwards, or why it cannot be read. */
  readonly found: readonly string[] | string
  readonly findings: readonly string[]
}

/** One run that is cut at the given call, after which the power comes back. */
async function cutAt(trial: number, call: number, spoil: (files: Files) => Files): Promise<Loss> {
  const machine = new Machine({ seed: seed * 100_000 + trial })
  const { host } = machine.start()
  machine.disk.trouble = ({ count }) => (count === call ? 'power-loss' : undefined)
  const acknowledged: string[] = []
  await work({ ...host, files: spoil(host.files) }, machine, acknowledged).catch((error: unknown) => {
    expect(machine.disk.hasPower, String(error)).toBe(false)
  })
  machine.restart()
  const again = machine.start().host
  try {
    const ledger = await openLedger(again, request)
    const found = notesOf(await ledger.entries())
    await ledger.append([note('afterwards')])
    await ledger.close()
    const { findings } = await auditLedger(again, ledgerPath(again, request))
    return { acknowledged, found, findings }
  } catch (error) {
    return { acknowledged, found: String(error), findings: [] }
  }
}

function isLost({ acknowledged, found, findings }: Loss): boolean {
  return typeof found === 'string' || findings.length > 0 || acknowledged.some((each) => !found.includes(each))
}

async function callsOf(): Promise<number> {
  const machine = new Machine({ seed: 0 })
  await work(machine.start().host, machine, [])
  return machine.disk.callCount
}

async function lossesOf(
  count: number,
  spoil: (files: Files) => Files,
): Promise<readonly (Loss & { readonly said: string })[]> {
  const calls = await callsOf()
  const losses: (Loss & { readonly said: string })[] = []
  for (let trial = 0; trial < count; trial++) {
    const call = 1 + Math.floor((trial * calls) / count)
    const loss = await cutAt(trial, call, spoil)
    if (isLost(loss))
      losses.push({ ...loss, said: `seed ${seed}, trial ${trial}, power lost at call ${call} of ${calls}` })
  }
  return losses
}

function isDirectory(files: Files, fd: number): boolean {
  return files.fstat(fd).kind === 'directory'
}

describe('a loss of power', () => {
  test('takes no acknowledged entry along, wherever it comes', { timeout: 1_800_000 }, async () => {
    expect(await lossesOf(cuts, (files) => files)).toEqual([])
  })

  test('takes entries along where new names are not synced', { timeout: 600_000 }, async () => {
    const spoil = (files: Files): Files => ({
      ...files,
      sync: (fd) => {
        if (!isDirectory(files, fd)) files.sync(fd)
      },
    })
    expect((await lossesOf(15, spoil)).length).toBeGreaterThan(0)
  })

  test('takes entries along where the log is not synced before they are acknowledged', {
    timeout: 600_000,
  }, async () => {
    const spoil = (files: Files): Files => ({ ...files, dataSync: () => undefined })
    expect((await lossesOf(15, spoil)).length).toBeGreaterThan(0)
  })
})

describe('a loss of power after a process that was killed', () => {
  /** The first process ends at the given call, the second does its work, and then the power goes. */
  async function trial(call: number): Promise<Loss> {
    const machine = new Machine({ seed: seed * 10_000 + call })
    const isKilled = { now: false }
    machine.disk.trouble = ({ count }) => {
      if (count >= call) isKilled.now = true
      return isKilled.now ? { error: 'EIO' } : undefined
    }
    const first = machine.start().host
    await work(first, machine, []).catch(() => undefined)
    machine.processes.powerOff()
    machine.disk.forget(`/proc/${first.runtime.pid}`)
    machine.clock.forget()
    machine.disk.trouble = () => undefined
    const acknowledged: string[] = []
    await work(machine.start().host, machine, acknowledged)
    machine.disk.losePower()
    machine.restart()
    const ledger = await openLedger(machine.start().host, request)
    const found = notesOf(await ledger.entries())
    await ledger.close()
    return { acknowledged, found, findings: [] }
  }

  test('takes nothing along that the next one acknowledged', { timeout: 1_800_000 }, async () => {
    const last = Math.floor((await callsOf()) / 3)
    const step = process.env.REEVE_FULL ? 1 : Math.ceil(last / 16)
    for (let call = 1; call < last; call += step)
      expect(isLost(await trial(call)), `seed ${seed}, killed at call ${call}`).toBe(false)
  })
})

describe('a disk that fills up', () => {
  /** Calls of the disk for a ledger that is open already: two appends, and what gives it back. */
  async function trial(from: number, code: string): Promise<{ readonly isOver: boolean }> {
    const said = `seed ${seed}, ${code} from call ${from} on`
    const machine = new Machine({ seed: seed * 1000 + from })
    const { host } = machine.start()
    const ledger = await openLedger(host, request)
    await ledger.append([note('first')])
    const acknowledged = ['first']
    const start = machine.disk.callCount
    let met = 0
    machine.disk.trouble = ({ name, path, count }) => {
      const isMet = count >= start + from && grows(name, path)
      if (isMet) met++
      return isMet ? { error: code } : undefined
    }
    for (const text of ['second', 'third']) {
      await ledger.append([note(text)]).then(
        () => void acknowledged.push(text),
        (error: unknown) => expect(error, said).toMatchObject({ name: 'Fault', help: expect.any(String) }),
      )
      await machine.clock.sleep(100)
    }
    machine.disk.trouble = () => undefined
    await ledger.append([note('room again')])
    await ledger.close()
    const reading = await openLedger(machine.start().host, request)
    const found = notesOf(await reading.entries())
    await reading.close()
    expect(
      [...acknowledged, 'room again'].filter((each) => !found.includes(each)),
      said,
    ).toEqual([])
    expect(found.at(-1), said).toBe('room again')
    expect((await auditLedger(host, ledger.path)).findings, said).toEqual([])
    expect(machine.disk.openCount, said).toBe(0)
    return { isOver: met === 0 }
  }

  function grows(name: string, path: string): boolean {
    return (
      ['write', 'truncate', 'dataSync', 'sync', 'link', 'makeDirectory', 'rename'].includes(name) &&
      !path.startsWith('/proc')
    )
  }

  test.each(['ENOSPC', 'EIO'])(
    '(%s) is told of, keeps what was acknowledged, and forgotten when it is over',
    {
      timeout: 1_800_000,
    },
    async (code) => {
      let trials = 0
      const step = process.env.REEVE_FULL ? 1 : 13
      for (let from = 1; ; from += step, trials++) if ((await trial(from, code)).isOver) break
      expect(trials).toBeGreaterThan(5)
    },
  )
})
