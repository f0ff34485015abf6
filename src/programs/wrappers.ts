// Programs that run the command which follows their own options. The grammar of those options decides which word is the
// program, so an option that is not listed here makes the command unreadable.
import { authority, compose, elsewhere } from './elsewhere.ts'
import { launchers } from './launchers.ts'
import { flags, maybe, values } from './make.ts'
import { packages, projects } from './runners.ts'
import { type WrapperDescription, wrapper } from './wrapper.ts'

/** The wrapper of this basename. */
export function describeWrapper(name: string): WrapperDescription | undefined {
  return table.get(name)
}

export function isWrapper(name: string): boolean {
  return table.has(name)
}

const plain = { transparent: true }

const starters: readonly WrapperDescription[] = [
  wrapper(
    'time gtime',
    () => [
      ...flags('-p|--portability -v|--verbose -a|--append -q|--quiet -V -l'),
      ...values('-f|--format'),
      ...values('-o|--output', 'write'),
    ],
    plain,
  ),
  wrapper(
    'timeout gtimeout',
    () => [...flags('--preserve-status --foreground -v|--verbose -f -p'), ...values('-k|--kill-after -s|--signal')],
    { ...plain, before: 1 },
  ),
  wrapper('nice gnice', () => [...values('-n|--adjustment'), ...flags('-0 -1 -2 -3 -4 -5 -6 -7 -8 -9')], plain),
  wrapper('nohup', () => [], plain),
  wrapper('stdbuf', () => values('-i|--input -o|--output -e|--error'), plain),
  wrapper('setsid', () => flags('-c|--ctty -f|--fork -w|--wait -h -V'), { ...plain, idle: ['-h', '-V'] }),
  wrapper(
    'ionice',
    () => [...values('-c|--class -n|--classdata -p|--pid -P|--pgid -u|--uid'), ...flags('-t|--ignore -h -V')],
    { ...plain, idle: ['-p', '-P', '-u', '-h', '-V'] },
  ),
  wrapper(
    'chrt',
    () => [
      ...flags(
        '-b|--batch -d|--deadline -f|--fifo -i|--idle -o|--other -r|--rr -R|--reset-on-fork -a|--all-tasks -m|--max -v|--verbose',
      ),
      ...values('-T|--sched-runtime -P|--sched-period -D|--sched-deadline -p|--pid'),
    ],
    { ...plain, before: 1, idle: ['-p', '-m'] },
  ),
  wrapper('taskset', () => [...flags('-a|--all-tasks -c|--cpu-list'), ...values('-p|--pid')], {
    ...plain,
    before: 1,
    idle: ['-p'],
  }),
  wrapper(
    'env genv',
    () => [
      ...flags('-i|--ignore-environment -0|--null -v|--debug --list-signal-handling'),
      ...values('-u|--unset -a|--argv0'),
      ...values('-C|--chdir', 'directory'),
      ...values('-S|--split-string', 'execute'),
      ...maybe('--block-signal --default-signal --ignore-signal'),
    ],
    { ...plain, assignments: true },
  ),
  wrapper('command', () => flags('-p -v -V'), { ...plain, idle: ['-v', '-V'] }),
  wrapper('builtin', () => [], plain),
  wrapper('exec', () => [...flags('-c -l'), ...values('-a')], plain),
  wrapper(
    'xargs gxargs',
    () => [
      ...flags('-0|--null -p|--interactive -r|--no-run-if-empty -t|--verbose -x|--exit -o|--open-tty --show-limits'),
      ...values('-a|--arg-file', 'read'),
      ...values('-d|--delimiter -E -I -L -n|--max-args -P|--max-procs -s|--max-chars --process-slot-var -J -R -S'),
      ...maybe('-e|--eof -i|--replace -l|--max-lines'),
    ],
    { ...plain, openEnded: true },
  ),
  wrapper('busybox toybox', () => flags('--list --list-full --install -s'), {
    ...plain,
    idle: ['--list', '--list-full', '--install'],
  }),
  wrapper('caffeinate', () => [...flags('-d -i -m -s -u'), ...values('-t -w')], plain),
  wrapper('fakeroot', () => flags('-u|--unknown-is-real'), plain),
  wrapper('catchsegv unbuffer', () => flags('-p'), plain),
]

