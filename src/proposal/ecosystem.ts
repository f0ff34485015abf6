// What is known of ecosystems beside their checks: the files that make a directory a project, what they install and build, where
// they fetch from, how they publish, what their tools need from the environment.

export interface Ecosystem {
  /** The `projectKind` of its presets, and the name of the policy that is shipped for it, if there is one. */
  readonly kind: string
  /** Files that make a directory such a project; one that begins with `*.` stands for any name that ends so. */
  readonly marks: readonly string[]
  readonly locks?: readonly string[]
  /** Directories that hold what was fetched: never the project's own work. */
  readonly installed?: readonly string[]
  /** Directories that hold what was built: such only where the project says so by ignoring them. */
  readonly built?: readonly string[]
  /** Directories that its own checks make. */
  readonly made?: readonly string[]
  /** Patterns of what its checks leave beside the work: watched, but its change needs no criterion. */
  readonly caches?: readonly string[]
  /** Patterns of places in a home directory where its tools and packages lie; none with credentials in it. */
  readonly tools?: readonly string[]
  /** Where packages come from unless a lock file says otherwise. */
  readonly registries?: readonly string[]
  /** Patterns of commands that make something public or change what runs elsewhere. */
  readonly publishes?: readonly string[]
  readonly keep?: readonly string[]
  readonly assign?: readonly string[]
  /** Name, value, and why. */
  readonly set?: readonly (readonly [string, string, string])[]
}

