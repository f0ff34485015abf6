// Programs that run the command which follows their own options. The grammar of those options decides which word is the
// program, so an option that is not listed here makes the command unreadable.
import type { ProgramDescription } from './description.ts'
import { flags, maybe, program, subcommand, values } from './make.ts'

export interface WrapperDescription {
  readonly program: ProgramDescription
  /** How many operands stand before the command: the duration of `timeout`, the host of `ssh`. */
  readonly before: number
  /** `words`: what follows is an argument vector; `text`: it is joined by blanks and read by a shell. */
  readonly form: 'words' | 'text'
  /** Options whose value is a text for a shell (`script -c`). */
  readonly textOptions: readonly string[]
  /** With one of these, nothing is run. */
  readonly idle: readonly string[]
  /** `NAME=value` words may stand before the command. */
  readonly assignments: boolean
  /** It does nothing but start the command. */
  readonly transparent: boolean
  /** It changes identity or place. */
  readonly boundary: boolean
  /** It adds arguments that come from elsewhere. */
  readonly openEnded: boolean
  /** Subcommands that run a command (`npm exec`); absent: the program itself does. */
  readonly subcommands?: readonly string[]
  /** Without a command it starts a shell that reads its input. */
  readonly shellOtherwise: boolean
}

/** The wrapper of this basename. */
export function describeWrapper(name: string): WrapperDescription | undefined {
  return table.get(name)
}

export function isWrapper(name: string): boolean {
  return table.has(name)
}

const about = flags('--help --version')

function wrapper(
  names: string,
  options: ProgramDescription['options'],
  parts: Partial<Omit<WrapperDescription, 'program'>> & { readonly description?: Partial<ProgramDescription> } = {},
): WrapperDescription {
  const { description, ...rest } = parts
  const before = rest.before ?? 0
  return {
    program: program(names, {
      options: [...about, ...options],
      permute: false,
      operands: [...Array.from({ length: before }, () => 'text' as const), 'command'],
      ...description,
    }),
    before,
    form: 'words',
    textOptions: [],
    assignments: false,
    transparent: false,
    boundary: false,
    openEnded: false,
    shellOtherwise: false,
    ...rest,
    idle: ['--help', '--version', ...(rest.idle ?? [])],
  }
}

const plain = { transparent: true }
const privileged = { boundary: true, assignments: true, shellOtherwise: false }

