// git subcommands that write where an operand says, or where a patch says (git 2.47).
import { reading } from './git-inspect.ts'
import { common } from './git-options.ts'
import { flags, subcommand, turning, values } from './make.ts'

/** Patches, worktrees, bundles and submodules. */
export const writing = [
  subcommand('apply', {
    operands: ['read'],
    options: [
      ...common,
      ...turning(flags('--stat --numstat --summary --check --cached'), 'read'),
      ...flags(
        '--index -3|--3way --build-fake-ancestor -R|--reverse --reject -z --allow-empty --unidiff-zero --no-add --allow-binary-replacement|--binary --ignore-space-change|--ignore-whitespace --inaccurate-eof --recount --ours --theirs --union',
      ),
      ...values('-p -C --whitespace --exclude --include --directory'),
      ...flags('--unsafe-paths', 'write'),
    ],
    spills: { unless: ['--stat', '--numstat', '--summary', '--check', '--cached'] },
  }),
  subcommand('am', {
    operands: ['read'],
    whole: false,
    options: [...common, ...flags('-3|--3way --abort --skip --continue --quit -s|--signoff -k|--keep')],
    spills: { unless: ['--abort', '--quit'] },
  }),
  subcommand('worktree list', { ...reading, options: [...common, ...flags('--porcelain -z')] }),
  subcommand('worktree add', {
    operands: ['write', 'text'],
    options: [
      ...common,
      ...flags('-f|--force', 'destroy'),
      ...flags(
        '-d|--detach --checkout --no-checkout --guess-remote --no-guess-remote --lock --no-track --orphan --track',
      ),
      ...values('-b --reason'),
      ...values('-B', 'destroy'),
    ],
  }),
  ...['worktree remove', 'worktree move'].map((name) =>
    subcommand(name, { operands: ['write'], options: [...common, ...flags('-f|--force', 'destroy')] }),
  ),
  subcommand('bundle create', { operands: ['write', 'text'], whole: false, options: common }),
  subcommand('submodule add', { operands: ['url', 'write'], whole: false, options: common }),
  // The hook is a program.
  subcommand('hook run', { operands: ['code'], whole: false }),
  // These keep to git's own database.
  ...[
    'verify-pack',
    'patch-id',
    'stripspace',
    'merge-tree',
    'get-tar-commit-id',
    'write-tree',
    'hash-object',
    'update-ref',
    'pack-refs',
    'commit-tree',
    'mktree',
    'rerere',
    'replace',
    'interpret-trailers',
  ].map((name) =>
    subcommand(name, { operands: ['text'], options: flags('-q|--quiet --stable --unstable'), whole: false }),
  ),
  subcommand('symbolic-ref', {
    operands: ['text'],
    options: [
      ...flags('-q|--quiet --short --recurse --no-recurse'),
      ...flags('-d|--delete', 'destroy'),
      ...values('-m'),
    ],
  }),
]
