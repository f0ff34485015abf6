// git 2.47: options before the subcommand, and the subcommands that agents use, each with every option that can run a
// program, write a file or reach a host. A subcommand that is not here may be an alias, which can run anything.
import type { ProgramDescription } from './description.ts'
import { inspect, reading } from './git-inspect.ts'
import { common, diff, fetching, log, merging, transport } from './git-options.ts'
import { writing } from './git-write.ts'
import { flags, maybe, program, subcommand, turning, values } from './make.ts'

const change = [
  // Both read the files they name and write git's own, which is what these commands are for.
  subcommand('add', {
    operands: ['read'],
    options: [
      ...common,
      ...flags(
        '-f|--force -u|--update --renormalize -A|--all|--no-ignore-removal --no-all|--ignore-removal -N|--intent-to-add --refresh --ignore-errors --ignore-missing --no-warn-embedded-repo --sparse --pathspec-file-nul -p|--patch -i|--interactive',
      ),
      ...flags('-e|--edit', 'execute'),
      ...values('--chmod'),
      ...values('--pathspec-from-file', 'read'),
    ],
  }),
  subcommand('commit', {
    operands: ['read'],
    options: [
      ...common,
      ...flags(
        '-a|--all -p|--patch --reset-author --short --branch --porcelain --long -z|--null --allow-empty --allow-empty-message -n|--no-verify --verify -s|--signoff --no-signoff --no-edit -i|--include -o|--only --no-post-rewrite --status --no-status --no-gpg-sign --pathspec-file-nul --amend',
      ),
      ...flags('-e|--edit', 'execute'),
      ...values('-m|--message -C|--reuse-message --fixup --squash --author --date --cleanup --trailer'),
      ...values('-c|--reedit-message', 'execute'),
      ...values('-F|--file -t|--template --pathspec-from-file', 'read'),
      ...maybe('-u|--untracked-files'),
      ...maybe('-S|--gpg-sign', 'execute'),
    ],
  }),
  subcommand('checkout', {
    operands: ['write'],
    options: [
      ...common,
      ...flags(
        '--progress --no-progress --ours -2 --theirs -3 -l -d|--detach --guess --no-guess -m|--merge -p|--patch --ignore-skip-worktree-bits --ignore-other-worktrees --overwrite-ignore --no-overwrite-ignore --no-track --overlay --no-overlay --pathspec-file-nul',
      ),
      ...flags('-f|--force', 'destroy'),
      ...values('-b --orphan --conflict'),
      ...values('-B', 'destroy'),
      ...values('--pathspec-from-file', 'read'),
      ...maybe('-t|--track --recurse-submodules'),
    ],
  }),
  subcommand('switch', {
    operands: ['text'],
    options: [
      ...common,
      ...flags(
        '-d|--detach --guess --no-guess -m|--merge --progress --no-progress --no-track --ignore-other-worktrees --overwrite-ignore',
      ),
      ...flags('-f|--force --discard-changes', 'destroy'),
      ...values('-c|--create --orphan --conflict'),
      ...values('-C|--force-create', 'destroy'),
      ...maybe('-t|--track --recurse-submodules'),
    ],
  }),
  subcommand('restore', {
    operands: ['write'],
    options: [
      ...common,
      ...flags(
        '-p|--patch --ours --theirs -m|--merge --progress --overlay --no-overlay --ignore-unmerged --ignore-skip-worktree-bits --pathspec-file-nul',
      ),
      ...turning(flags('-S|--staged'), 'text'),
      ...turning(flags('-W|--worktree'), 'write'),
      ...values('-s|--source --conflict'),
      ...values('--pathspec-from-file', 'read'),
    ],
  }),
  subcommand('reset', {
    operands: ['text'],
    options: [
      ...common,
      ...flags('--mixed -N --soft --merge --keep -p|--patch --refresh --no-refresh --pathspec-file-nul'),
      ...flags('--hard', 'destroy'),
      ...values('--pathspec-from-file', 'read'),
    ],
  }),
  subcommand('clean', {
    operands: ['write'],
    options: [
      ...common,
      ...flags('-d -x -X -i|--interactive'),
      ...flags('-f|--force', 'destroy'),
      ...values('-e|--exclude'),
    ],
  }),
  subcommand('rm', {
    operands: ['write'],
    options: [
      ...common,
      ...turning(flags('--cached'), 'text'),
      ...flags('-r --ignore-unmatch --sparse'),
      ...flags('-f|--force', 'destroy'),
    ],
  }),
  subcommand('mv', {
    operands: ['write'],
    options: [...common, ...flags('-k --sparse'), ...flags('-f|--force', 'destroy')],
  }),
  subcommand('branch', {
    operands: ['text'],
    options: [
      ...common,
      ...flags(
        '-r|--remotes -a|--all -l|--list --show-current -i|--ignore-case --no-color --no-column --no-track --unset-upstream -m|--move -c|--copy -d|--delete --create-reflog --omit-empty',
      ),
      ...flags('-D -M -C -f|--force', 'destroy'),
      ...values('-u|--set-upstream-to --sort --points-at --format'),
      ...maybe('--contains --no-contains --merged --no-merged --color --column --abbrev -t|--track'),
      ...flags('--edit-description', 'execute'),
    ],
  }),
  subcommand('tag', {
    operands: ['text'],
    options: [
      ...common,
      ...flags('-a|--annotate -l|--list -i|--ignore-case --create-reflog'),
      ...flags('-d|--delete -f|--force', 'destroy'),
      ...flags('-s|--sign -v|--verify -e|--edit', 'execute'),
      ...values('-m|--message --sort --points-at --format --cleanup'),
      ...values('-F|--file', 'read'),
      ...values('-u|--local-user', 'execute'),
      ...maybe('--contains --no-contains --merged --no-merged --color --column'),
    ],
  }),
  subcommand('stash', {
    operands: ['text'],
    options: [
      ...diff,
      ...flags('-u|--include-untracked -k|--keep-index --no-keep-index -S|--staged --index'),
      ...values('-m|--message'),
      ...values('--pathspec-from-file', 'read'),
    ],
  }),
  subcommand('cherry-pick', {
    operands: ['text'],
    options: [...common, ...merging, ...flags('-r --allow-empty --keep-redundant-commits -s')],
  }),
  subcommand('revert', { operands: ['text'], options: [...common, ...merging, ...flags('-s --reference')] }),
  subcommand('merge', {
    operands: ['text'],
    options: [...common, ...merging, ...values('--message --into-name'), ...values('-F|--file', 'read')],
  }),
  subcommand('rebase', {
    operands: ['text'],
    options: [
      ...common,
      ...merging,
      ...flags(
        '-f|--force-rebase|--no-ff --keep-base --root --autosquash --no-autosquash --fork-point --no-fork-point --update-refs --reset-author-date --committer-date-is-author-date --reapply-cherry-picks --no-reapply-cherry-picks',
      ),
      ...flags('-i|--interactive --edit-todo', 'execute'),
      ...values('--onto --whitespace --empty'),
      ...values('--exec', 'execute'),
      ...maybe('-r|--rebase-merges'),
    ].map((option) => (option.names[0] === '-x' ? { ...option, effect: 'execute' as const } : option)),
  }),
  subcommand('format-patch', {
    operands: ['text'],
    options: [
      ...log,
      ...values('-o|--output-directory', 'write'),
      ...flags('-k --stdout --numbered --no-numbered -N --cover-letter'),
    ],
  }),
  subcommand('archive', {
    operands: ['text'],
    options: [
      ...common,
      ...flags('-l|--list'),
      ...values('--format --prefix --mtime'),
      ...values('-o|--output', 'write'),
      ...values('--add-file', 'read'),
      ...values('--remote', 'network'),
      ...values('--exec', 'execute'),
    ],
  }),
]

