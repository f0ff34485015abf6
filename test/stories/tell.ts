// One test for each story, on one target.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'

import { tellStory } from './run.ts'
import { targets } from './targets.ts'

export function tellAll(target: keyof typeof targets): void {
  const directory = new URL('.', import.meta.url).pathname
  const stories = readdirSync(directory)
    .filter((name) => name.endsWith('.story'))
    .sort()
  beforeAll(() => expect(stories.length).toBeGreaterThan(0))
  for (const name of stories) {
    const missing = lacking(`${directory}${name}`)
    const note = missing === undefined ? '' : `: no ${missing} works here`
    test.skipIf(missing !== undefined)(`${name} on ${target}${note}`, { timeout: 600_000 }, async () => {
      expect(await tellStory(`${directory}${name}`, targets[target])).toBe('')
    })
  }
}

/** How a program shows that it works here. */
const trials: Readonly<Record<string, readonly string[]>> = {
  bwrap: ['bwrap', '--unshare-all', '--ro-bind', '/', '/', 'true'],
}

/** The program that a story says it needs in its first line (`# needs bwrap`) and that does not work here. */
function lacking(path: string): string | undefined {
  const [, program] = /^# needs (\S+)\n/.exec(readFileSync(path, 'utf8')) ?? []
  const [command, ...args] = trials[program ?? ''] ?? []
  return command !== undefined && spawnSync(command, args).status !== 0 ? program : undefined
}
