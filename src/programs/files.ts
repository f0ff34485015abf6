// Programs that make, move, remove and change files, after GNU coreutils 9 and GNU tar 1.35.
import type { ProgramDescription } from './description.ts'
import { flags, maybe, program, turning, values } from './make.ts'

const about = flags('--help --version')
const backup = [...maybe('--backup'), ...flags('-b'), ...values('-S|--suffix')]
const target = [...values('-t|--target-directory', 'write'), ...flags('-T|--no-target-directory')]
// With `-t` every operand is copied from, also the last one.
const source = target.map((option) => (option.names[0] === '-t' ? { ...option, operands: 'read' as const } : option))

const tar: ProgramDescription = program('tar gtar bsdtar', {
  bareCluster: true,
  options: [
    ...about,
    ...turning(flags('-t|--list -d|--diff|--compare'), 'text'),
    ...turning(flags('-c|--create'), 'read'),
    ...flags('-x|--extract|--get -r|--append -u|--update -A|--catenate|--concatenate --delete', 'write'),
    ...values('-f|--file', 'write').map((option) => ({ ...option, readWith: ['-t', '-x', '-d'] })),
    ...values('-C|--directory', 'directory'),
    ...values('-T|--files-from -X|--exclude-from', 'read'),
    ...flags(
      '-v|--verbose -z|--gzip|--gunzip|--ungzip -j|--bzip2 -J|--xz --zstd --lzip --lzma --lzop -a|--auto-compress -p|--preserve-permissions|--same-permissions -k|--keep-old-files -m|--touch -h|--dereference -W|--verify -w|--interactive|--confirmation -O|--to-stdout -B|--read-full-records -S|--sparse -n|--seek -o|--no-same-owner -i|--ignore-zeros -l|--check-links -R|--block-number -s|--preserve-order|--same-order --same-owner --numeric-owner --no-recursion --recursion --wildcards --no-wildcards --anchored --no-anchored --exclude-vcs --exclude-vcs-ignores --exclude-backups --exclude-caches --one-file-system --no-overwrite-dir --keep-newer-files --totals --utc --null --no-unquote --acls --no-acls --selinux --no-selinux --xattrs --no-xattrs --no-auto-compress --full-time --hard-dereference --delay-directory-restore --no-same-permissions --skip-old-files',
    ),
    ...flags('--overwrite --recursive-unlink --unlink-first -U --remove-files', 'destroy'),
    ...flags('-P|--absolute-names', 'write'),
    ...values(
      '--exclude --exclude-ignore --exclude-tag --strip-components -b|--blocking-factor --owner --group --mode --mtime --format -H -V|--label --sort --newer-mtime -N|--newer|--after-date --quoting-style --warning --level -K|--starting-file --transform|--xform --record-size -L|--tape-length',
    ),
    ...values('-g|--listed-incremental --index-file', 'write'),
    ...values(
      '-I|--use-compress-program --to-command --checkpoint-action -F|--info-script|--new-volume-script --rsh-command --rmt-command',
      'execute',
    ),
    ...maybe('--checkpoint'),
  ],
  operands: ['write'],
  spills: { with: ['-x'], unless: ['-O'] },
})