const starters: readonly WrapperDescription[] = [
  wrapper(
    'time gtime',
    [
      ...flags('-p|--portability -v|--verbose -a|--append -q|--quiet -V -l'),
      ...values('-f|--format'),
      ...values('-o|--output', 'write'),
    ],
    plain,
  ),
  wrapper(
    'timeout gtimeout',
    [...flags('--preserve-status --foreground -v|--verbose -f -p'), ...values('-k|--kill-after -s|--signal')],
    { ...plain, before: 1 },
  ),
  wrapper('nice gnice', [...values('-n|--adjustment'), ...flags('-0 -1 -2 -3 -4 -5 -6 -7 -8 -9')], plain),
  wrapper('nohup', [], plain),
  wrapper('stdbuf', values('-i|--input -o|--output -e|--error'), plain),
  wrapper('setsid', flags('-c|--ctty -f|--fork -w|--wait -h -V'), { ...plain, idle: ['-h', '-V'] }),
  wrapper(
    'ionice',
    [...values('-c|--class -n|--classdata -p|--pid -P|--pgid -u|--uid'), ...flags('-t|--ignore -h -V')],
    { ...plain, idle: ['-p', '-P', '-u', '-h', '-V'] },
  ),
  wrapper(
    'chrt',
    [
      ...flags(
        '-b|--batch -d|--deadline -f|--fifo -i|--idle -o|--other -r|--rr -R|--reset-on-fork -a|--all-tasks -m|--max -v|--verbose',
      ),
      ...values('-T|--sched-runtime -P|--sched-period -D|--sched-deadline -p|--pid'),
    ],
    { ...plain, before: 1, idle: ['-p', '-m'] },
  ),
  wrapper('taskset', [...flags('-a|--all-tasks -c|--cpu-list'), ...values('-p|--pid')], {
    ...plain,
    before: 1,
    idle: ['-p'],
  }),
  wrapper(
    'env genv',
    [
      ...flags('-i|--ignore-environment -0|--null -v|--debug --list-signal-handling'),
      ...values('-u|--unset -a|--argv0'),
      ...values('-C|--chdir', 'directory'),
      ...values('-S|--split-string', 'execute'),
      ...maybe('--block-signal --default-signal --ignore-signal'),
    ],
    { ...plain, assignments: true },
  ),
  wrapper('command', flags('-p -v -V'), { ...plain, idle: ['-v', '-V'] }),
  wrapper('builtin', [], plain),
  wrapper('exec', [...flags('-c -l'), ...values('-a')], plain),
  wrapper(
    'xargs gxargs',
    [
      ...flags('-0|--null -p|--interactive -r|--no-run-if-empty -t|--verbose -x|--exit -o|--open-tty --show-limits'),
      ...values('-a|--arg-file', 'read'),
      ...values('-d|--delimiter -E -I -L -n|--max-args -P|--max-procs -s|--max-chars --process-slot-var -J -R -S'),
      ...maybe('-e|--eof -i|--replace -l|--max-lines'),
    ],
    { ...plain, openEnded: true },
  ),
  wrapper('busybox toybox', flags('--list --list-full --install -s'), {
    ...plain,
    idle: ['--list', '--list-full', '--install'],
  }),
  wrapper('caffeinate', [...flags('-d -i -m -s -u'), ...values('-t -w')], plain),
  wrapper('catchsegv unbuffer faketime', flags('-p'), plain),
]