export const ecosystems: readonly Ecosystem[] = [
  {
    kind: 'node',
    marks: ['package.json'],
    locks: ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb'],
    installed: ['node_modules', 'bower_components', '.pnpm-store'],
    built: [
      'dist',
      'build',
      'out',
      'lib-cov',
      '.next',
      '.nuxt',
      '.output',
      '.svelte-kit',
      '.turbo',
      '.parcel-cache',
      '.cache',
    ],
    caches: ['coverage/**', '.nyc_output/**', '**/node_modules/.{cache,vite,vite-temp,vitest}/**'],
    tools: ['.cache/node/corepack/**', '.yarn/berry/**', '.volta/**', '.bun/**'],
    registries: ['registry.npmjs.org'],
    publishes: ['npm publish **', 'pnpm publish **', 'yarn publish **', 'yarn npm publish **', 'bun publish **'],
    assign: ['NODE_ENV', 'CI'],
  },
  {
    kind: 'deno',
    marks: ['deno.json', 'deno.jsonc'],
    locks: ['deno.lock'],
    installed: ['node_modules', 'vendor'],
    registries: ['jsr.io', 'registry.npmjs.org'],
    publishes: ['deno publish **', 'deployctl **'],
    tools: ['.cache/deno/**'],
    keep: ['DENO_DIR'],
  },
  {
    kind: 'python',
    marks: [
      'pyproject.toml',
      'setup.py',
      'setup.cfg',
      'requirements.txt',
      'Pipfile',
      'pytest.ini',
      'tox.ini',
      'noxfile.py',
    ],
    locks: ['uv.lock', 'poetry.lock', 'pdm.lock', 'Pipfile.lock'],
    installed: ['.venv', 'venv', '.tox', '.nox'],
    built: ['dist', 'build', 'site', 'htmlcov'],
    caches: [
      '**/.pytest_cache/**',
      '**/.mypy_cache/**',
      '**/.ruff_cache/**',
      '**/.coverage',
      '**/.hypothesis/**',
      '**/.benchmarks/**',
    ],
    tools: [
      '.pyenv/**',
      '.local/share/uv/{python,tools}/**',
      '.local/share/pipx/**',
      '.local/share/virtualenvs/**',
      '.local/lib/**',
      '.cache/pypoetry/virtualenvs/**',
    ],
    registries: ['pypi.org', 'files.pythonhosted.org'],
    publishes: ['twine upload **', 'uv publish **', 'poetry publish **', 'pdm publish **', 'hatch publish **'],
    set: [['PYTHONDONTWRITEBYTECODE', '1', 'a check leaves no compiled files beside the sources that it checks']],
  },
  {
    kind: 'rust',
    marks: ['Cargo.toml'],
    locks: ['Cargo.lock'],
    made: ['target'],
    tools: ['.rustup/**', '.cargo/{registry,git}/**'],
    registries: ['index.crates.io', 'static.crates.io'],
    publishes: ['cargo publish **', 'cargo yank **', 'cargo owner **'],
    keep: ['CARGO_HOME', 'RUSTUP_HOME'],
    assign: ['RUST_BACKTRACE', 'RUST_LOG'],
  },
  {
    kind: 'go',
    marks: ['go.mod', 'go.work'],
    locks: ['go.sum'],
    installed: ['vendor'],
    built: ['bin', 'dist'],
    tools: ['go/pkg/**'],
    registries: ['proxy.golang.org', 'sum.golang.org'],
    publishes: ['goreleaser release **', 'ko publish **'],
    keep: ['GOPATH', 'GOMODCACHE', 'GOCACHE'],
    assign: ['CGO_ENABLED', 'GOOS', 'GOARCH'],
  },
  {
    kind: 'jvm',
    marks: ['pom.xml'],
    made: ['target'],
    tools: ['.m2/{repository,wrapper}/**'],
    registries: ['repo.maven.apache.org'],
    publishes: ['{mvn,./mvnw} deploy **', '{mvn,./mvnw} release** **'],
    keep: ['JAVA_HOME'],
  },
  {
    kind: 'jvm',
    marks: ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'],
    locks: ['gradle.lockfile'],
    built: ['out', 'bin'],
    made: ['build'],
    caches: ['.gradle/**'],
    tools: ['.gradle/wrapper/**'],
    registries: ['repo.maven.apache.org', 'plugins.gradle.org'],
    publishes: ['{gradle,./gradlew} publish* **'],
    keep: ['JAVA_HOME', 'GRADLE_USER_HOME'],
  },
  {
    kind: 'dotnet',
    marks: ['*.sln', '*.slnx', '*.csproj', '*.fsproj', '*.vbproj'],
    locks: ['packages.lock.json'],
    built: ['artifacts', 'publish'],
    made: ['bin', 'obj'],
    caches: ['**/TestResults/**'],
    tools: ['.dotnet/{sdk,shared,host,packs,tools}/**', '.nuget/packages/**'],
    registries: ['api.nuget.org'],
    publishes: ['dotnet nuget {push,delete} **', 'dotnet publish **'],
    keep: ['DOTNET_ROOT'],
    set: [['DOTNET_CLI_TELEMETRY_OPTOUT', '1', 'the tool reports nothing']],
  },
  {
    kind: 'ruby',
    marks: ['Gemfile'],
    locks: ['Gemfile.lock'],
    installed: ['.bundle'],
    built: ['pkg', 'tmp', 'log'],
    caches: ['coverage/**'],
    tools: ['.rbenv/**', '.rvm/**', '.gem/ruby/**', '.local/share/gem/**'],
    registries: ['rubygems.org', 'index.rubygems.org'],
    publishes: ['gem {push,yank,owner} **', 'bundle exec rake release **', '{cap,kamal} **'],
    keep: ['GEM_HOME', 'GEM_PATH'],
    assign: ['RAILS_ENV', 'RACK_ENV'],
  },
  {
    kind: 'php',
    marks: ['composer.json'],
    locks: ['composer.lock'],
    installed: ['vendor'],
    caches: ['.phpunit.cache/**', '.phpunit.result.cache', '.php-cs-fixer.cache'],
    registries: ['repo.packagist.org', 'api.github.com'],
    publishes: ['composer config **', 'vendor/bin/dep **'],
    assign: ['APP_ENV'],
  },
  {
    kind: 'elixir',
    marks: ['mix.exs'],
    locks: ['mix.lock'],
    installed: ['deps'],
    made: ['_build'],
    caches: ['cover/**'],
    tools: ['.mix/**', '.hex/packages/**'],
    registries: ['hex.pm', 'repo.hex.pm'],
    publishes: ['mix {hex.publish,hex.retire,hex.owner,hex.user} **'],
    assign: ['MIX_ENV'],
  },
  { kind: 'swift', marks: ['Package.swift'], locks: ['Package.resolved'], made: ['.build'] },
  {
    kind: 'terraform',
    marks: ['*.tf'],
    locks: ['.terraform.lock.hcl'],
    installed: ['.terraform'],
    registries: ['registry.terraform.io', 'releases.hashicorp.com'],
    publishes: ['{terraform,tofu} {apply,destroy,import,taint,state,force-unlock} **'],
  },
  {
    kind: 'cmake',
    marks: ['CMakeLists.txt', 'meson.build'],
    built: ['cmake-build-debug', 'cmake-build-release', 'builddir'],
    made: ['build'],
  },
  {
    kind: 'docker',
    marks: ['Dockerfile', 'Containerfile', 'compose.yaml', 'compose.yml', 'docker-compose.yml', 'docker-compose.yaml'],
    publishes: ['{docker,podman} {push,login} **', '{docker,podman} buildx build ** --push **'],
  },
  {
    kind: 'kubernetes',
    marks: ['Chart.yaml', 'kustomization.yaml', 'kustomization.yml', 'skaffold.yaml', 'helmfile.yaml'],
    publishes: [
      'kubectl {apply,create,delete,edit,patch,replace,rollout,scale,drain,exec} **',
      'helm {install,upgrade,uninstall,rollback,push} **',
      'skaffold {run,deploy,delete} **',
    ],
  },
  {
    kind: 'tasks',
    marks: [
      'GNUmakefile',
      'makefile',
      'Makefile',
      'justfile',
      'Justfile',
      '.justfile',
      'Taskfile.yml',
      'Taskfile.yaml',
    ],
  },
]

/** Extensions of files that are somebody's work and that checks rest on. */
export const sourceExtensions: ReadonlySet<string> = new Set(
  `js mjs cjs jsx ts mts cts tsx vue svelte astro css scss sass less html htm py pyi rs go java kt kts scala groovy clj cs fs vb
   razor cshtml rb erb rake php ex exs eex heex erl swift tf hcl c h cc cpp cxx hpp hh m mm sql sh bash proto graphql lua zig dart
   hs ml mli nim r jl pl pm elm`.split(/\s+/),
)

export const documentExtensions: ReadonlySet<string> = new Set(['md', 'mdx', 'rst', 'adoc'])

/** Directories below which nothing is the project's own work, whatever it holds. */
export const strangers: ReadonlySet<string> = new Set(
  `node_modules bower_components vendor third_party third-party target dist build out coverage venv env deps _build obj bin
   Pods DerivedData __pycache__ htmlcov site-packages tmp log`.split(/\s+/),
)
