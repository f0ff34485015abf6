// Names of hosts and URL patterns of other hosts as patterns of hosts.
import type { Reach } from './foreign.ts'

/** `example.com`, `*.example.com`, `*`. A wildcard elsewhere cannot be said: as a deny it becomes everything. */
export function domainReach(text: string): Reach {
  const name = text.trim().replace(/\.$/, '').toLowerCase()
  if (name === '*') return { narrow: ['*'], wide: ['*'] }
  const isName =
    /^(?:\*\.)?[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?(?::\d{1,5})?$/.test(name) &&
    !name.includes('..') &&
    !/[-.]\.|\.-/.test(name)
  if (isName && name.length < 254 && isPort(name)) return { narrow: [name], wide: [name] }
  const tail = /\*[^*]*?(\.[a-z0-9-]+\.[a-z0-9-]*[a-z0-9])$/.exec(name)?.[1]
  const inexact = 'a wildcard inside a name cannot be said'
  return { narrow: [], wide: tail === undefined ? undefined : [`*${tail}`, tail.slice(1)], inexact }
}

function isPort(name: string): boolean {
  const port = name.split(':')[1]
  return port === undefined || (Number(port) >= 1 && Number(port) <= 65_535 && !port.startsWith('0'))
}

/** `https://example.com/*`: allowed only when every path of the host is. */
export function urlReach(text: string): Reach {
  if (/^\*+$/.test(text)) return { narrow: ['*'], wide: ['*'] }
  const match = /^(?:(https?|\*):\/\/|\*)?([^/?#]+?)(\/.*)?$/i.exec(text)
  const host = match?.[2] ?? ''
  const reach = domainReach(host.replace(/^\*(?=[a-z0-9])/i, '*.'))
  // Without the `/` the pattern could also be about `example.com.evil.org`.
  const isWhole = match?.[1] !== undefined && match[3] === '/*' && /^[a-z0-9.-]+$/i.test(host)
  if (isWhole) return reach
  return {
    narrow: [],
    wide: /^[a-z0-9.-]+$/i.test(host) && match?.[3] !== undefined ? reach.wide : undefined,
    inexact: 'only whole hosts can be named',
  }
}
