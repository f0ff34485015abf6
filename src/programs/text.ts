// Programs that read text and print it: they write nothing unless an option says so (GNU coreutils 9, sed 4.9, gawk 5).
import type { ProgramDescription } from './description.ts'
import { flags, maybe, program, turning, values } from './make.ts'

const about = flags('--help --version')

/** Readers, cutters and sorters of text. */
export const text = (): readonly ProgramDescription[] => [
  program('cat gcat', {
    options: [
      ...about,
      ...flags(
        '-A|--show-all -b|--number-nonblank -e -E|--show-ends -n|--number -s|--squeeze-blank -t -T|--show-tabs -u -v|--show-nonprinting',
      ),
    ],
    operands: ['read'],
    readOnly: true,
  }),
  program('tac nl rev fold expand unexpand paste comm join od hexdump xxd strings', {
    options: about,
    operands: ['read'],
    whole: false,
  }),
  program('head ghead', {
    options: [
      ...about,
      ...values('-c|--bytes -n|--lines'),
      ...flags('-q|--quiet|--silent -v|--verbose -z|--zero-terminated'),
      ...flags('-0 -1 -2 -3 -4 -5 -6 -7 -8 -9'),
    ],
    operands: ['read'],
    readOnly: true,
  }),
  program('tail gtail', {
    options: [
      ...about,
      ...values('-c|--bytes -n|--lines -s|--sleep-interval --max-unchanged-stats --pid'),
      ...flags('-f -F -q|--quiet|--silent -v|--verbose -z|--zero-terminated --retry'),
      ...maybe('--follow'),
      ...flags('-0 -1 -2 -3 -4 -5 -6 -7 -8 -9'),
    ],
    operands: ['read'],
    readOnly: true,
  }),
  program('wc gwc', {
    options: [
      ...about,
      ...flags('-c|--bytes -m|--chars -l|--lines -L|--max-line-length -w|--words --debug'),
      ...values('--total'),
      ...values('--files0-from', 'read'),
    ],
    operands: ['read'],
    readOnly: true,
  }),
  program('cut gcut', {
    options: [
      ...about,
      ...values('-b|--bytes -c|--characters -d|--delimiter -f|--fields --output-delimiter'),
      ...flags('-n -s|--only-delimited --complement -z|--zero-terminated'),
    ],
    operands: ['read'],
    readOnly: true,
  }),
  program('tr gtr', {
    options: [...about, ...flags('-c|-C|--complement -d|--delete -s|--squeeze-repeats -t|--truncate-set1')],
    operands: ['text'],
    readOnly: true,
  }),
  program('sort gsort', {
    options: [
      ...about,
      ...flags(
        '-b|--ignore-leading-blanks -d|--dictionary-order -f|--ignore-case -g|--general-numeric-sort -i|--ignore-nonprinting -M|--month-sort -h|--human-numeric-sort -n|--numeric-sort -R|--random-sort -r|--reverse -V|--version-sort -C -m|--merge -s|--stable -u|--unique -z|--zero-terminated --debug',
      ),
      ...maybe('-c|--check'),
      ...values('-k|--key -t|--field-separator -S|--buffer-size --parallel --batch-size --sort'),
      ...values('--files0-from --random-source', 'read'),
      ...values('-o|--output -T|--temporary-directory', 'write'),
      ...values('--compress-program', 'execute'),
    ],
    operands: ['read'],
  }),
  program('uniq guniq', {
    options: [
      ...about,
      ...flags('-c|--count -d|--repeated -D -i|--ignore-case -u|--unique -z|--zero-terminated'),
      ...maybe('--all-repeated --group'),
      ...values('-f|--skip-fields -s|--skip-chars -w|--check-chars'),
    ],
    operands: ['read', 'write'],
  }),
  program('base64 base32', {
    options: [
      ...about,
      ...flags('-d|--decode|-D -i|--ignore-garbage'),
      ...values('-w|--wrap -b|--break'),
      // The macOS spelling; GNU has no such option and fails.
      ...values('-o|--output', 'write'),
    ],
    operands: ['read'],
  }),
  program('md5sum sha1sum sha256sum sha512sum b2sum cksum', {
    options: [
      ...about,
      ...flags('-b|--binary -c|--check -t|--text -z|--zero --tag --ignore-missing --quiet --status --strict -w|--warn'),
      ...values('-a|--algorithm -l|--length'),
    ],
    operands: ['read'],
    readOnly: true,
  }),
  program('diff gdiff', {
    options: [
      ...about,
      ...flags(
        '-a|--text -b|--ignore-space-change -B|--ignore-blank-lines -c -d|--minimal -E|--ignore-tab-expansion -e|--ed -i|--ignore-case -N|--new-file -n|--rcs -p|--show-c-function -q|--brief -r|--recursive -s|--report-identical-files -t|--expand-tabs -T|--initial-tab -u -w|--ignore-all-space -y|--side-by-side -Z|--ignore-trailing-space --normal --left-column --suppress-common-lines --strip-trailing-cr --no-dereference --speed-large-files',
      ),
      ...maybe('--context --unified --color'),
      ...values(
        '-C -U -F|--show-function-line -I|--ignore-matching-lines -L|--label -S|--starting-file -W|--width -x|--exclude --palette',
      ),
      ...values('-X|--exclude-from --from-file --to-file', 'read'),
    ],
    operands: ['read'],
    readOnly: true,
  }),
  program('cmp', {
    options: [
      ...about,
      ...flags('-b|--print-bytes -l|--verbose -s|--quiet|--silent'),
      ...values('-i|--ignore-initial -n|--bytes'),
    ],
    operands: ['read'],
    readOnly: true,
  }),
  program('sed gsed', {
    options: [
      ...about,
      ...flags(
        '-n|--quiet|--silent -E|-r|--regexp-extended -l --posix -s|--separate -u|--unbuffered -z|--null-data --debug --sandbox',
      ),
      ...flags('--follow-symlinks'),
      ...values('-e|--expression', 'execute'),
      ...values('-f|--file', 'execute'),
      ...values('--line-length'),
      ...turning(maybe('-i|--in-place', 'write'), 'write'),
    ],
    operands: ['code', 'read'],
    firstGivenBy: ['-e', '-f'],
  }),
  program('awk gawk mawk nawk', {
    options: [
      ...about,
      ...values('-F|--field-separator -v|--assign'),
      ...values('-f|--file -E|--exec -i|--include -l|--load -e|--source', 'execute'),
      ...flags(
        '-b|--characters-as-bytes -c|--traditional -C|--copyright -g|--gen-pot -M|--bignum -n|--non-decimal-data -N|--use-lc-numeric -O|--optimize -P|--posix -r|--re-interval -s|--no-optimize -S|--sandbox -t|--lint-old',
      ),
      ...maybe('-d|--dump-variables -o|--pretty-print -p|--profile', 'write'),
    ],
    operands: ['code', 'read'],
    firstGivenBy: ['-f', '-e'],
    permute: false,
  }),
  program('jq', {
    options: [
      ...flags(
        '-c|--compact-output -n|--null-input -r|--raw-output -R|--raw-input -s|--slurp -j|--join-output -a|--ascii-output -S|--sort-keys -C|--color-output -M|--monochrome-output --tab --stream -e|--exit-status --unbuffered --seq -h|--help -V|--version --args --jsonargs --raw-output0',
      ),
      ...values('--indent'),
      ...values('-f|--from-file', 'read'),
    ],
    operands: ['text', 'read'],
    firstGivenBy: ['-f'],
    whole: false,
  }),
]

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
    ...turning(flags('-delete', 'destroy'), 'write'),
    ...['-exec', '-execdir', '-ok', '-okdir'].map(
      (name) => ({ names: [name], value: 'command', effect: 'execute' }) as const,
    ),
  ],
  operands: ['read'],
  // `-fprintf FILE FORMAT` takes two values, so it is left to the strict side.
  whole: false,
})