const remote = [
  subcommand('push', {
    operands: ['url', 'text'],
    options: [
      ...common,
      ...transport,
      ...flags(
        '--all|--branches --tags --follow-tags --no-follow-tags -u|--set-upstream --porcelain --no-signed --no-force-with-lease --force-if-includes --no-force-if-includes --no-recurse-submodules',
      ),
      ...flags('-f|--force -d|--delete --prune --mirror', 'destroy'),
      ...maybe('--force-with-lease', 'destroy'),
      ...maybe('--signed', 'execute'),
      ...values('--repo'),
      ...maybe('--recurse-submodules'),
    ],
  }),
  subcommand('fetch', { operands: ['url', 'text'], options: fetching }),
  subcommand('pull', {
    operands: ['url', 'text'],
    options: [...fetching, ...merging, ...maybe('-r|--rebase'), ...flags('--no-rebase')],
  }),
  subcommand('ls-remote', {
    operands: ['url', 'text'],
    options: [
      ...common,
      ...transport,
      ...flags('--heads -b|--branches -t|--tags --refs --exit-code --get-url --symref'),
      ...values('--sort'),
    ],
  }),
  subcommand('clone', {
    operands: ['url', 'write'],
    options: [
      ...common,
      ...transport,
      ...flags(
        '-l|--local --no-local --no-hardlinks -s|--shared --dissociate --no-checkout --bare --mirror --single-branch --no-single-branch --tags --no-tags --no-shallow-submodules --shallow-submodules --remote-submodules --sparse --reject-shallow',
      ),
      ...values('-c|--config --template -u', 'execute'),
      ...values(
        '-b|--branch --depth --shallow-since --shallow-exclude --filter -j|--jobs --reference --reference-if-able --origin --revision --bundle-uri',
      ),
      ...values('--separate-git-dir', 'write'),
      ...maybe('--recurse-submodules|--recursive'),
    ],
  }),
  ...['remote', 'remote show', 'remote get-url'].map((name) => subcommand(name, { ...reading, options: common })),
  ...['remote add', 'remote set-url', 'remote remove', 'remote rename', 'remote update', 'remote prune'].map((name) =>
    subcommand(name, { operands: ['text', 'url'], whole: false, options: common }),
  ),
]

