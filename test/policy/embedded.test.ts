// What the binary holds is what lies in `policies/`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { buildCareful, embeddedText } from '../../policies/embed.ts'
import { exampleFiles, shippedPolicies } from '../../policies/embedded.ts'

const directory = join(import.meta.dirname, '../../policies')

test('the embedded policies are fresh (else: node_modules/.bin/bun policies/embed.ts)', async () => {
  expect(readFileSync(join(directory, 'embedded.ts'), 'utf8') === embeddedText(await buildCareful())).toBe(true)
})

test('every shipped policy and every file of the example is embedded', () => {
  expect(Object.keys(shippedPolicies)).toEqual(['careful', 'git', 'node'])
  expect(exampleFiles['policy.reeve']).toBe(readFileSync(join(directory, 'example/policy.reeve'), 'utf8'))
})
