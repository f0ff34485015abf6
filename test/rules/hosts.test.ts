// Hosts in words and in patterns.
import { describe, expect, it } from 'vitest'

import { addressBytes, compileHost, couldMatchHost, hostOf, matchHost } from '../../src/rules/hosts.ts'

describe('the host that a word names', () => {
  it.each([
    ['https://example.com/x?y', { host: 'example.com', port: '443' }],
    ['http://u:p@Example.com.:8080/', { host: 'example.com', port: '8080' }],
    ['example.com/x', { host: 'example.com' }],
    ['git@github.com:o/r.git', { host: 'github.com' }],
    ['ssh://git@host/r', { host: 'host', port: '22' }],
    ['http://[::1]:80/', { host: '::1', port: '80' }],
    ['http://a\\@b/', undefined],
    ['http://{a,b}.com/', undefined],
    ['http://ex%61mple.com/', undefined],
    ['http://', undefined],
  ])('%s', (text, host) => {
    expect(hostOf(text)).toEqual(host)
  })

  it('an address is the same in every spelling', () => {
    const local = [127, 0, 0, 1]
    for (const text of [
      '127.0.0.1',
      '127.1',
      '0x7f.1',
      '2130706433',
      '017700000001',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
    ]) {
      expect(addressBytes(text), text).toEqual(local)
    }
    expect(addressBytes('example.com')).toBeUndefined()
  })

  it('a name pattern has an optional star and port, and a network has its bits', () => {
    const name = (text: string) => hostOf(text)
    expect(matchHost(compileHost('*.example.com'), name('https://a.example.com'))).toBe(true)
    expect(matchHost(compileHost('*.example.com'), name('https://example.com'))).toBe(false)
    expect(matchHost(compileHost('*.example.com'), name('https://a.example.com.evil'))).toBe(false)
    expect(matchHost(compileHost('registry.internal:443'), name('https://registry.internal/x'))).toBe(true)
    expect(matchHost(compileHost('registry.internal:443'), name('http://registry.internal/x'))).toBe(false)
    expect(matchHost(compileHost('10.0.0.0/8'), name('http://10.9.8.7'))).toBe(true)
    expect(matchHost(compileHost('10.0.0.0/8'), name('http://11.9.8.7'))).toBe(false)
    expect(matchHost(compileHost('fd00::/8'), name('http://[fd12::1]/'))).toBe(true)
  })

  it('a name could resolve to any address, and a host that is not known could be any', () => {
    expect(couldMatchHost(compileHost('127.0.0.1'), hostOf('http://rebind.example/'))).toBe(true)
    expect(couldMatchHost(compileHost('127.0.0.1'), hostOf('http://8.8.8.8/'))).toBe(false)
    expect(couldMatchHost(compileHost('example.com'), undefined)).toBe(true)
    expect(matchHost(compileHost('*'), undefined)).toBe(true)
    expect(matchHost(compileHost('*.com'), undefined)).toBe(false)
  })
})
