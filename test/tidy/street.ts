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
  'sqlite',
  'ledger',
  'observe',
  'session',
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
  'lossless-json': 'data',
  re2js: 'base',
  'read-excel-file': 'data',
  unbash: 'command',
  zod: 'agent',
}

/** Where a word of the outside world may stand; everywhere else the Host is asked. */
export const worldHomes: readonly {
  readonly word: RegExp
  readonly homes: readonly string[]
  readonly instead: string
}[] = [
  { word: /\bDate\b(?!\.parse)/, homes: ['src/host/real.ts', 'src/base/instant.ts'], instead: 'host.clock' },
  { word: /\bMath\.random\b/, homes: [], instead: 'host.random' },
  { word: /\bconsole\./, homes: ['policies/embed.ts'], instead: 'host.terminal' },
  { word: /\bset(?:Timeout|Interval|Immediate)\(/, homes: ['src/host/real.ts'], instead: 'host.clock' },
  {
    word: /(?<![.\w])process\.(?!exitCode)/,
    homes: ['src/host/real.ts', 'src/main.ts', 'policies/embed.ts'],
    instead: 'host.runtime or host.environment',
  },
  { word: /(?<![.\w])fetch\(/, homes: ['src/host/real.ts'], instead: 'host.fetch' },
]

/** Files that may import `node:` modules, with the modules. */
export const nodeHomes: Readonly<Record<string, readonly string[]>> = {
  'src/base/digest.ts': ['node:crypto'],
  'src/host/real.ts': ['node:child_process', 'node:crypto', 'node:fs', 'node:process', 'node:readline'],
  'src/ledger/keys.ts': ['node:crypto'],
  'src/ledger/merkle.ts': ['node:crypto'],
  'src/ledger/note.ts': ['node:crypto'],
  'src/ledger/person.ts': ['node:crypto'],
  'src/sqlite/wasm.ts': ['node:fs', 'node:module'],
  'policies/embed.ts': ['node:fs', 'node:path', 'node:url'],
}
