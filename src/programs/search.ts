// Programs that look for files and lines. `find` and `rg` can run other programs, so each such option is named.
import type { ProgramDescription } from './description.ts'
import { flags, maybe, program, values } from './make.ts'

const about = flags('--help --version')

const find: ProgramDescription = program('find gfind', {
  abbreviate: false,
  cluster: false,
  options: [
    ...flags('-H -L -P -help -version --help --version'),
    ...flags('! ( ) , -not -a -and -o -or'),
    ...values('-D'),
    ...flags('-O0 -O1 -O2 -O3'),
    ...flags(
      '-daystart -depth -d -follow -mount -xdev -noleaf -ignore_readdir_race -noignore_readdir_race -warn -nowarn -empty -executable -readable -writable -nouser -nogroup -true -false -prune -quit -print -print0 -ls',
    ),
    ...values(
      '-maxdepth -mindepth -regextype -amin -atime -cmin -ctime -mmin -mtime -fstype -gid -group -ilname -iname -inum -ipath -iregex -iwholename -links -lname -name -path -perm -regex -size -type -uid -used -user -wholename -xtype -context -printf -newermt',
    ),
    ...values('-anewer -cnewer -newer -samefile -files0-from', 'read'),
    ...values('-fprint -fprint0 -fls', 'write'),
    ...flags('-delete', 'destroy'),
    ...['-exec', '-execdir', '-ok', '-okdir'].map(
      (name) => ({ names: [name], value: 'command', effect: 'execute' }) as const,
    ),
  ],
  operands: ['read'],
  // `-fprintf FILE FORMAT` takes two values, so it is left to the strict side.
  whole: false,
})

const rg: ProgramDescription = program('rg', {
  options: [
    ...about,
    ...flags(
      '-F|--fixed-strings -i|--ignore-case -S|--smart-case -s|--case-sensitive -v|--invert-match -w|--word-regexp -x|--line-regexp -c|--count --count-matches -l|--files-with-matches --files-without-match -n|--line-number -N|--no-line-number -o|--only-matching -q|--quiet -u|--unrestricted -U|--multiline --multiline-dotall -a|--text -H|--with-filename -I|--no-filename -L|--follow -p|--pretty -P|--pcre2 -0|--null --null-data -h -V --files --hidden -. --no-ignore --no-ignore-vcs --no-ignore-parent --no-ignore-global --no-ignore-dot --no-messages --no-heading --heading --column --no-column --json --stats --trim --type-list --vimgrep --no-config --debug --trace --crlf --glob-case-insensitive --no-mmap --mmap --one-file-system --sort-files --passthru --block-buffered --line-buffered --no-unicode --no-require-git --byte-offset -b --max-columns-preview --include-zero',
    ),
    ...flags('-z|--search-zip', 'execute'),
    ...values(
      '-e|--regexp -A|--after-context -B|--before-context -C|--context -g|--glob --iglob -m|--max-count -M|--max-columns -r|--replace -t|--type -T|--type-not --type-add --type-clear -d|--max-depth --max-filesize -j|--threads --color --colors --sort --sortr -E|--encoding --engine --context-separator --field-match-separator --field-context-separator --path-separator --dfa-size-limit --regex-size-limit --hyperlink-format',
    ),
    ...values('-f|--file --ignore-file', 'read'),
    ...values('--pre --hostname-bin', 'execute'),
    ...values('--pre-glob'),
  ],
  operands: ['text', 'read'],
  firstGivenBy: ['-e', '-f', '--files'],
  abbreviate: false,
})

/** Finders of files and lines, and listings. */
export const search: readonly ProgramDescription[] = [
  find,
  rg,
  program('grep egrep fgrep zgrep ggrep', {
    options: [
      ...about,
      ...flags(
        '-E|--extended-regexp -F|--fixed-strings -G|--basic-regexp -P|--perl-regexp -i|-y|--ignore-case --no-ignore-case -v|--invert-match -w|--word-regexp -x|--line-regexp -c|--count -L|--files-without-match -l|--files-with-matches -o|--only-matching -q|--quiet|--silent -s|--no-messages -b|--byte-offset -H|--with-filename -h|--no-filename -n|--line-number -T|--initial-tab -Z|--null -a|--text -I -r|--recursive -R|--dereference-recursive -U|--binary -z|--null-data --line-buffered -V',
      ),
      ...flags('-0 -1 -2 -3 -4 -5 -6 -7 -8 -9'),
      ...values(
        '-e|--regexp -m|--max-count -A|--after-context -B|--before-context -C|--context -D|--devices -d|--directories --binary-files --exclude --exclude-dir --include --label --group-separator',
      ),
      ...values('-f|--file --exclude-from', 'read'),
      ...maybe('--color|--colour'),
    ],
    operands: ['text', 'read'],
    firstGivenBy: ['-e', '-f'],
    readOnly: true,
  }),
  program('ls gls dir vdir', {
    options: [
      ...about,
      ...flags(
        '-a|--all -A|--almost-all --author -b|--escape -B|--ignore-backups -c -C -d|--directory -f -F -g -G|--no-group -h|--human-readable --si -H|--dereference-command-line --dereference-command-line-symlink-to-dir -i|--inode -k|--kibibytes -l -L|--dereference -m -n|--numeric-uid-gid -N|--literal -o -p -q|--hide-control-chars --show-control-chars -Q|--quote-name -r|--reverse -R|--recursive -s|--size -S -t -u -U -v -x -X -Z|--context -1 --full-time --group-directories-first --file-type --zero',
      ),
      ...values(
        '--block-size --format --hide --indicator-style -I|--ignore --quoting-style --sort -T|--tabsize --time --time-style -w|--width',
      ),
      ...maybe('--color --classify --hyperlink'),
    ],
    operands: ['read'],
    readOnly: true,
  }),
  program('stat file readlink realpath basename dirname du df tree which', {
    options: about,
    operands: ['read'],
    whole: false,
  }),
]
