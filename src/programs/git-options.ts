// Options that many git subcommands share (git 2.47): those that print a difference, walk history, reach a remote or merge.
import type { OptionDescription } from './description.ts'
import { flags, maybe, values } from './make.ts'

export const common = flags('-h|--help -q|--quiet -v|--verbose -n|--dry-run')

export const diff: readonly OptionDescription[] = [
  ...flags(
    '-h|--help -p|-u|--patch -s|--no-patch --raw --patch-with-raw --patch-with-stat --minimal --patience --histogram --numstat --shortstat --summary --compact-summary --name-only --name-status --check --full-index --binary --no-color --no-color-moved --no-renames --no-ext-diff --no-textconv --no-prefix --default-prefix --pickaxe-regex --pickaxe-all --irreversible-delete -D -R -r -t -a|--text --ignore-cr-at-eol --ignore-space-at-eol -b|--ignore-space-change -w|--ignore-all-space --ignore-blank-lines -W|--function-context --exit-code --quiet -q -z --no-relative --cached --staged --merge-base --indent-heuristic --no-indent-heuristic --cc -c -m --combined-all-paths --no-rename-empty --rename-empty --find-copies-harder --ita-invisible-in-index --ita-visible-in-index --no-index --base --ours --theirs -0 -1 -2 -3',
  ),
  ...maybe(
    '-U|--unified --stat --dirstat --cumulative --submodule --color --color-moved --color-moved-ws --word-diff --color-words --abbrev -B|--break-rewrites -M|--find-renames -C|--find-copies --relative --ignore-submodules -X --diff-merges --anchored',
  ),
  ...values(
    '-S -G -l --diff-filter --diff-algorithm --word-diff-regex --ws-error-highlight --inter-hunk-context --src-prefix --dst-prefix --line-prefix --stat-width --stat-count --stat-name-width -I|--ignore-matching-lines --find-object --skip-to --rotate-to',
  ),
  ...values('-O', 'read'),
  ...values('--output', 'write'),
  ...flags('--ext-diff --textconv', 'execute'),
]

export const log: readonly OptionDescription[] = [
  ...diff,
  ...flags(
    '--oneline --all --graph --reverse --merges --no-merges --first-parent --follow --full-history --simplify-merges --simplify-by-decoration --no-decorate --source --log-size --date-order --author-date-order --topo-order --no-walk --walk-reflogs -g --boundary --left-right --cherry --cherry-mark --cherry-pick --left-only --right-only -i|--regexp-ignore-case -E|--extended-regexp -F|--fixed-strings -P|--perl-regexp --all-match --invert-grep --relative-date --parents --children --no-notes --abbrev-commit --no-abbrev-commit --no-abbrev --remove-empty --sparse --ancestry-path --count --mailmap --no-mailmap --use-mailmap --dense --not --reflog --no-expand-tabs --stdin --bisect',
  ),
  ...flags('-4 -5 -6 -7 -8 -9'),
  ...maybe(
    '--decorate --pretty --format --notes --show-notes --branches --tags --remotes --date --encoding --expand-tabs --exclude-first-parent-only',
  ),
  ...values(
    '-n|--max-count --skip --since --after --until --before --since-as-filter --author --committer --grep --grep-reflog --min-parents --max-parents --glob --exclude -L --decorate-refs --decorate-refs-exclude',
  ),
  ...flags('--show-signature', 'execute'),
]

export const transport: readonly OptionDescription[] = [
  ...values('--upload-pack --receive-pack --exec', 'execute'),
  ...values('-o|--server-option|--push-option'),
  ...flags('-4|--ipv4 -6|--ipv6 --progress --no-progress --atomic --no-verify --verify --thin --no-thin'),
]

export const fetching: readonly OptionDescription[] = [
  ...common,
  ...transport,
  ...flags(
    '--all --no-all -a|--append -k|--keep -p|--prune -P|--prune-tags -t|--tags --no-tags --unshallow --update-shallow -u|--update-head-ok --refetch --no-auto-maintenance --no-auto-gc --write-fetch-head --no-write-fetch-head --set-upstream --no-recurse-submodules --show-forced-updates --no-show-forced-updates --stdin -m|--multiple',
  ),
  ...flags('-f|--force', 'destroy'),
  ...values('--depth --deepen --shallow-since --shallow-exclude -j|--jobs --refmap --negotiation-tip --filter'),
  ...maybe('--recurse-submodules'),
]

export const merging: readonly OptionDescription[] = [
  ...flags(
    '--ff --no-ff --ff-only --squash --no-squash --commit --no-commit --stat --no-stat --log --no-log --signoff --no-signoff --abort --continue --quit --skip --allow-unrelated-histories --autostash --no-autostash --rerere-autoupdate --no-rerere-autoupdate --no-verify --verify --no-gpg-sign --no-edit',
  ),
  ...flags('-e|--edit', 'execute'),
  ...values('-s|--strategy', 'execute'),
  ...values('-X|--strategy-option -m|--mainline -x --cleanup'),
  ...maybe('-S|--gpg-sign', 'execute'),
]
