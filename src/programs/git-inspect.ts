// git subcommands that only look (git 2.47). Each option of theirs that can run a program or write a file is marked, because a
// rule for a harmless subcommand must not cover it.
import { diff, log } from './git-options.ts'
import { flags, maybe, subcommand, values } from './make.ts'

/** What these have in common. */
export const reading = { readOnly: true, operands: ['text'] as const }

/** Subcommands that change nothing, unless an option says otherwise. */
export const inspect = [
  subcommand('status', {
    readOnly: true,
    operands: ['read'],
    options: [
      ...flags(
        '-h|--help -s|--short -b|--branch --show-stash --long -v|--verbose -z --ahead-behind --no-ahead-behind --renames --no-renames',
      ),
      ...maybe('--porcelain -u|--untracked-files --ignore-submodules --ignored --column --find-renames'),
      ...flags('--no-column'),
    ],
  }),
  // A read-only command may still be told to write or to run something; those options say so.
  subcommand('diff', { ...reading, options: diff }),
  subcommand('log', { ...reading, options: log }),
  subcommand('show', { ...reading, options: log }),
  subcommand('whatchanged', { ...reading, options: log }),
  subcommand('reflog', { ...reading, options: log }),
  subcommand('shortlog', {
    ...reading,
    options: [...log, ...flags('-s|--summary -e|--email'), ...maybe('-w --group')],
  }),
  subcommand('rev-list', { ...reading, options: [...log, ...flags('--objects'), ...maybe('--disk-usage')] }),
  subcommand('rev-parse', {
    ...reading,
    options: [
      ...flags(
        '-h|--help --parseopt --sq-quote --revs-only --no-revs --flags --no-flags -q|--quiet --sq --not --symbolic --symbolic-full-name --all --verify --git-dir --absolute-git-dir --git-common-dir --is-inside-git-dir --is-inside-work-tree --is-bare-repository --is-shallow-repository --show-cdup --show-prefix --show-toplevel --show-superproject-working-tree --shared-index-path --local-env-vars --show-ref-format',
      ),
      ...maybe('--short --abbrev-ref --branches --tags --remotes --glob --exclude --disambiguate --show-object-format'),
      ...values('--default --prefix --since --after --until --before --git-path --resolve-git-dir --path-format'),
    ],
  }),
  subcommand('blame', {
    ...reading,
    options: [
      ...flags(
        '-h|--help -b --root --show-stats --progress --no-progress -l -t -p|--porcelain --line-porcelain --incremental -c -s -e|--show-email -w -f|--show-name -n|--show-number --minimal --color-lines --color-by-age',
      ),
      ...maybe('-M -C --abbrev'),
      ...values('-L -S --reverse --date --ignore-rev --encoding'),
      ...values('--contents --ignore-revs-file', 'read'),
    ],
  }),
  subcommand('ls-files', {
    ...reading,
    options: [
      ...flags(
        '-h|--help -c|--cached -d|--deleted -o|--others -i|--ignored -s|--stage -u|--unmerged -k|--killed -m|--modified -z -t -v -f --directory --no-empty-directory --eol --deduplicate --error-unmatch --full-name --recurse-submodules --exclude-standard --debug --resolve-undo',
      ),
      ...values('-x|--exclude --exclude-per-directory --with-tree --format'),
      ...values('-X|--exclude-from', 'read'),
      ...maybe('--abbrev'),
    ],
  }),
  subcommand('ls-tree', {
    ...reading,
    options: [
      ...flags('-h|--help -d -r -t -l|--long -z --name-only --name-status --object-only --full-name --full-tree'),
      ...maybe('--abbrev --format'),
    ],
  }),
  subcommand('cat-file', {
    ...reading,
    options: [
      ...flags('-h|--help -e -p -t -s --follow-symlinks --unordered --batch-all-objects -z -Z'),
      ...maybe('--batch --batch-check --batch-command'),
      ...values('--path'),
      ...flags('--textconv --filters', 'execute'),
    ],
  }),
  subcommand('describe', {
    ...reading,
    options: [
      ...flags('-h|--help --all --tags --contains --debug --long --exact-match --always --first-parent'),
      ...maybe('--abbrev --dirty --broken'),
      ...values('--candidates --match --exclude'),
    ],
  }),
  subcommand('merge-base', {
    ...reading,
    options: flags('-h|--help -a|--all --octopus --independent --is-ancestor --fork-point'),
  }),
  subcommand('show-ref', {
    ...reading,
    options: [
      ...flags('-h|--help --head --heads --branches --tags -d|--dereference --verify --exists -q|--quiet'),
      ...maybe('-s|--hash --abbrev --exclude-existing'),
    ],
  }),
  subcommand('for-each-ref', {
    ...reading,
    options: [
      ...flags('-h|--help -s|--shell -p|--perl --python --tcl --ignore-case --omit-empty'),
      ...values('--count --sort --points-at --merged --no-merged --contains --no-contains --exclude'),
      ...maybe('--format --color'),
    ],
  }),
  subcommand('grep', {
    ...reading,
    options: [
      ...flags(
        '-h -H -i|--ignore-case -I -r|--recursive --no-recursive -v|--invert-match -w|--word-regexp -a|--text -E|--extended-regexp -G|--basic-regexp -P|--perl-regexp -F|--fixed-strings -n|--line-number --column -l|--files-with-matches|--name-only -L|--files-without-match -z|--null -o|--only-matching -c|--count --break --heading -p|--show-function -W|--function-context -q|--quiet --cached --no-index --untracked --no-exclude-standard --exclude-standard --recurse-submodules --full-name --all-match --and --or --not ( ) --no-textconv --no-color',
      ),
      ...values('-e -m|--max-count --max-depth --threads -A|--after-context -B|--before-context -C|--context'),
      ...values('-f', 'read'),
      ...maybe('--color'),
      ...maybe('-O|--open-files-in-pager', 'execute'),
      ...flags('--textconv', 'execute'),
    ],
  }),
  ...['diff-tree', 'diff-index', 'diff-files', 'range-diff', 'cherry', 'show-branch'].map((name) =>
    subcommand(name, { ...reading, options: [...log, ...flags('--root --no-commit-id')] }),
  ),
  ...['check-ignore', 'check-attr', 'check-mailmap'].map((name) =>
    subcommand(name, {
      ...reading,
      options: flags('-q|--quiet -v|--verbose --stdin -z -n|--non-matching --no-index -a|--all --cached'),
    }),
  ),
  subcommand('name-rev', {
    ...reading,
    options: [
      ...flags('--tags --all --name-only --no-undefined --always --annotate-stdin'),
      ...values('--refs --exclude'),
    ],
  }),
  subcommand('count-objects', { ...reading, options: flags('-v|--verbose -H|--human-readable') }),
  subcommand('fsck', {
    ...reading,
    options: flags(
      '--unreachable --dangling --no-dangling --root --tags --cache --no-reflogs --full --no-full --connectivity-only --strict -v|--verbose --progress --no-progress --name-objects',
    ),
  }),
  subcommand('var', { ...reading, options: flags('-l') }),
  subcommand('check-ref-format', {
    ...reading,
    options: flags('--branch --normalize --allow-onelevel --no-allow-onelevel --refspec-pattern'),
  }),
  subcommand('version', { ...reading, options: flags('--build-options') }),
]
