// Several policies that have a say at once.
import { describe, expect, it } from 'vitest'

import type { Authority } from '../../src/rules/authority.ts'
import { compileProgram } from '../../src/rules/compile.ts'
import type { Mode } from '../../src/rules/program.ts'
import { answer, judge } from './judge.ts'
import { openFiles, policyOf, type Sketch } from './policies.ts'

function layered(...layers: readonly (readonly [Mode, Sketch])[]): Authority {
  const programs = layers.map(([mode, sketch]) => compileProgram(policyOf({ files: openFiles, ...sketch }), mode))
  const [first] = programs
  if (!first) throw new Error('no layer')
  return { policy: first.policy, layers: programs, ignored: [] }
}

describe('several policies', () => {
  it('the rules of a base policy are met with the policy’s, and the stricter wins', () => {
    const authority = layered(
      ['full', { exec: ['allow git **', 'deny make'] }],
      ['base', { exec: ['deny git push **', 'allow make'] }],
    )
    expect(answer(authority, 'git status')).toBe('allow')
    expect(answer(authority, 'git push')).toBe('deny')
    expect(answer(authority, 'make')).toBe('deny')
  })

  it('the default of a base policy stands only where no rule of either matches', () => {
    const authority = layered(
      ['full', { exec: ['allow git **'], default: 'allow' }],
      ['base', { exec: ['allow make'], default: 'deny' }],
    )
    expect(answer(authority, 'git status')).toBe('allow')
    expect(answer(authority, 'make')).toBe('allow')
    expect(answer(authority, 'id')).toBe('deny')
  })

  it('a base policy never loosens', () => {
    const authority = layered(['full', { default: 'deny' }], ['base', { exec: ['allow git **'], default: 'allow' }])
    expect(answer(authority, 'git status')).toBe('deny')
  })

  it('an untrusted policy adds its asks and denies to the careful default, and nothing else', () => {
    const untrusted: readonly [Mode, Sketch] = [
      'tighten',
      {
        exec: ['allow curl **', 'deny make', 'ask git push **'],
        default: 'allow',
        assign: ['LD_PRELOAD'],
        networkDefault: 'allow',
      },
    ]
    const authority = layered(['full', { exec: ['allow make', 'allow git **'], default: 'ask' }], untrusted)
    expect(answer(authority, 'curl http://x')).toBe('ask')
    expect(answer(authority, 'make')).toBe('deny')
    expect(answer(authority, 'git push')).toBe('ask')
    expect(answer(authority, 'git status')).toBe('allow')
    expect(answer(authority, 'LD_PRELOAD=x git status')).toBe('ask')
    expect(judge(authority, 'git push').effects[0]?.matched).toHaveLength(2)
  })

  it('a compiled program means the same after it was kept as JSON', () => {
    const authority = layered([
      'full',
      {
        exec: ['allow git ** except git {push,fetch} **', 'deny {rm,unlink} ** in src/**'],
        network: ['deny 10.0.0.0/8'],
      },
    ])
    const again: Authority = JSON.parse(JSON.stringify(authority))
    for (const text of ['git status', 'git push', 'rm x', 'cd src && rm x', 'unlink src/x', 'curl http://10.1.1.1']) {
      expect(judge(again, text), text).toEqual(judge(authority, text))
    }
  })

  it('finding rules does not depend on the rules about other programs', () => {
    const many = Array.from({ length: 500 }, (_, index) => `allow tool${index} **`)
    const { layers } = layered(['full', { exec: [...many, 'deny git push **', 'allow /opt/x', 'ask *x **'] }])
    expect(layers[0]?.exec.byName.git).toEqual([500])
    expect(layers[0]?.exec.open).toEqual([501, 502])
  })
})