const fd: ProgramDescription = program('fd fdfind', {
  options: [
    ...about,
    ...flags(
      '-H|--hidden -I|--no-ignore -u|--unrestricted -s|--case-sensitive -i|--ignore-case -g|--glob -F|--fixed-strings -a|--absolute-path -l|--list-details -L|--follow -p|--full-path -0|--print0 -1 -q|--quiet -h -V --no-ignore-vcs --no-ignore-parent --prune --show-errors --one-file-system --strip-cwd-prefix --regex --relative-path --no-hidden --no-follow --has-results',
    ),
    ...values(
      '-d|--max-depth --min-depth --exact-depth -t|--type -e|--extension -E|--exclude -S|--size --changed-within|--newer --changed-before|--older -o|--owner -c|--color -j|--threads --max-results --and --format --path-separator --batch-size --max-buffer-time',
    ),
    ...values('--base-directory', 'directory'),
    ...values('--ignore-file --search-path', 'read'),
    ...['-x|--exec', '-X|--exec-batch'].map(
      (names) => ({ names: names.split('|'), value: 'command', effect: 'execute' }) as const,
    ),
  ],
  operands: ['text', 'read'],
  abbreviate: false,
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

/** Finders of files and lines, and listings. `find` and `rg` can run other programs. */
export const search = (): readonly ProgramDescription[] => [
  find,
  fd,
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
