// Wrappers that run a program of a project's own environment, or fetch it first.
import { flags, subcommand, values } from './make.ts'
import { node } from './node.ts'
import { type WrapperDescription, wrapper } from './wrapper.ts'

const [managers, bun] = node

/** Runners of a project's own environment. */
export const projects: readonly WrapperDescription[] = [
  wrapper(
    'poetry pipenv pdm hatch rye uv devbox mise bundle',
    () => [
      ...flags('-q|--quiet -v|--verbose -n|--no-interaction --no-ansi'),
      ...values('-C|--directory|--project', 'directory'),
    ],
    {
      subcommands: ['run', 'exec'],
      description: () => ({
        operands: [],
        subcommands: [
          ...['run', 'exec'].map((name) =>
            subcommand(name, {
              options: [
                ...flags(
                  '-q|--quiet -v|--verbose --no-sync --frozen --locked --isolated --offline --all-extras --no-project',
                ),
                ...values('--with -p|--python --extra --group --env-file --with-requirements --package'),
                ...values('-c|--config', 'read'),
              ],
              operands: ['command'],
              permute: false,
              whole: false,
            }),
          ),
          ...[
            'install',
            'sync',
            'add',
            'remove',
            'update',
            'lock',
            'show',
            'build',
            'publish',
            'shell',
            'init',
            'list',
            'env',
            'config',
            'check',
            'version',
            'pip',
            'tool',
            'python',
            'venv',
            'use',
          ].map((name) => subcommand(name, { operands: ['text'], whole: false })),
        ],
      }),
    },
  ),
]

/** Package runners: the program may be fetched before it runs. */
export const packages: readonly WrapperDescription[] = [
  wrapper(
    'npx bunx pnpx',
    () => [
      ...flags('-y|--yes -n|--no|--no-install -q|--quiet --ignore-existing --bun -h -v --verbose --silent'),
      ...values('-p|--package -w|--workspace'),
      ...values('-c|--call --node-options --script-shell', 'execute'),
    ],
    { textOptions: ['-c', '--call'], description: () => ({ abbreviate: false, cluster: false }) },
  ),
  ...[managers, bun]

    .filter((entry) => entry !== undefined)
    .map((entry) => ({
      ...wrapper('npm', () => []),
      names: entry.names,
      program: entry,
      subcommands: ['exec', 'x', 'dlx'],
      textOptions: ['-c', '--call'],
    })),
]
