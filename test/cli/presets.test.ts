// `reeve presets` and `reeve import acceptance`: text for a policy, and no file touched.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

import { policyFromText } from '../../src/policy/load.ts'
import { makePlace } from '../proof/reeve.ts'

const policy = 'policy "p" version 1\n'

function idsOf(text: string): readonly string[] {
  const loaded = policyFromText(`${policy}${text}`, 'policy.reeve')
  return loaded.kind === 'policy' ? loaded.policy.criteria.map(({ id }) => id) : ['broken']
}

describe('presets', () => {
  const files = { 'package.json': '{"scripts":{"test":"vitest run","lint":"biome check"}}', 'policy.reeve': policy }

  test('what the project’s files suggest is shown, and printed as criteria with --add', async () => {
    const here = makePlace(files)
    const shown = await here.reeve('presets')
    expect(shown.out).toBe(
      'node-default\n  node:test  npm test: run tests (required)\n  node:lint  npm run lint: run the linter\n',
    )
    const added = await here.reeve('presets', '--add')
    expect(added.code).toBe(0)
    expect(idsOf(added.out)).toEqual(['node-test', 'node-lint'])
    expect(readFileSync(`${here.workspace}/policy.reeve`, 'utf8')).toBe(policy)
    expect(readdirSync(here.workspace).sort()).toEqual(['package.json', 'policy.reeve'])
  })

  test('a project that suggests nothing is no mistake', async () => {
    expect(await makePlace({ 'a.txt': '' }).reeve('presets')).toMatchObject({ code: 0, out: '' })
  })
})

describe('import acceptance', () => {
  test('checks become criteria, and what cannot be taken over is named by its line', async () => {
    const here = makePlace({
      'A.md': '- [ ] kind:command assert:`cargo test`\n- [ ] kind:magic assert:x\n- [x] Look at it\n',
    })
    const answer = await here.reeve('import', 'acceptance', 'A.md')
    expect(answer.code).toBe(0)
    expect(idsOf(answer.out)).toEqual(['cargo-test', 'look-at-it'])
    expect(answer.err).toBe('A.md:2: not taken over: `kind:magic` is no kind of check\n')
  })

  test('a file without any check, one that is missing and another format are refused', async () => {
    const here = makePlace({ 'A.md': '# Nothing\n' })
    expect((await here.reeve('import', 'acceptance', 'A.md')).code).toBe(2)
    expect((await here.reeve('import', 'acceptance', 'B.md')).err).toContain('cannot read B.md')
    expect((await here.reeve('import', 'else', 'A.md')).err).toContain('cannot be imported')
  })
})
