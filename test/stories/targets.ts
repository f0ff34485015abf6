// The four ways to run Reeve, each as the words of a command.
const root = new URL('../..', import.meta.url).pathname

export const targets = {
  binary: [`${root}dist/reeve`],
  // Bun would run the preload of a bunfig.toml in the working directory before any code of ours.
  bun: [`${root}node_modules/.bin/bun`, '--config=/dev/null', '--no-env-file', `${root}dist/reeve.mjs`],
  deno: [
    `${root}node_modules/.bin/deno`,
    'run',
    '--quiet',
    '--no-prompt',
    '--no-config',
    '--cached-only',
    '--allow-read',
    '--allow-write',
    '--allow-env',
    '--allow-run',
    '--allow-sys',
    '--allow-ffi',
    '--allow-net=127.0.0.1,localhost',
    `${root}dist/reeve.mjs`,
  ],
  node: ['node', `${root}dist/reeve.mjs`],
} as const
