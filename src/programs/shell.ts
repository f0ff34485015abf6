// What the shell has built in. The reader refuses the uses that could hide a program, so what is left of the plain ones
// touches nothing but the shell itself and needs no rule.
import type { ProgramDescription } from './description.ts'
import { flags, maybe, program, values } from './make.ts'

const plain = { abbreviate: false, permute: false, readOnly: true, operands: ['text'] } as const

/** Built-ins, and the small programs that are their likes. */
export const shell: readonly ProgramDescription[] = [
  // These take no options, so no argument of theirs can be one.
  ...[': true false exit return break continue shift wait times getopts set read umask', 'test ['].map((names) =>
    program(names, { ...plain, cluster: false, builtin: true, options: [] }),
  ),
  program('echo', { ...plain, options: flags('-n -e -E') }),
  program('printf', { ...plain, cluster: false, options: [] }),
  program('pwd', { ...plain, options: flags('-L -P --logical --physical') }),
  program('cd', { ...plain, operands: ['directory'], options: flags('-L -P -e') }),
  program('type', { ...plain, options: flags('-a -f -p -P -t') }),
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
