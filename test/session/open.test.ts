// The one session of a workspace, with the real ledger and policies: joined until it is closed, and resting on nothing foreign.
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { Host } from '../../src/host/host.ts'
import { realHost } from '../../src/host/real.ts'
import type { OpenOptions } from '../../src/session/ground.ts'
import { joinSession, openOne, openSession } from '../../src/session/open.ts'
import { acceptedPins } from '../../src/session/pins.ts'
import type { Session } from '../../src/session/session.ts'

vi.setConfig({ testTimeout: 60_000 })

let root: string
let work: string
let host: Host
const opened: Session[] = []
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'reeve-open-')))
  work = join(root, 'work')
  for (const name of ['work', 'home']) fs.mkdirSync(join(root, name))
  const environment = {
    HOME: join(root, 'home'),
    PATH: `${work}/bin:relative:/tmp/x:/usr/bin:/bin`,
    API_TOKEN: 'a-secret-token',
  }
  host = { ...realHost(), environment, workingDirectory: work, runtime: { ...realHost().runtime, pid: 1 } }
})
afterEach(async () => {
  for (const session of opened.splice(0)) await session.release()
  fs.rmSync(root, { recursive: true, force: true })
})

async function open(options: Partial<OpenOptions> = {}): Promise<Session> {
  const session = await openSession(host, { directory: work, ...options })
  opened.push(session)
  return session
}
const put = (path: string, content: string) => fs.writeFileSync(join(work, path), content)
const kinds = (session: Session) => session.history().map(({ kind }) => kind)
function policy(text: string, name = 'named.reeve'): string {
  fs.writeFileSync(join(root, name), `policy "p" version 1\nexec { default ask }\n${text}`)
  return join(root, name)
}

describe('a session', () => {
  test('is opened once and joined by every later command, with one baseline', async () => {
    put('a', 'one')
    const first = await open()
    expect(kinds(first)).toEqual(['genesis', 'session', 'policy'])
    put('a', 'two')
    const second = await open()
    expect(second.id).toBe(first.id)
    expect(second.baseline.files.get('a')?.digest).toBe(first.baseline.files.get('a')?.digest)
    await second.observe('workspace')
    expect(second.history().at(-1)?.data).toMatchObject({
      kind: 'observation',
      tool: 'workspace',
      changes: [{ path: 'a' }],
    })
    const third = await open()
    await third.observe('workspace')
    expect(kinds(third).filter((kind) => kind === 'observation')).toHaveLength(1)
  })

  test('ends when it is closed, and the next one has a new baseline', async () => {
    put('a', 'one')
    const first = await open()
    await first.append([{ kind: 'session', action: 'close', id: first.id }])
    put('a', 'two')
    const second = await open()
    expect(second.id).not.toBe(first.id)
    expect(second.baseline.files.get('a')?.digest).not.toBe(first.baseline.files.get('a')?.digest)
  })

  test('is not opened by whoever only joins', async () => {
    expect(await joinSession(host, { directory: work })).toBeUndefined()
    const session = await open()
    const joined = await joinSession(host, { directory: work })
    if (joined) opened.push(joined)
    expect(joined?.id).toBe(session.id)
  })

  test('that lost a race to open is never the open one', () => {
    const entry = (seq: number, action: 'open' | 'close', id: string) => ({
      seq,
      kind: 'session' as const,
      at: 0,
      data: { kind: 'session' as const, action, id },
    })
    expect(openOne([entry(0, 'open', 'a'), entry(1, 'open', 'b')])?.id).toBe('a')
    expect(openOne([entry(0, 'open', 'a'), entry(1, 'open', 'b'), entry(2, 'close', 'a')])).toBeUndefined()
    const later = [entry(0, 'open', 'a'), entry(1, 'close', 'a'), entry(2, 'open', 'b'), entry(3, 'close', 'a')]
    expect(openOne(later)?.id).toBe('b')
  })

  test('fixes the PATH: absolute entries that the agent cannot write', async () => {
    const session = await open()
    expect(session.trustedPath).toEqual(['/usr/bin', '/bin'])
    host = { ...host, environment: { ...host.environment, PATH: '/sbin' } }
    expect((await open()).trustedPath).toEqual(['/usr/bin', '/bin'])
  })

  test('keeps secret values of the environment in memory only', async () => {
    const session = await open()
    expect(session.secrets).toEqual(['a-secret-token'])
    expect(JSON.stringify(session.history())).not.toContain('a-secret-token')
  })

  test('records a change of the policy, and the pins only when a version of a criterion is first trusted', async () => {
    put('check.sh', 'exit 0')
    const text = (exit: number) =>
      `criterion tests required "t" { verify command "sh check.sh" exit ${exit} pin "check.sh" }`
    const first = await open({ policyFile: policy(text(0)) })
    const criterion = first.criteria()[0]?.criterion
    const accepted = criterion && acceptedPins(first.history(), criterion)
    expect(accepted?.files.map(({ path }) => path)).toContain('check.sh')
    put('check.sh', 'exit 1')
    const again = await open({ policyFile: policy(text(0)) })
    expect(criterion && acceptedPins(again.history(), criterion)).toEqual(accepted)
    expect(kinds(again).filter((kind) => kind === 'policy')).toHaveLength(1)
    const changed = await open({ policyFile: policy(text(1)) })
    expect(kinds(changed).filter((kind) => kind === 'policy')).toHaveLength(2)
    const version = changed.criteria()[0]?.criterion
    expect(version && acceptedPins(changed.history(), version)?.digest).not.toBe(accepted?.digest)
  })

  test('lets a guarded command name no policy but the one that counts already', async () => {
    const mine = policy('')
    await open({ policyFile: mine })
    const outside = host
    host = { ...host, environment: { ...host.environment, REEVE_GUARDED: 'abc' } }
    expect((await open({ policyFile: mine })).trust).toBe('named')
    const evil = policy('criterion easy required "e" { verify command "true" }', 'evil.reeve')
    await expect(openSession(host, { directory: work, policyFile: evil })).rejects.toThrow(
      'cannot name a policy of its own',
    )
    await expect(joinSession(host, { directory: work, policyFile: evil })).rejects.toThrow(
      'cannot name a policy of its own',
    )
    host = outside
    expect((await open({ policyFile: evil })).criteria()).toHaveLength(1)
  })

  test('counts no criterion of a policy that nobody trusts, and records no pins for it', async () => {
    fs.writeFileSync(
      join(work, 'policy.reeve'),
      'policy "p" version 1\ncriterion tests required "t" { verify command "true" }\n',
    )
    const session = await open()
    expect(session.trust).toBe('untrusted')
    expect(session.criteria()).toEqual([])
    const entry = session.history().findLast(({ kind }) => kind === 'policy')?.data
    expect(entry).toMatchObject({ kind: 'policy', name: 'p', trust: 'untrusted', pins: [] })
  })
})

test('a ledger of somebody else feeds nothing: no session opens on it', async () => {
  const session = await open()
  const stolen = join(root, 'stolen.db')
  await session.release()
  opened.length = 0
  fs.copyFileSync(session.ledger.path, stolen)
  host = { ...host, environment: { ...host.environment, HOME: join(root, 'elsewhere') } }
  await expect(openSession(host, { directory: work, ledgerFile: stolen })).rejects.toThrow(
    'is not yours, so nothing rests on it',
  )
})
