// Interpreters, runtimes, and what the shell has built in: what they run is their operand or the value of an option. A rule that names a script never
// covers inline code, because every option that takes code is marked `execute`.
import type { ProgramDescription } from './description.ts'
import { flags, maybe, program, values } from './make.ts'

/** Shells, interpreters and JavaScript runtimes. */
export const code = (): readonly ProgramDescription[] => [
  program('sh bash dash zsh ksh ash rbash', {
    options: [
      ...values('-c --rcfile --init-file -O +O', 'execute'),
      ...values('-o +o'),
      ...flags(
        '-e -u -x -v -f -h -n -a -b -m -k -t -B -C -H -p -r +e +u +x +v --posix --noprofile --norc --version --help --verbose --restricted',
      ),
      ...flags('-i -l -s --login -D', 'execute'),
    ],
    abbreviate: false,
    permute: false,
    operands: ['command'],
  }),
  program('python python3 python3.10 python3.11 python3.12 python3.13 pypy3', {
    options: [
      ...values('-c', 'execute'),
      ...values('-m', 'execute'),
      ...values('-W -X --check-hash-based-pycs'),
      ...flags('-b -B -d -E -h|--help -I -O -OO -P -q -s -S -u -v -V|--version -x'),
      // Its program is what it is fed.
      ...flags('-i -', 'execute'),
    ],
    abbreviate: false,
    permute: false,
    operands: ['command'],
  }),
  program('node nodejs', {
    options: [
      ...values(
        '-e|--eval -p|--print -r|--require --import --loader|--experimental-loader --env-file --env-file-if-exists --run -C|--conditions',
        'execute',
      ),
      ...maybe('--inspect --inspect-brk --inspect-wait --inspect-port', 'network'),
      ...maybe(
        '--experimental-default-type --input-type --max-old-space-size --stack-trace-limit --test-name-pattern --test-reporter --test-concurrency --test-timeout --unhandled-rejections --watch-path --disable-warning',
      ),
      ...maybe('--test-reporter-destination --cpu-prof-dir --diagnostic-dir --redirect-warnings --report-dir', 'write'),
      ...flags(
        '-c|--check -h|--help -v|--version --test --test-only --experimental-test-coverage --watch --enable-source-maps --no-warnings --no-deprecation --trace-warnings --trace-uncaught --throw-deprecation --experimental-strip-types --experimental-transform-types --experimental-vm-modules --expose-gc --permission --preserve-symlinks --use-strict',
      ),
      ...flags('-i|--interactive -', 'execute'),
    ],
    abbreviate: false,
    cluster: false,
    permute: false,
    operands: ['command'],
    whole: false,
  }),
  program('perl ruby', {
    options: [
      ...values('-e -E -r -M -m -I', 'execute'),
      ...flags('-c -v -w -h'),
      ...flags('-n -p -a -l -', 'execute'),
      ...maybe('-i', 'write'),
    ],
    abbreviate: false,
    permute: false,
    operands: ['command'],
    whole: false,
  }),
  program('pwsh powershell php lua deno', {
    options: flags('--version -h --help'),
    abbreviate: false,
    cluster: false,
    permute: false,
    operands: ['command'],
    whole: false,
  }),
]

const plain = { abbreviate: false, permute: false, readOnly: true, operands: ['text'] } as const

/** Built-ins, and the small programs that are their likes. The reader refuses the uses that could hide a program, so what is
 *  left of the plain ones touches nothing but the shell itself and needs no rule. */
export const shell = (): readonly ProgramDescription[] => [
  // These take no options, so no argument of theirs can be one.
  ...[
    ': true false exit return break continue shift wait times getopts set read umask trap hash jobs disown bg fg dirs',
    'test [',
  ].map((names) => program(names, { ...plain, cluster: false, builtin: true, options: [] })),
  program('echo', { ...plain, options: flags('-n -e -E') }),
  program('printf', { ...plain, cluster: false, options: [] }),
  program('pwd', { ...plain, options: flags('-L -P --logical --physical') }),
  program('cd', { ...plain, operands: ['directory'], options: flags('-L -P -e') }),
  program('type', { ...plain, builtin: true, options: flags('-a -f -p -P -t') }),
  // The files that `-a` and `-w` write are no operands of a program: those options must be written out instead.
  program('history', {
    ...plain,
    readOnly: false,
    options: [
      ...flags('-c'),
      ...values('-d'),
      ...flags('-a -w', 'write'),
      ...flags('-n -r', 'execute'),
      ...flags('-p -s'),
    ],
    operands: ['text'],
  }),
  program('kill', {
    ...plain,
    readOnly: false,
    cluster: false,
    options: [...values('-s -n'), ...flags('-l -L')],
    whole: false,
  }),
  program('sleep', { ...plain, options: flags('--help --version') }),
  program('seq', {
    ...plain,
    options: [...flags('-w|--equal-width --help --version'), ...values('-f|--format -s|--separator')],
    whole: false,
  }),
  program('date gdate', {
    ...plain,
    permute: true,
    abbreviate: true,
    options: [
      ...flags('-u|--utc|--universal -R|--rfc-email --debug --resolution --help --version'),
      ...values('-d|--date --rfc-3339'),
      ...maybe('-I|--iso-8601'),
      ...values('-f|--file -r|--reference', 'read'),
      ...values('-s|--set', 'execute'),
    ],
  }),
  program('hostname', {
    ...plain,
    options: [
      ...flags(
        '-a|--alias -A|--all-fqdns -d|--domain -f|--fqdn|--long -i|--ip-address -I|--all-ip-addresses -s|--short -y|--yp|--nis -h|--help -V|--version',
      ),
      ...flags('-b|--boot', 'write'),
      ...values('-F|--file', 'write'),
    ],
  }),
  program('uname', {
    ...plain,
    options: flags(
      '-a|--all -s|--kernel-name -n|--nodename -r|--kernel-release -v|--kernel-version -m|--machine -p|--processor -i|--hardware-platform -o|--operating-system --help --version',
    ),
  }),
  program('id', {
    ...plain,
    options: flags('-a -Z|--context -g|--group -G|--groups -n|--name -r|--real -u|--user -z|--zero --help --version'),
  }),
  program('nproc', { ...plain, options: [...flags('--all --help --version'), ...values('--ignore')] }),
  program('whoami arch groups logname', { ...plain, options: flags('--help --version') }),
  program('tty', { ...plain, options: flags('-s|--silent|--quiet --help --version') }),
]