const runners: readonly WrapperDescription[] = [
  wrapper(
    'watch',
    () => [
      ...flags(
        '-b|--beep -c|--color -C|--no-color -e|--errexit -g|--chgexit -p|--precise -r|--no-rerun -t|--no-title -w|--no-wrap -x|--exec',
      ),
      ...values('-n|--interval -q|--equexit'),
      ...maybe('-d|--differences'),
    ],
    { form: 'text' },
  ),
  wrapper(
    'flock',
    () => [
      ...flags('-s|--shared -x|-e|--exclusive -n|--nb|--nonblock -u|--unlock -o|--close -F|--no-fork --verbose'),
      ...values('-w|--wait|--timeout -E|--conflict-exit-code'),
      ...values('-c|--command', 'execute'),
    ],
    { before: 1, textOptions: ['-c'], description: () => ({ operands: ['write', 'command'] }) },
  ),
  wrapper(
    'script',
    () => [
      ...flags('-a|--append -e|--return -f|--flush -q|--quiet --force -d -k -r'),
      ...values('-c|--command', 'execute'),
      ...values('-I|--log-in -O|--log-out -B|--log-io -T|--log-timing', 'write'),
      ...values('-E|--echo -m|--logging-format -o|--output-limit'),
      ...maybe('-t|--timing'),
    ],
    {
      before: 1,
      textOptions: ['-c'],
      shellOtherwise: true,
      description: () => ({ operands: ['write', 'command'], permute: true }),
    },
  ),
  wrapper(
    'strace ltrace',
    () => [
      ...flags(
        '-f|--follow-forks -ff -C -c|--summary-only -i -k -q -qq -r -t -tt -ttt -T -v -x -xx -y -yy -w -n -d -D -h -V -A -Z -z',
      ),
      ...values('-a -e -s -O -S -P -b -E -I -U -X -u -l -F -L'),
      ...values('-p|--attach'),
      ...values('-o|--output', 'write'),
    ],
    { idle: ['-p'], description: () => ({ cluster: true }) },
  ),
  wrapper('chroot', () => [...flags('--skip-chdir'), ...values('--userspec --groups')], {
    before: 1,
    boundary: true,
    shellOtherwise: true,
  }),
  wrapper(
    'unshare',
    () => [
      ...maybe(
        '-m|--mount -u|--uts -i|--ipc -n|--net -p|--pid -U|--user -C|--cgroup -T|--time --mount-proc --kill-child',
      ),
      ...flags('-f|--fork -r|--map-root-user -c|--map-current-user --map-auto --keep-caps'),
      ...values(
        '--map-user --map-group --map-users --map-groups --propagation --setgroups -S|--setuid -G|--setgid -R|--root -w|--wd --monotonic --boottime',
      ),
    ],
    { boundary: true, shellOtherwise: true },
  ),
  wrapper(
    'nsenter',
    () => [
      ...flags('-a|--all -F|--no-fork -e|--env'),
      ...values('-t|--target -S|--setuid -G|--setgid -W|--wdns'),
      ...maybe('-m|--mount -u|--uts -i|--ipc -n|--net -p|--pid -U|--user -C|--cgroup -T|--time -r|--root -w|--wd'),
    ],
    { boundary: true, shellOtherwise: true },
  ),
  wrapper(
    'xvfb-run',
    () => [
      ...flags('-a|--auto-servernum -l|--listen-tcp'),
      ...values('-e|--error-file -f|--auth-file', 'write'),
      ...values('-n|--server-num -p|--xauth-protocol -s|--server-args -w|--wait'),
    ],
    {},
  ),
  wrapper('dbus-run-session', () => flags('-h'), {}),
  wrapper(
    'setpriv',
    () => [
      ...flags('--clear-groups --keep-groups --init-groups --no-new-privs --reset-env -d|--dump'),
      ...values(
        '--reuid --regid --ruid --rgid --euid --egid --groups --inh-caps --ambient-caps --bounding-set --securebits --pdeathsig',
      ),
    ],
    { boundary: true },
  ),
  wrapper('entr', () => flags('-a -c -d -n -p -r -s -x -z'), {}),
  wrapper(
    'setarch linux32 linux64',
    () => flags('-R|--addr-no-randomize -B|--32bit -L|--addr-compat-layout -3|--3gb -v|--verbose'),
    { before: 0 },
  ),
]

/** Every wrapper. */
const wrappers: readonly WrapperDescription[] = [
  ...starters,
  ...runners,
  ...launchers,
  ...authority,
  ...elsewhere,
  compose,
  ...projects,
  ...packages,
]

const table: ReadonlyMap<string, WrapperDescription> = new Map(
  wrappers.flatMap((entry) => entry.names.map((name) => [name, entry] as const)),
)