const runners: readonly WrapperDescription[] = [
  wrapper(
    'watch',
    [
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
    [
      ...flags('-s|--shared -x|-e|--exclusive -n|--nb|--nonblock -u|--unlock -o|--close -F|--no-fork --verbose'),
      ...values('-w|--wait|--timeout -E|--conflict-exit-code'),
      ...values('-c|--command', 'execute'),
    ],
    { before: 1, textOptions: ['-c'], description: { operands: ['write', 'command'] } },
  ),
  wrapper(
    'script',
    [
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
      description: { operands: ['write', 'command'], permute: true },
    },
  ),
  wrapper(
    'strace ltrace',
    [
      ...flags(
        '-f|--follow-forks -ff -C -c|--summary-only -i -k -q -qq -r -t -tt -ttt -T -v -x -xx -y -yy -w -n -d -D -h -V -A -Z -z',
      ),
      ...values('-a -e -s -O -S -P -b -E -I -U -X -u -l -F -L'),
      ...values('-p|--attach'),
      ...values('-o|--output', 'write'),
    ],
    { idle: ['-p'], description: { cluster: true } },
  ),
  wrapper('chroot', [...flags('--skip-chdir'), ...values('--userspec --groups')], {
    before: 1,
    boundary: true,
    shellOtherwise: true,
  }),
  wrapper(
    'unshare',
    [
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
    [
      ...flags('-a|--all -F|--no-fork -e|--env'),
      ...values('-t|--target -S|--setuid -G|--setgid -W|--wdns'),
      ...maybe('-m|--mount -u|--uts -i|--ipc -n|--net -p|--pid -U|--user -C|--cgroup -T|--time -r|--root -w|--wd'),
    ],
    { boundary: true, shellOtherwise: true },
  ),
  wrapper(
    'xvfb-run',
    [
      ...flags('-a|--auto-servernum -l|--listen-tcp'),
      ...values('-e|--error-file -f|--auth-file', 'write'),
      ...values('-n|--server-num -p|--xauth-protocol -s|--server-args -w|--wait'),
    ],
    {},
  ),
  wrapper('dbus-run-session', flags('-h'), {}),
  wrapper(
    'setpriv',
    [
      ...flags('--clear-groups --keep-groups --init-groups --no-new-privs --reset-env -d|--dump'),
      ...values(
        '--reuid --regid --ruid --rgid --euid --egid --groups --inh-caps --ambient-caps --bounding-set --securebits --pdeathsig',
      ),
    ],
    { boundary: true },
  ),
  wrapper('entr', flags('-a -c -d -n -p -r -s -x -z'), {}),
  wrapper(
    'setarch linux32 linux64',
    flags('-R|--addr-no-randomize -B|--32bit -L|--addr-compat-layout -3|--3gb -v|--verbose'),
    { before: 0 },
  ),
]

const authority: readonly WrapperDescription[] = [
  wrapper(
    'sudo',
    [
      ...flags(
        '-A|--askpass -b|--background -B|--bell -E -e|--edit -H|--set-home -i|--login -K|--remove-timestamp -k|--reset-timestamp -l|--list -N|--no-update -n|--non-interactive -P|--preserve-groups -S|--stdin -s|--shell -V -v|--validate',
      ),
      ...values(
        '-C|--close-from -g|--group -h|--host -p|--prompt -T|--command-timeout -U|--other-user -u|--user -r|--role -t|--type',
      ),
      ...values('-D|--chdir', 'directory'),
      ...values('-R|--chroot', 'execute'),
      ...maybe('--preserve-env'),
    ],
    { ...privileged, idle: ['-K', '-l', '-V', '-v'] },
  ),
  wrapper('doas', [...flags('-L -n -s'), ...values('-C -u')], { ...privileged, idle: ['-L', '-C'] }),
  wrapper(
    'su runuser',
    [
      ...flags('-|-l|--login -m|-p|--preserve-environment -f|--fast -P|--pty'),
      ...values('-g|--group -G|--supp-group -s|--shell -w|--whitelist-environment -u|--user'),
      ...values('-c|--command --session-command', 'execute'),
    ],
    {
      boundary: true,
      before: 1,
      textOptions: ['-c', '--session-command'],
      shellOtherwise: true,
      description: { permute: true },
    },
  ),
  wrapper('pkexec', [...flags('--disable-internal-agent'), ...values('-u|--user')], { boundary: true }),
]

const sshOptions = [
  ...flags('-4 -6 -A -a -C -f -G -g -K -k -M -N -n -q -s -T -t -V -v -X -x -Y -y'),
  ...values('-B -b -c -D -e -I -i -J -L -l -m -O -p -Q -R -W -w'),
  ...values('-E', 'write'),
  ...values('-F -o -S', 'execute'),
]
const containerOptions = [
  ...flags(
    '-d|--detach -i|--interactive -t|--tty --privileged --rm --init --read-only -P|--publish-all --no-healthcheck -q|--quiet --oom-kill-disable -T --no-deps --build --service-ports -it -ti',
  ),
  ...values(
    '-e|--env -u|--user -w|--workdir --env-file --detach-keys --name --network|--net -p|--publish -v|--volume --mount --platform -h|--hostname -l|--label --label-file --entrypoint --restart -m|--memory --cpus --memory-swap --shm-size --tmpfs --ulimit --user --gpus --ipc --pid --uts --userns --cap-add --cap-drop --security-opt --device --dns --add-host --expose --link --log-driver --log-opt --stop-signal --pull --cidfile --index --network-alias --runtime --volumes-from',
  ),
]
const kubernetesOptions = [
  ...flags('-i|--stdin -t|--tty -q|--quiet -it -ti --insecure-skip-tls-verify'),
  ...values(
    '-c|--container -n|--namespace -f|--filename --context --cluster --kubeconfig --user --pod-running-timeout --request-timeout -s|--server --token --as',
  ),
]

const elsewhere: readonly WrapperDescription[] = [
  wrapper('ssh', sshOptions, {
    before: 1,
    form: 'text',
    boundary: true,
    idle: ['-G', '-N', '-Q', '-O', '-V'],
    description: { operands: ['host', 'command'] },
  }),
  wrapper(
    'docker podman nerdctl',
    [
      ...values('-H|--host', 'network'),
      ...values('--config -c|--context -l|--log-level --tlscacert --tlscert --tlskey'),
      ...flags('-D|--debug --tls --tlsverify -v'),
    ],
    {
      before: 1,
      boundary: true,
      subcommands: ['exec', 'run', 'container exec', 'container run', 'compose exec', 'compose run'],
      description: {
        operands: [],
        subcommands: [
          ...['exec', 'run', 'container exec', 'container run', 'compose exec', 'compose run'].map((name) =>
            subcommand(name, {
              options: containerOptions,
              operands: ['text', 'command'],
              permute: false,
              whole: false,
            }),
          ),
          ...[
            'ps',
            'images',
            'version',
            'info',
            'inspect',
            'logs',
            'container ls',
            'image ls',
            'volume ls',
            'network ls',
            'top',
            'stats',
            'port',
            'diff',
            'history',
          ].map((name) => subcommand(name, { operands: ['text'], readOnly: true, whole: false })),
          ...[
            'build',
            'pull',
            'push',
            'stop',
            'start',
            'restart',
            'rm',
            'rmi',
            'kill',
            'cp',
            'tag',
            'login',
            'logout',
            'create',
            'commit',
            'save',
            'load',
            'import',
            'export',
            'compose',
            'buildx',
            'system',
            'volume',
            'network',
            'image',
            'container',
          ].map((name) => subcommand(name, { operands: ['text'], whole: false })),
        ],
      },
    },
  ),
  wrapper('kubectl oc', kubernetesOptions, {
    before: 1,
    boundary: true,
    subcommands: ['exec'],
    description: {
      operands: [],
      subcommands: [
        subcommand('exec', { options: kubernetesOptions, operands: ['text', 'command'], whole: false }),
        ...['get', 'describe', 'logs', 'top', 'version', 'explain', 'api-resources', 'cluster-info'].map((name) =>
          subcommand(name, { options: kubernetesOptions, operands: ['text'], readOnly: true, whole: false }),
        ),
        ...[
          'apply',
          'delete',
          'create',
          'edit',
          'patch',
          'replace',
          'scale',
          'rollout',
          'run',
          'cp',
          'port-forward',
          'proxy',
          'drain',
          'cordon',
          'label',
          'annotate',
          'set',
          'config',
          'attach',
          'debug',
        ].map((name) => subcommand(name, { options: kubernetesOptions, operands: ['text'], whole: false })),
      ],
    },
  }),
]

const projects: readonly WrapperDescription[] = [
  wrapper(
    'poetry pipenv pdm hatch rye uv devbox mise bundle',
    [
      ...flags('-q|--quiet -v|--verbose -n|--no-interaction --no-ansi'),
      ...values('-C|--directory|--project', 'directory'),
    ],
    {
      subcommands: ['run', 'exec'],
      description: {
        operands: [],
        subcommands: [
          ...['run', 'exec'].map((name) =>
            subcommand(name, {
              options: [
                ...flags(
                  '-q|--quiet -v|--verbose --no-sync --frozen --locked --isolated --offline --all-extras --no-project',
                ),
                ...values('--with -p|--python --extra --group --env-file --with-requirements --package'),
                ...values('-c|--config', 'read'),
              ],
              operands: ['command'],
              permute: false,
              whole: false,
            }),
          ),
          ...[
            'install',
            'sync',
            'add',
            'remove',
            'update',
            'lock',
            'show',
            'build',
            'publish',
            'shell',
            'init',
            'list',
            'env',
            'config',
            'check',
            'version',
            'pip',
            'tool',
            'python',
            'venv',
            'use',
          ].map((name) => subcommand(name, { operands: ['text'], whole: false })),
        ],
      },
    },
  ),
]

/** Every wrapper that is not described in a file of its own family. */
export const wrappers: readonly WrapperDescription[] = [
  ...starters,
  ...runners,
  ...authority,
  ...elsewhere,
  ...projects,
]

const table: ReadonlyMap<string, WrapperDescription> = new Map(
  wrappers.flatMap((entry) => entry.program.names.map((name) => [name, entry] as const)),
)
