// The one total order of imports: a file imports its own room and rooms to the left of it, type imports included.
export const street = [
  'base',
  'host',
  'grammar',
  'figures',
  'presets',
  'claims',
  'programs',
  'command',
  'policies',
  'policy',
  'data',
  'rules',
  'proposal',
  'foreign',
  'sqlite',
  'ledger',
  'observe',
  'session',
  'sandbox',
  'guard',
  'proof',
  'export',
  'model',
  'agent',
  'cli',
  'main',
] as const

/** Each package has one home: nobody else imports it. */
export const packageHomes: Readonly<Record<string, string>> = {
  '@ai-sdk/openai-compatible': 'model',
  '@ai-sdk/provider': 'model',
  '@rgrove/parse-xml': 'figures',
  '@sqlite.org/sqlite-wasm': 'sqlite',
  chevrotain: 'grammar',
  'cmd-ts': 'cli',
  'csv-parse': 'data',
  fflate: 'data',
  hyparquet: 'data',
  'hyparquet-compressors': 'data',
  'jsonc-parser': 'foreign',
  'lossless-json': 'data',
  re2js: 'base',
  'read-excel-file': 'data',
  'smol-toml': 'presets',
  'toml-eslint-parser': 'foreign',
  unbash: 'command',
  yaml: 'presets',
  zod: 'agent',
}

/** Where a word of the outside world may stand; everywhere else the Host is asked. */
export const worldHomes: readonly {
  readonly word: RegExp
  readonly homes: readonly string[]
  readonly instead: string
}[] = [
  {
    word: /\bDate\b(?!\.parse)/,
    // The readers of spreadsheets and Parquet are given dates by their libraries.
    homes: ['src/host/real.ts', 'src/base/instant.ts', 'src/data/parquet.ts', 'src/data/xlsx.ts'],
    instead: 'host.clock',
  },
  { word: /\bMath\.random\b/, homes: [], instead: 'host.random' },
  { word: /\bconsole\./, homes: ['policies/embed.ts'], instead: 'host.terminal' },
  {
    word: /\bset(?:Timeout|Interval|Immediate)\(/,
    homes: ['src/host/net.ts', 'src/host/real.ts'],
    instead: 'host.clock',
  },
  {
    word: /(?<![.\w])process\.(?!exitCode)/,
    homes: ['src/host/real.ts', 'src/main.ts', 'policies/embed.ts'],
    instead: 'host.runtime or host.environment',
  },
  { word: /(?<![.\w])fetch\(/, homes: ['src/host/real.ts'], instead: 'host.fetch' },
]

/** Files that may import `node:` modules, with the modules. */
export const nodeHomes: Readonly<Record<string, readonly string[]>> = {
  'src/base/digest.ts': ['node:crypto', 'node:module'],
  'src/host/real.ts': ['node:child_process', 'node:fs', 'node:module', 'node:process', 'node:readline', 'node:tty'],
  'src/host/net.ts': ['node:dns', 'node:net'],
  'src/ledger/keys.ts': ['node:crypto'],
  'src/ledger/merkle.ts': ['node:crypto'],
  'src/ledger/note.ts': ['node:crypto'],
  'src/ledger/person.ts': ['node:crypto'],
  'src/sqlite/wasm.ts': ['node:fs', 'node:module'],
  'policies/embed.ts': ['node:fs', 'node:path', 'node:url'],
}

/** Values that nothing here calls: verbs that are complete and wait for the surface that offers them, and what tests alone can ask. */
export const offered: Readonly<Record<string, readonly string[]>> = {
  'grammar/parse.ts': ['validateGrammar'], // at run time the grammar is taken as valid, since looking costs 50 ms
  'policies/embed.ts': ['embeddedText', 'buildCareful'], // whether the generated file is fresh
  'src/ledger/merkle.ts': ['consistencyProof', 'isConsistent', 'isIncluded'],
  'src/presets/acceptance.ts': ['readAcceptance'],
  'src/presets/find.ts': ['findPresets'],
}
