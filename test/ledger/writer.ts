// A process that appends notes to a ledger and says each one only when it is acknowledged, for trials that kill it, crowd it or meddle.
// Arguments: the home directory, a name, how many notes, the longest pause between two in milliseconds.
import { realHost } from '../../src/host/real.ts'
import { openLedger } from '../../src/ledger/open.ts'

const [home = '', name = '', count = '', pauseMs = '0'] = process.argv.slice(2)
const real = realHost()
const host = { ...real, environment: { HOME: home, USER: 'ada' }, workingDirectory: home }
const request = { workspace: { path: `${home}/work`, id: 'w-1' }, mode: 'write' } as const

const ledger = await openLedger(host, request)
for (let number = 0; number < Number(count); number++) {
  const text = `${name}-${number}`
  await ledger.append([{ kind: 'message', role: 'assistant', text }])
  host.terminal.out(`${text}\n`)
  const pause = (Number(pauseMs) * (host.random(1)[0] ?? 0)) / 255
  if (pause > 0) await host.clock.sleep(pause)
}
await ledger.close()
