// The four ways to run Reeve, each as the words of a command.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const root = new URL('../..', import.meta.url).pathname

export const targets = {
  binary: [`${root}dist/reeve`],
  // Bun would run the preload of a bunfig.toml in the working directory before any code of ours.
  bun: [`${root}node_modules/.bin/bun`, '--config=/dev/null', '--no-env-file', `${root}dist/reeve.mjs`],
  // No smaller set of permissions lets Deno read /proc, which tells whether a guarded command asks.
  deno: [
    `${root}node_modules/deno/deno`,
    'run',
    '--quiet',
    '--no-prompt',
    '--no-config',
    '--no-lock',
    '--cached-only',
    '--allow-all',
    `${root}dist/reeve.mjs`,
  ],
  node: [nodeOfUser(), `${root}dist/reeve.mjs`],
} as const

/** The Node that runs npm; the tests themselves run under Bun, which may put itself in its place on the PATH. */
function nodeOfUser(): string {
  const told = process.env.REEVE_TEST_NODE
  if (told) return told
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((directory) => !directory.includes('bun-node'))
    .map((directory) => join(directory, 'node'))
    .find((path) => existsSync(path))
  return found ?? 'node'
}
