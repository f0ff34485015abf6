// The ledger on a machine that loses power, fills up or returns errors, at every place in turn.
import { describe, expect, test } from 'vitest'

import { Fault } from '../../src/base/fault.ts'
import type { EntryDraft } from '../../src/ledger/entry.ts'
import { openLedger } from '../../src/ledger/open.ts'
import { PowerLoss } from './errors.ts'
import { Machine, workspace } from './machine.ts'

const trials = process.env.REEVE_FULL ? 2000 : 30
const request = { workspace: { path: workspace, id: 'w-1' }, mode: 'write' } as const

function note(number: number): EntryDraft {
  return { kind: 'session', action: 'close', id: `s-${number}` }
}

/** Appends until the machine gives up; answers how many were acknowledged. */
async function write(machine: Machine, count: number): Promise<number> {
  let acknowledged = 0
  const ledger = await openLedger(machine.start().host, request)
  for (; acknowledged < count; acknowledged++) await ledger.append([note(acknowledged)])
  await ledger.close()
  return acknowledged
}

async function notes(machine: Machine): Promise<readonly string[]> {
  const ledger = await openLedger(machine.start().host, request)
  const entries = await ledger.entries()
  await ledger.close()
  return entries.flatMap(({ data }) => (data.kind === 'session' ? [data.id] : []))
}

/** How many calls of the disk a run without trouble takes. */
async function callsOf(count: number): Promise<number> {
  const machine = new Machine({ seed: 0 })
  expect(await write(machine, count)).toBe(count)
  return machine.disk.callCount
}

describe('after a loss of power', () => {
  test('every acknowledged entry is there, at most one more is, and the ledger goes on', {
    timeout: 600_000,
  }, async () => {
    const calls = await callsOf(4)
    for (let trial = 0; trial < trials; trial++) {
      const at = 1 + Math.floor((trial * calls) / trials)
      const said = `seed ${trial}, power lost at call ${at} of ${calls}`
      const machine = new Machine({ seed: trial })
      machine.disk.trouble = ({ count }) => (count === at ? 'power-loss' : undefined)
      const acknowledged: number[] = []
      await runUntilPowerLoss(machine, acknowledged)
      machine.restart()
      const found = await notes(machine).catch((error) =>
        Promise.reject(new Error(`${said}: ${error}`, { cause: error })),
      )
      expect(found.slice(0, acknowledged.length), said).toEqual(acknowledged.map((number) => `s-${number}`))
      expect(found.length, said).toBeLessThanOrEqual(acknowledged.length + 1)
      expect(await write(machine, 1), said).toBe(1)
    }
  })

  async function runUntilPowerLoss(machine: Machine, acknowledged: number[]): Promise<void> {
    try {
      const ledger = await openLedger(machine.start().host, request)
      for (let number = 0; number < 4; number++) {
        await ledger.append([note(number)])
        acknowledged.push(number)
      }
      await ledger.close()
    } catch (error) {
      expect(machine.disk.hasPower, `an error that is no loss of power: ${error}`).toBe(false)
    }
  }
})

describe('on a disk with errors', () => {
  test.each(['ENOSPC', 'EIO'])(
    'an entry that meets %s is a fault, and what was acknowledged stays',
    { timeout: 600_000 },
    async (code) => {
      const calls = await callsOf(2)
      const count = Math.ceil(trials / 2)
      for (let trial = 0; trial < count; trial++) {
        const at = 1 + Math.floor((trial * calls) / count)
        const said = `seed ${trial}, ${code} at call ${at} of ${calls}`
        const machine = new Machine({ seed: trial })
        machine.disk.trouble = (call) =>
          call.count === at && ['write', 'sync', 'dataSync', 'truncate'].includes(call.name)
            ? { error: code }
            : undefined
        const acknowledged: string[] = []
        await runIntoFault(machine, acknowledged, said)
        machine.disk.trouble = () => undefined
        const found = await notes(machine).catch((error) =>
          Promise.reject(new Error(`${said}: ${error}`, { cause: error })),
        )
        expect(found.slice(0, acknowledged.length), said).toEqual(acknowledged)
      }
    },
  )

  async function runIntoFault(machine: Machine, acknowledged: string[], said: string): Promise<void> {
    try {
      const ledger = await openLedger(machine.start().host, request)
      for (let number = 0; number < 2; number++) {
        await ledger.append([note(number)])
        acknowledged.push(`s-${number}`)
      }
      await ledger.close()
    } catch (error) {
      expect(error, `${said}: ${error}`).toBeInstanceOf(Fault)
    }
  }

  test('a full disk says so, and nothing of what was acknowledged is lost', async () => {
    const machine = new Machine({ seed: 1 })
    await write(machine, 2)
    machine.disk.capacityBytes = machine.disk.usedBytes() + 2000
    await expect(write(machine, 40)).rejects.toThrow(/full|space/)
    machine.disk.capacityBytes = Number.POSITIVE_INFINITY
    expect((await notes(machine)).slice(0, 2)).toEqual(['s-0', 's-1'])
  })

  test('short writes lose nothing', async () => {
    const machine = new Machine({ seed: 2 })
    machine.disk.trouble = ({ name }) => (name === 'write' ? 'short' : undefined)
    await write(machine, 3)
    machine.disk.trouble = () => undefined
    expect(await notes(machine)).toEqual(['s-0', 's-1', 's-2'])
  })
})

test('a machine without power does nothing', () => {
  const machine = new Machine({ seed: 3 })
  machine.disk.losePower()
  expect(() => machine.disk.files.list('/')).toThrow(PowerLoss)
})
