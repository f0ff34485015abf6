// Commands that install what a project's own files ask for: they may change the tools that checks run.

const verbs: Readonly<Record<string, readonly string[]>> = {
  npm: ['ci', 'install', 'i', 'add', 'update', 'up', 'upgrade', 'uninstall', 'remove', 'rm', 'un', 'dedupe', 'prune'],
  pnpm: ['install', 'i', 'add', 'update', 'up', 'remove', 'rm', 'import', 'prune', 'fetch', 'rebuild'],
  yarn: ['', 'install', 'add', 'up', 'upgrade', 'remove'],
  bun: ['install', 'i', 'add', 'update', 'remove', 'rm'],
  deno: ['install', 'add', 'remove'],
  pip: ['install', 'uninstall'],
  pip3: ['install', 'uninstall'],
  uv: ['sync', 'add', 'remove', 'lock', 'pip install', 'pip sync', 'venv'],
  poetry: ['install', 'add', 'update', 'remove', 'sync'],
  pdm: ['install', 'add', 'update', 'remove', 'sync'],
  pipenv: ['install', 'sync', 'update', 'uninstall'],
  python: ['-m pip install', '-m venv'],
  python3: ['-m pip install', '-m venv'],
  bundle: ['install', 'update', 'add', 'remove'],
  composer: ['install', 'update', 'require', 'remove'],
  go: ['mod vendor', 'mod download'],
  cargo: ['fetch', 'vendor'],
  mix: ['deps.get', 'deps.update'],
  dotnet: ['restore'],
  pod: ['install', 'update'],
}

/** `argv` begins with the bare name of a package manager and one of its verbs. */
export function isInstalling(argv: readonly string[]): boolean {
  const [program = '', ...rest] = argv
  const known = Object.hasOwn(verbs, program) ? verbs[program] : undefined
  return known?.some((verb) => beginsWith(rest, verb === '' ? [] : verb.split(' '))) ?? false
}

/** No words: none at all follow. */
function beginsWith(rest: readonly string[], words: readonly string[]): boolean {
  return words.length === 0 ? rest.length === 0 : words.every((word, index) => rest[index] === word)
}
