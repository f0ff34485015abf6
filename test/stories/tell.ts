// One test for each story, on one target.
import { readdirSync } from 'node:fs'

import { expect, test } from 'vitest'

import { tellStory } from './story.ts'
import { targets } from './targets.ts'

export function tellAll(target: keyof typeof targets): void {
  const directory = new URL('.', import.meta.url).pathname
  const stories = readdirSync(directory).filter((name) => name.endsWith('.story'))
  test.each(stories)(`%s on ${target}`, async (name) => {
    expect(await tellStory(`${directory}${name}`, targets[target])).toBe('')
  })
}
