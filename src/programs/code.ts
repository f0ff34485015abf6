// Interpreters and runtimes: what they run is their operand or the value of an option. A rule that names a script never
// covers inline code, because every option that takes code is marked `execute`.
import type { ProgramDescription } from './description.ts'
import { flags, maybe, program, values } from './make.ts'

/** Shells, interpreters and JavaScript runtimes. */
export const code: readonly ProgramDescription[] = [
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
      ...flags('-i', 'execute'),
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
      ...flags('-i|--interactive', 'execute'),
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
      ...flags('-n -p -a -l', 'execute'),
      ...maybe('-i', 'write'),
    ],
    abbreviate: false,
    permute: false,
    operands: ['command'],
    whole: false,
  }),
  program('pwsh powershell php lua deno bun', {
    options: flags('--version -h --help'),
    abbreviate: false,
    cluster: false,
    permute: false,
    operands: ['command'],
    whole: false,
  }),
]