/** Removers, copiers, makers of files and directories, and archives. */
export const files = (): readonly ProgramDescription[] => [
  program('rm grm', {
    options: [
      ...about,
      ...flags('-f|--force -r|-R|--recursive', 'destroy'),
      ...flags('--no-preserve-root', 'destroy'),
      ...flags('-i -I -d|--dir -v|--verbose --one-file-system'),
      ...maybe('--interactive --preserve-root'),
    ],
    operands: ['write'],
  }),
  program('rmdir', {
    options: [...about, ...flags('-p|--parents -v|--verbose --ignore-fail-on-non-empty')],
    operands: ['write'],
  }),
  program('unlink', { options: about, operands: ['write'] }),
  program('cp gcp', {
    options: [
      ...about,
      ...backup,
      ...source,
      ...flags(
        '-a|--archive -d -H -i|--interactive -L|--dereference -n|--no-clobber -P|--no-dereference -p -r|-R|--recursive -u|--update -v|--verbose -x|--one-file-system -Z --parents --strip-trailing-slashes --attributes-only --copy-contents --debug',
      ),
      ...flags('-f|--force --remove-destination'),
      ...turning(flags('-l|--link -s|--symbolic-link'), 'write'),
      ...maybe('--preserve --reflink --context'),
      ...values('--no-preserve --sparse'),
    ],
    operands: ['read'],
    lastOperand: 'write',
  }),
  program('mv gmv', {
    options: [
      ...about,
      ...backup,
      ...target,
      ...flags('-i|--interactive -n|--no-clobber -v|--verbose -Z|--context --strip-trailing-slashes --debug'),
      ...flags('-f|--force'),
      ...maybe('-u|--update'),
    ],
    operands: ['write'],
  }),
  // A link gives access to what it names, so its source counts as written too.
  program('ln gln', {
    options: [
      ...about,
      ...backup,
      ...target,
      ...flags(
        '-s|--symbolic -L|--logical -P|--physical -n|--no-dereference -r|--relative -v|--verbose -i|--interactive',
      ),
      ...flags('-d|-F|--directory'),
      ...flags('-f|--force'),
    ],
    operands: ['write'],
  }),
  program('install ginstall', {
    options: [
      ...about,
      ...backup,
      ...target,
      ...flags(
        '-c -C|--compare -d|--directory -D -p|--preserve-timestamps -s|--strip -v|--verbose --preserve-context -Z',
      ),
      ...values('-g|--group -m|--mode -o|--owner'),
      ...values('--strip-program', 'execute'),
    ],
    operands: ['write'],
  }),
  program('mkdir gmkdir', {
    options: [...about, ...flags('-p|--parents -v|--verbose -Z'), ...values('-m|--mode'), ...maybe('--context')],
    operands: ['write'],
  }),
  program('touch gtouch', {
    options: [
      ...about,
      ...flags('-a -c|--no-create -f -h|--no-dereference -m'),
      ...values('-d|--date -t --time'),
      ...values('-r|--reference', 'read'),
    ],
    operands: ['write'],
  }),
  program('mktemp', {
    options: [
      ...about,
      ...flags('-d|--directory -u|--dry-run -q|--quiet -t'),
      ...values('--suffix'),
      ...maybe('-p|--tmpdir', 'write'),
    ],
    operands: ['write'],
  }),
  program('truncate', {
    options: [
      ...about,
      ...flags('-c|--no-create -o|--io-blocks'),
      ...values('-s|--size'),
      ...values('-r|--reference', 'read'),
    ],
    operands: ['write'],
  }),
  program('chmod gchmod', {
    options: [
      ...about,
      ...flags('-c|--changes -f|--silent|--quiet -v|--verbose --no-preserve-root --preserve-root -R|--recursive'),
      ...flags('-r -w -x -X -s -u -g -o -a -t'),
      ...values('--reference', 'read'),
    ],
    operands: ['text', 'write'],
    firstGivenBy: ['--reference'],
  }),
  program('chown chgrp gchown', {
    options: [
      ...about,
      ...flags(
        '-c|--changes -f|--silent|--quiet -v|--verbose --dereference -h|--no-dereference --no-preserve-root --preserve-root -R|--recursive -H -L -P',
      ),
      ...values('--from'),
      ...values('--reference', 'read'),
    ],
    operands: ['text', 'write'],
    firstGivenBy: ['--reference'],
  }),
  program('tee gtee', {
    options: [...about, ...flags('-a|--append -i|--ignore-interrupts -p'), ...maybe('--output-error')],
    operands: ['write'],
  }),
  // `if=FILE` and `of=FILE` are operands; each word is judged as one that is written.
  program('dd', { options: about, operands: ['write'] }),
  program('shred', {
    options: [
      ...about,
      ...flags('-f|--force -v|--verbose -x|--exact -z|--zero'),
      ...flags('-u', 'destroy'),
      ...maybe('--remove', 'destroy'),
      ...values('-n|--iterations -s|--size'),
      ...values('--random-source', 'read'),
    ],
    operands: ['write'],
  }),
  tar,
]
