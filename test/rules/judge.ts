// Judges one line of shell text or one argument vector in a made-up world.
import { resolvePath } from '../../src/base/path.ts'
import { readCommand } from '../../src/command/read.ts'
import type { Authority } from '../../src/rules/authority.ts'
import { decide } from '../../src/rules/decide.ts'
import type { Decision, World } from '../../src/rules/decision.ts'
import { holdsProtectedPath, isProtectedPath, protectedNames } from '../../src/rules/protected.ts'
import { authorityOf, type Sketch } from './policies.ts'

export interface WorldSketch {
  /** Link to target, both absolute. */
  readonly links?: Readonly<Record<string, string>>
  /** Program to file; absent names are found in /usr/bin. */
  readonly programs?: Readonly<Record<string, string>>
  readonly writable?: readonly string[]
  readonly hazards?: readonly string[]
}

const workspace = '/w'
const home = '/home/u'

export function worldLike(sketch: WorldSketch = {}): World {
  const places = {
    home,
    workspace,
    policyFiles: ['/w/policy.reeve'],
    directories: ['/home/u/.config/reeve'],
    binary: '/opt/bin/reeve',
  }
  const links = sketch.links ?? {}
  const realPath = (path: string): string => {
    const names = path.split('/').slice(1)
    for (let count = 1; count <= names.length; count++) {
      const part = `/${names.slice(0, count).join('/')}`
      const target = links[part]
      if (target !== undefined) return realPath(resolvePath(target, names.slice(count).join('/') || '.'))
    }
    return path
  }
  const namesOf = (path: string): readonly string[] => {
    const target = links[path]
    const own = path.slice(path.lastIndexOf('/') + 1)
    return target === undefined ? [own] : [own, ...namesOf(target)]
  }
  return {
    workspace,
    home,
    realPath,
    isDirectory: () => false,
    findProgram: (name) => sketch.programs?.[name] ?? `/usr/bin/${name}`,
    isWritable: (path) => path.startsWith('/w/') || path.startsWith('/tmp/') || (sketch.writable ?? []).includes(path),
    isProtected: (path) => isProtectedPath(path, places),
    holdsProtected: (path) => holdsProtectedPath(path, places),
    protectedNames: protectedNames(places),
    namesOf,
    isReeve: (path) => realPath(path) === '/opt/bin/reeve' || /(^|\/)reeve(\.mjs)?$/.test(path),
    repositoryHazard: (directory) =>
      (sketch.hazards ?? []).includes(directory) ? 'the repository runs something' : undefined,
  }
}

export function judge(
  authority: Authority | Sketch,
  request: string | readonly string[],
  world: World = worldLike(),
  directory = '/w',
): Decision {
  const whole = 'layers' in authority ? authority : authorityOf(authority)
  const reading = readCommand(
    typeof request === 'string'
      ? { kind: 'shell', text: request, directory }
      : { kind: 'argv', argv: request, directory },
    { home },
  )
  return decide(whole, reading, world)
}

/** The answer alone. */
export function answer(...args: Parameters<typeof judge>): Decision['answer'] {
  return judge(...args).answer
}
