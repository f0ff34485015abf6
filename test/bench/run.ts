// Runs the benches and writes RESULTS.md beside this file: `bun run bench`. Figures of a busy machine mislead, so the load is told too.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, release, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'

import { benchAppend } from './append.ts'
import { benchLines } from './lines.ts'
import { run } from './measure.ts'
import { benchStartup } from './startup.ts'

const root = new URL('../..', import.meta.url).pathname
const full = process.env.REEVE_FULL !== undefined
const directory = mkdtempSync(join(tmpdir(), 'reeve-bench-'))

try {
  run([process.execPath, join(root, '.ci/build.ts')], root)
  const load = loadavg().map((value) => value.toFixed(1))
  console.error('start-up …')
  const startup = benchStartup(directory, full ? 101 : 41)
  console.error(startup.text)
  console.error('durable appends …')
  const append = await benchAppend(directory, join(tmpdir(), 'reeve-bench-peers'), full ? 15 : 7)
  console.error(append.text)
  console.error('lines made to wear the guard out …')
  const lines = benchLines(full ? 31 : 11)
  console.error(lines.text)
  const verdict = (name: string, value: number, aim: string, met: boolean) =>
    `| ${name} | ${value.toFixed(2)} | ${aim} | ${met ? 'met' : 'missed'} |`
  const text = `# What was measured

${new Date().toISOString().slice(0, 10)}, commit ${run(['git', 'rev-parse', '--short', 'HEAD'], root).trim()}, ${cpus().length} cores ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, Bun ${process.versions.bun}; load when it began ${load.join(', ')}.
Again: \`npm start\`, then \`node_modules/.bin/bun run bench\` (\`REEVE_FULL=1\` for more rounds). All subjects take turns in each round; a
ratio is the median of the ratios within the rounds, so that a busy neighbour weighs on both sides. Absolute figures of a shared
machine mean little.

| figure | measured | aim | |
| --- | ---: | --- | --- |
${verdict('`reeve --version` to a compiled Bun hello', startup.versionRatio, 'under 2.2', startup.versionRatio < 2.2)}
${verdict('`reeve explain`, warm, 100 rules, to a compiled Bun hello', startup.explainRatio, 'under 4', startup.explainRatio < 4)}
${verdict('durable appends to better-sqlite3', append.ratio, 'over 0.4', append.ratio > 0.4)}
${verdict(`the slowest line, in ms: ${lines.worst.name}`, lines.worst.medianMs, 'under 100', lines.worst.medianMs < 100)}

## Start-up

Whole processes from start to end. \`explain\` decides one command under a policy of 100 rules whose compiled form is kept from an
earlier call; the policy lies outside the workspace.

${startup.text}

## Durable appends

Each append is one transaction, durable before it is acknowledged (\`synchronous=FULL\`), about 600 bytes. Ours holds the process lock
over the burst, as a long session does, and signs a checkpoint with each.

${append.text}

## Lines made to wear the guard out

In process: reading the text and deciding it, with no rules and a made-up disk. A real disk adds a look-up for each path.

${lines.text}
`
  writeFileSync(join(import.meta.dirname, 'RESULTS.md'), text)
} finally {
  rmSync(directory, { recursive: true, force: true })
}
