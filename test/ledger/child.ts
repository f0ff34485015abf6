// A process of its own for the trials: does one thing with the ledger of `HOME` and tells about it line by line.
import process from 'node:process'

import { realHost } from '../../src/host/real.ts'
import { loadKeys } from '../../src/ledger/keys.ts'
import { signPerson } from '../../src/ledger/person.ts'
import { newWorld, note, notesOf } from './world.ts'

const [action = '', name = '', count = '0'] = process.argv.slice(2)
const host = realHost()
const say = (text: string): void => host.terminal.out(`${text}\n`)

async function main(): Promise<void> {
  if (action === 'write') await write()
  else if (action === 'keys') {
    const { log, attestation } = loadKeys(host)
    for (const { publicKey } of [log, attestation])
      say(publicKey.export({ format: 'der', type: 'spki' }).toString('hex'))
  } else if (action === 'read') say(notesOf(await newWorld(host, host.environment.HOME).read({ mode: 'read' })).join())
  else if (action === 'sign') say((await signPerson(host, { what: 'trial' })).signature)
  else throw new Error(`no such action: ${action}`)
}

/** Each line names an entry that was acknowledged. */
async function write(): Promise<void> {
  const ledger = await newWorld(host, host.environment.HOME).open()
  say('open')
  for (let number = 0; number < Number(count); number++) {
    await ledger.append([note(`${name}-${number}`)])
    say(`${name}-${number}`)
  }
  await ledger.close()
}

await main().catch((error: unknown) => {
  say(`failed: ${error}`)
  process.exitCode = 1
})
