// One test for each story, on one target.
import { readdirSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'

import { tellStory } from './run.ts'
import { targets } from './targets.ts'

export function tellAll(target: keyof typeof targets): void {
  const directory = new URL('.', import.meta.url).pathname
  const stories = readdirSync(directory)
    .filter((name) => name.endsWith('.story'))
    .sort()
  beforeAll(() => expect(stories.length).toBeGreaterThan(0))
  test.each(stories)(`%s on ${target}`, { timeout: 600_000 }, async (name) => {
    expect(await tellStory(`${directory}${name}`, targets[target])).toBe('')
  })
}
