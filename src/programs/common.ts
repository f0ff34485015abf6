// Names of programs that policies speak of every day, for "did you mean" alone: that a name is missing here says nothing about it.

const common = new Set(
  [
    'ant awk bash bazel black brew bun bundle cargo cat chmod chown clang cmake composer cp ctest curl cut date deno diff docker dotnet',
    'dune echo elixir env eslint find gcc gem git go gofmt gradle grep head helm jest jq kubectl less ln ls make meson mix mkdir mocha',
    'mvn mypy mv ninja nix node nox npm npx perl php phpunit pip pip3 pipx playwright pnpm podman poetry prettier pulumi pytest python',
    'python3 rails rake rm rsync rspec rubocop ruby ruff rustc rustup sbt scp sed sh shellcheck sleep sort ssh stack sudo swift tail',
    'tar tee terraform test touch tox tr tree tsc turbo uniq unzip uv uvx vim vite vitest wc wget which xargs yarn zip zsh',
  ].flatMap((line) => line.split(' ')),
)

/** The common program that somebody most probably meant: two letters swapped, or one too many or missing. */
export function misspeltProgram(name: string): string | undefined {
  if (common.has(name) || !/^[a-z][a-z0-9]{2,}$/.test(name)) return undefined
  for (let at = 0; at < name.length; at++) {
    const swapped = name.slice(0, at) + name.slice(at + 1, at + 2) + name.slice(at, at + 1) + name.slice(at + 2)
    if (common.has(swapped)) return swapped
  }
  return name.length < 5 ? undefined : [...common].find((other) => isOneOff(name, other))
}

/** One of the two has one letter more. */
function isOneOff(name: string, other: string): boolean {
  if (other.length < 4 || Math.abs(name.length - other.length) !== 1) return false
  const [long, short] = name.length > other.length ? [name, other] : [other, name]
  let at = 0
  while (at < short.length && long[at] === short[at]) at++
  return long.slice(at + 1) === short.slice(at)
}
