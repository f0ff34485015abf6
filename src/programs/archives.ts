// Packers, patchers and splitters. What they bring has names of its own, so that they spill: a rule for the program says nothing
// of the places it writes.
import type { ProgramDescription } from './description.ts'
import { flags, maybe, program, values } from './make.ts'

const about = flags('--help --version')

/** Archives, compressed files, patches and pieces. */
export const archives = (): readonly ProgramDescription[] => [
  program('unzip', {
    options: [
      ...flags(
        '-l -t -v -z -Z -p -c -n -j -q -qq -u -f -C -L -U -D -DD -h -hh -a -aa -b -B -K -X -V -T -x --help --version',
      ),
      ...flags('-o -: -^ -M', 'destroy'),
      ...values('-d', 'directory'),
      ...values('-P -O -I'),
    ],
    abbreviate: false,
    operands: ['read', 'text'],
    spills: { unless: ['-l', '-t', '-v', '-z', '-Z', '-p', '-c', '-h', '-hh', '--help', '--version'] },
  }),
  program('zipinfo zipgrep zcat gzcat bzcat xzcat zstdcat lz4cat zless zmore zcmp zdiff', {
    options: about,
    operands: ['read'],
    whole: false,
  }),
  program('zip', {
    options: [
      ...flags(
        '-r -q -v -j -x -i -9 -8 -7 -6 -5 -4 -3 -2 -1 -0 -u -f -g -y -X -D -l -ll -e -sf -h -L -FS --recurse-paths --quiet --verbose --junk-paths --help --version',
      ),
      ...flags('-T --test', 'execute'),
      ...values('-TT --unzip-command', 'execute'),
      ...flags('-m --move -d --delete', 'destroy'),
      ...values('-b -O --out --temp-path', 'write'),
      ...values('-P -n -t -tt -s'),
    ],
    abbreviate: false,
    cluster: false,
    operands: ['write', 'read'],
    whole: false,
  }),
  program('gzip gunzip bzip2 bunzip2 xz unxz lzma unlzma zstd unzstd lz4 unlz4 compress uncompress', {
    options: [
      ...about,
      ...flags(
        '-v|--verbose -q|--quiet -n|--no-name -N|--name -r|--recursive -d|--decompress|--uncompress -z|--compress --rsyncable -h -L -V -1 -2 -3 -4 -5 -6 -7 -8 -9 --best --fast -e|--extreme --ultra',
      ),
      ...['-c|--stdout|--to-stdout', '-t|--test', '-l|--list']
        .flatMap((names) => flags(names))
        .map((option) => ({ ...option, operands: 'read' as const })),
      ...flags('-k|--keep'),
      ...flags('-f|--force --rm', 'destroy'),
      ...values('-S|--suffix -T|--threads'),
      ...values('-o', 'write'),
    ],
    operands: ['write'],
  }),
  program('7z 7za 7zr', { options: [], operands: ['text', 'write', 'read'], whole: false, cluster: false, spills: {} }),
  program('unrar unar', { options: [], operands: ['text', 'read'], whole: false, cluster: false, spills: {} }),
  program('cpio', {
    options: [
      ...flags('-o|--create -v|--verbose -t|--list -0|--null -B --quiet -a -A -c -L'),
      ...flags('-i|--extract -p|--pass-through', 'write'),
      ...flags('-d|--make-directories -m|--preserve-modification-time -u|--unconditional'),
      ...values('-H|--format -E|--pattern-file -R|--owner'),
      ...values('-D|--directory', 'directory'),
      ...values('-F|--file -I -O', 'write'),
      ...values('--rsh-command', 'execute'),
    ],
    operands: ['text'],
    spills: { with: ['-i', '-p'] },
  }),
  program('patch', {
    options: [
      ...about,
      ...flags(
        '-b|--backup -c|--context -e|--ed -E|--remove-empty-files -f|--force -l|--ignore-whitespace -n|--normal -N|--forward -R|--reverse -s|--quiet|--silent -t|--batch -T|--set-time -u|--unified -v --verbose --dry-run --binary --posix --no-backup-if-mismatch --merge',
      ),
      ...values(
        '-p|--strip -F|--fuzz -D|--ifdef -V|--version-control -z|--suffix -B|--prefix -Y|--basename-prefix -g|--get',
      ),
      ...values('-d|--directory', 'directory'),
      ...values('-i|--input', 'read'),
      ...values('-o|--output -r|--reject-file', 'write'),
    ],
    operands: ['write', 'read'],
    spills: { unless: ['--dry-run', '--help', '--version'] },
  }),
  program('split', {
    options: [
      ...about,
      ...flags('-d -x -e|--elide-empty-files -u|--unbuffered --verbose'),
      ...maybe('--numeric-suffixes --hex-suffixes'),
      ...values(
        '-a|--suffix-length -b|--bytes -C|--line-bytes -l|--lines -n|--number -t|--separator --additional-suffix',
      ),
      ...values('--filter', 'execute'),
    ],
    operands: ['read', 'write'],
  }),
  program('csplit', {
    options: [
      ...about,
      ...flags('-k|--keep-files -s|--quiet|--silent -z|--elide-empty-files --suppress-matched'),
      ...values('-b|--suffix-format -n|--digits'),
      ...values('-f|--prefix', 'write'),
    ],
    operands: ['read', 'text'],
  }),
  program('link', { options: about, operands: ['write'] }),
  program('mkfifo mknod', {
    options: [...about, ...flags('-Z'), ...values('-m|--mode'), ...maybe('--context')],
    operands: ['write'],
    whole: false,
  }),
]
