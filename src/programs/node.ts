// npm, pnpm, yarn and bun: their scripts run whatever package.json says, so a rule names the script; what is described
// here is where the subcommand begins and which options reach outside.
import type { OptionDescription, ProgramDescription, SubcommandDescription } from './description.ts'
import { flags, maybe, program, subcommand, values } from './make.ts'

const general: readonly OptionDescription[] = [
  ...flags(
    '-h|--help -v|--version -s|--silent -d|--verbose -q|--quiet --json --color --no-color --no-audit --no-fund --no-progress --offline --prefer-offline --dry-run --no-update-notifier --if-present -ws|--workspaces --include-workspace-root --parseable --long',
  ),
  ...values('-w|--workspace --loglevel --reporter --filter -F'),
  ...values('-C|--prefix|--dir|--cwd', 'directory'),
  ...values('--registry', 'network'),
  ...values('--script-shell --userconfig --globalconfig --node-options --shell --ignore-scripts=false', 'execute'),
  ...values('--cache', 'write'),
]

const installing: readonly OptionDescription[] = [
  ...general,
  ...flags(
    '-D|--save-dev -E|--save-exact -O|--save-optional -P|--save-prod --save --no-save --save-peer --ignore-scripts --frozen-lockfile --no-frozen-lockfile --no-package-lock --package-lock-only --legacy-peer-deps --strict-peer-deps --prefer-dedupe --production -p --no-optional --no-lockfile --lockfile-only',
  ),
  ...flags('-f|--force', 'destroy'),
  ...flags('-g|--global', 'write'),
  ...values('--omit --include --only --save-prefix --tag --os --cpu --libc --install-strategy'),
]

/** A subcommand that runs the program named after its own options. */
function inner(name: string): SubcommandDescription {
  return subcommand(name, {
    options: [
      ...general,
      ...flags('-y|--yes --no --no-install --parallel --no-reporter-hide-prefix --bun'),
      ...values('-p|--package'),
      ...values('-c|--call', 'execute'),
    ],
    operands: ['command'],
    permute: false,
  })
}

const running = [
  inner('exec'),
  inner('x'),
  inner('dlx'),
  subcommand('run', { options: general, operands: ['text'], whole: false }),
  subcommand('run-script', { options: general, operands: ['text'], whole: false }),
  ...['test', 't', 'tst', 'start', 'stop', 'restart', 'run-tests', 'build'].map((name) =>
    subcommand(name, { options: general, operands: ['text'], whole: false }),
  ),
  ...[
    'install',
    'i',
    'add',
    'ci',
    'clean-install',
    'update',
    'up',
    'upgrade',
    'remove',
    'rm',
    'uninstall',
    'un',
    'dedupe',
    'prune',
    'rebuild',
    'link',
  ].map((name) => subcommand(name, { options: installing, operands: ['text'] })),
  ...[
    'ls',
    'list',
    'll',
    'la',
    'outdated',
    'why',
    'explain',
    'view',
    'info',
    'show',
    'root',
    'bin',
    'prefix',
    'whoami',
    'ping',
    'search',
    'audit',
    'licenses',
    'fund',
  ].map((name) =>
    subcommand(name, {
      options: [...general, ...flags('-a|--all -g|--global --prod --dev -r|--recursive'), ...values('--depth')],
      operands: ['text'],
      readOnly: true,
      whole: false,
    }),
  ),
  ...[
    'publish',
    'config',
    'set',
    'login',
    'logout',
    'token',
    'init',
    'create',
    'version',
    'pack',
    'unpublish',
    'owner',
    'access',
    'dist-tag',
    'store',
    'patch',
  ].map((name) => subcommand(name, { options: general, operands: ['text'], whole: false })),
]

/** Package managers of JavaScript. */
export const node: readonly ProgramDescription[] = [
  program('npm pnpm yarn', {
    options: [...general, ...flags('-r|--recursive')],
    abbreviate: false,
    cluster: false,
    permute: false,
    subcommands: running,
  }),
  program('bun', {
    options: [
      ...flags('-h|--help -v|--version --revision --silent -b|--bun --watch --hot --no-install -i --smol'),
      ...values('-e|--eval -p|--print -r|--preload --env-file -c|--config --import --shell', 'execute'),
      ...values('--cwd', 'directory'),
      ...maybe('--inspect --inspect-brk --inspect-wait', 'network'),
    ],
    abbreviate: false,
    cluster: false,
    permute: false,
    whole: false,
    subcommands: [
      inner('x'),
      subcommand('run', { options: general, operands: ['text'], whole: false }),
      subcommand('test', { options: general, operands: ['text'], whole: false }),
      ...['install', 'i', 'add', 'remove', 'update', 'link', 'unlink'].map((name) =>
        subcommand(name, { options: installing, operands: ['text'] }),
      ),
      ...['pm', 'outdated', 'why', 'audit', 'build', 'init', 'create', 'upgrade', 'publish', 'patch'].map((name) =>
        subcommand(name, { options: general, operands: ['text'], whole: false }),
      ),
    ],
  }),
]
