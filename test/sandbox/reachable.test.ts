// Which hosts a sandboxed command reaches, by name and by address.
import { describe, expect, test } from 'vitest'

import type { NetworkRule, Policy } from '../../src/policy/policy.ts'
import { compileProgram } from '../../src/rules/compile.ts'
import { parseRequest, parseSocks } from '../../src/sandbox/proxy.ts'
import { reachOf } from '../../src/sandbox/reachable.ts'
import { makePlace } from '../guard/fixture.ts'

const origin = { span: { file: 'p', start: 0, end: 0 }, line: 3, text: 'the rule' } as const
const rule = (answer: NetworkRule['answer'], ...hosts: readonly string[]): NetworkRule => ({ answer, hosts, origin })

async function reach(
  rules: readonly NetworkRule[],
  host: string,
  options: {
    port?: number
    at?: readonly string[]
    standard?: Policy['network']['default']
    granted?: readonly string[]
  } = {},
): Promise<string> {
  const { port = 443, at = ['93.184.216.34'], standard = 'deny', granted = [] } = options
  const place = makePlace({ policy: { network: { default: standard, rules } } })
  place.remove()
  const { policy } = place.session.authority
  const authority = { policy, layers: [compileProgram(policy, 'full')], ignored: [] }
  const answer = await reachOf({ authority, granted, resolve: async () => at }, host, port)
  return answer.kind === 'go' ? answer.address : answer.reason
}

describe('a host', () => {
  test('is reached at a judged address when a rule opens it', async () => {
    expect(await reach([rule('allow', 'example.com')], 'Example.com.')).toBe('93.184.216.34')
    expect(await reach([rule('allow', '*.example.com:443')], 'a.example.com')).toBe('93.184.216.34')
  })

  test('is not reached otherwise, at another port, or when it is asked about', async () => {
    expect(await reach([rule('allow', 'example.com')], 'example.org')).toContain('default is deny')
    expect(await reach([rule('allow', 'example.com:443')], 'example.com', { port: 80 })).toContain('default is deny')
    expect(await reach([rule('ask', 'example.com')], 'example.com')).toContain('asks a person')
    expect(await reach([], 'example.com', { standard: 'ask', granted: ['example.com'] })).toBe('93.184.216.34')
  })

  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '192.168.0.1',
    '0.0.0.0',
    '::1',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '64:ff9b::a00:1',
    '100.64.0.1',
  ])('that resolves to %s is not reached, whoever opened the name', async (address) => {
    expect(await reach([rule('allow', 'example.com', '*')], 'example.com', { at: [address] })).toContain('private')
    expect(await reach([], 'example.com', { at: [address], standard: 'allow' })).toContain('private')
  })

  test('is reached at a private address that a rule names as address', async () => {
    expect(await reach([rule('allow', 'git.corp', '10.0.0.0/8')], 'git.corp', { at: ['10.1.2.3'] })).toBe('10.1.2.3')
    expect(await reach([rule('allow', '*')], '10.1.2.3')).toContain('private')
    expect(await reach([rule('allow', '10.1.2.3')], '10.1.2.3')).toBe('10.1.2.3')
    expect(await reach([rule('allow', 'localhost')], 'localhost', { at: ['::1'] })).toBe('::1')
    expect(await reach([rule('allow', '*')], 'localhost', { at: ['127.0.0.1'] })).toContain('private')
  })

  test('whose address is denied is not reached, though its name is written out', async () => {
    const rules = [rule('allow', 'example.com'), rule('deny', '93.184.0.0/16')]
    expect(await reach(rules, 'example.com')).toContain('closed by p:3')
    expect(await reach(rules, 'example.com', { at: ['93.184.216.34', '1.1.1.1'] })).toBe('1.1.1.1')
  })

  test('in a spelling that hides an address is that address', async () => {
    expect(await reach([rule('allow', '*')], '0x7f.1')).toContain('private')
    expect(await reach([rule('allow', '*')], '2130706433')).toContain('private')
    expect(await reach([rule('allow', '*')], 'exa%mple.com')).toContain('cannot be read')
    expect(await reach([rule('allow', 'example.com')], 'example.com', { at: [] })).toContain('no address')
  })
})

describe('the proxy reads', () => {
  test('CONNECT and plain requests, and passes on no other host than the judged one', () => {
    expect(parseRequest('CONNECT example.com:443 HTTP/1.1\r\n\r\n')).toEqual({ host: 'example.com', port: 443 })
    expect(
      parseRequest('GET http://example.com/a?b HTTP/1.1\r\nHost: evil\r\nProxy-Connection: x\r\nA: b\r\n\r\n'),
    ).toEqual({
      host: 'example.com',
      port: 80,
      forward: 'GET /a?b HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\nA: b\r\n\r\n',
    })
  })

  test.each([
    'GET / HTTP/1.1\r\nHost: example.com\r\n\r\n',
    'CONNECT example.com HTTP/1.1\r\n\r\n',
    'CONNECT user@example.com:443 HTTP/1.1\r\n\r\n',
    'GET http://user@example.com/ HTTP/1.1\r\n\r\n',
    'GET http://example.com/ HTTP/1.1 HTTP/1.1\r\n\r\n',
    'GET https://example.com/ HTTP/1.1\r\n\r\n',
    '\r\n\r\n',
  ])('nothing else: %j', (head) => expect(parseRequest(head)).toBeUndefined())

  test('SOCKS 5 with names and addresses, and only the wish to connect', () => {
    const name = new TextEncoder().encode('a.b')
    expect(parseSocks(new Uint8Array([5, 1, 0, 3, 3, ...name, 1, 187]))).toEqual({ host: 'a.b', port: 443 })
    expect(parseSocks(new Uint8Array([5, 1, 0, 1, 10, 0, 0, 1, 0, 80]))).toEqual({ host: '10.0.0.1', port: 80 })
    expect(parseSocks(new Uint8Array([5, 1, 0, 4, ...new Array(15).fill(0), 1, 0, 80]))).toEqual({
      host: '0:0:0:0:0:0:0:1',
      port: 80,
    })
    expect(parseSocks(new Uint8Array([5, 2, 0, 1, 10, 0, 0, 1, 0, 80]))).toBeUndefined()
  })
})