// Whether it reads or writes is told apart by the judge; what is described here only reads.
const configure = subcommand('config', {
  whole: false,
  options: [
    ...flags(
      '-h|--help --get --get-all --get-regexp --get-urlmatch -l|--list --show-origin --show-scope --global --local --system --worktree -z|--null --name-only --bool --int --path --includes --no-includes',
    ),
    ...values('--type --default'),
    ...values('-f|--file --blob', 'read'),
  ],
})

const unclear = [
  'bisect run',
  'submodule foreach',
  'difftool',
  'mergetool',
  'filter-branch',
  'submodule',
  'worktree',
  'init',
  'notes',
  'bundle',
  'gc',
  'bisect',
  'sparse-checkout',
  'update-index',
  'daemon',
  'help',
]

/** git and every subcommand that is known. */
export const git: readonly ProgramDescription[] = [
  program('git', {
    options: [
      ...values('-C', 'directory'),
      ...flags(
        '-P|--no-pager --no-replace-objects --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --no-optional-locks --no-lazy-fetch --no-advice -v|--version -h|--help --html-path --man-path --info-path',
      ),
      ...values('--namespace --list-cmds --attr-source'),
      ...values('-c --config-env --git-dir --super-prefix', 'execute'),
      ...values('--work-tree', 'write'),
      ...maybe('--exec-path', 'execute'),
      ...flags('-p|--paginate --bare', 'execute'),
    ],
    cluster: false,
    permute: false,
    subcommands: [
      ...inspect,
      ...change,
      ...remote,
      ...writing,
      configure,
      ...unclear.map((name) => subcommand(name, { whole: false })),
    ],
  }),
]
