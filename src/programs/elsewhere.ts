// Wrappers that take the command elsewhere: to another user, machine or container. A rule for the inner program is never
// enough for these.
import { flags, maybe, subcommand, values } from './make.ts'
import { type WrapperDescription, wrapper } from './wrapper.ts'

const privileged = { boundary: true, assignments: true, shellOtherwise: true }

/** Programs that change who runs the command. */
export const authority: readonly WrapperDescription[] = [
  wrapper(
    'sudo',
    () => [
      ...flags(
        '-A|--askpass -b|--background -B|--bell -E -H|--set-home -i|--login -K|--remove-timestamp -k|--reset-timestamp -l|--list -N|--no-update -n|--non-interactive -P|--preserve-groups -S|--stdin -s|--shell -V -v|--validate',
      ),
      ...values(
        '-C|--close-from -g|--group -h|--host -p|--prompt -T|--command-timeout -U|--other-user -u|--user -r|--role -t|--type',
      ),
      ...values('-D|--chdir', 'directory'),
      ...values('-R|--chroot', 'execute'),
      ...maybe('--preserve-env'),
      ...flags('-e|--edit', 'execute'),
    ],
    { ...privileged, idle: ['-K', '-l', '-V', '-v', '-e'] },
  ),
  wrapper('doas', () => [...flags('-L -n -s'), ...values('-C -u')], { ...privileged, idle: ['-L', '-C'] }),
  wrapper(
    'su',
    () => [
      ...flags('-|-l|--login -m|-p|--preserve-environment -f|--fast -P|--pty'),
      ...values('-g|--group -G|--supp-group -s|--shell -w|--whitelist-environment -u|--user'),
      ...values('-c|--command --session-command', 'execute'),
    ],
    {
      boundary: true,
      before: 1,
      textOptions: ['-c', '--session-command'],
      shellOtherwise: true,
      description: () => ({ permute: true }),
    },
  ),
  // `runuser -u USER -- COMMAND` names its user by an option.
  wrapper(
    'runuser',
    () => [
      ...flags('-|-l|--login -m|-p|--preserve-environment -f|--fast -P|--pty'),
      ...values('-g|--group -G|--supp-group -s|--shell -w|--whitelist-environment -u|--user'),
      ...values('-c|--command --session-command', 'execute'),
    ],
    {
      boundary: true,
      textOptions: ['-c', '--session-command'],
      shellOtherwise: true,
      description: () => ({ permute: true }),
    },
  ),
  wrapper('gosu su-exec setuidgid', () => [], { boundary: true, before: 1 }),
  wrapper(
    'systemd-run',
    () => [
      ...flags(
        '--user --system --scope -d|--same-dir -t|--pty -P|--pipe -q|--quiet -G|--collect -r|--remain-after-exit --wait --no-block --send-sighup -S|--shell',
      ),
      ...values(
        '-u|--unit -p|--property --description --slice --uid --gid --nice -E|--setenv -M|--machine -H|--host --on-active --on-calendar --service-type',
      ),
      ...values('--working-directory', 'directory'),
    ],
    { boundary: true },
  ),
  wrapper('pkexec', () => [...flags('--disable-internal-agent'), ...values('-u|--user')], { boundary: true }),
]

const sshOptions = () => [
  ...flags('-4 -6 -A -a -C -f -G -g -K -k -M -N -n -q -s -T -t -V -v -X -x -Y -y'),
  ...values('-B -b -c -D -e -I -i -J -L -l -m -O -p -Q -R -W -w'),
  ...values('-E', 'write'),
  ...values('-F -o -S', 'execute'),
]
const containerOptions = () => [
  ...flags(
    '-d|--detach -i|--interactive -t|--tty --privileged --rm --init --read-only -P|--publish-all --no-healthcheck -q|--quiet --oom-kill-disable -T --no-deps --build --service-ports -it -ti',
  ),
  ...values(
    '-e|--env -u|--user -w|--workdir --env-file --detach-keys --name --network|--net -p|--publish -v|--volume --mount --platform -h|--hostname -l|--label --label-file --entrypoint --restart -m|--memory --cpus --memory-swap --shm-size --tmpfs --ulimit --user --gpus --ipc --pid --uts --userns --cap-add --cap-drop --security-opt --device --dns --add-host --expose --link --log-driver --log-opt --stop-signal --pull --cidfile --index --network-alias --runtime --volumes-from',
  ),
]
const kubernetesOptions = () => [
  ...flags('-i|--stdin -t|--tty -q|--quiet -it -ti'),
  ...values('-c|--container -n|--namespace --pod-running-timeout --request-timeout'),
  // Which cluster is asked, as whom, and through which program.
  ...values('--context --cluster --kubeconfig --user --token --as --as-group', 'execute'),
  ...flags('--insecure-skip-tls-verify', 'execute'),
  ...values('-s|--server', 'network'),
]
const kubernetesFile = () => values('-f|--filename', 'read')
const kubernetesLook = () => [
  ...kubernetesOptions(),
  ...flags(
    '-A|--all-namespaces -w|--watch --watch-only --no-headers --show-labels --show-kind --ignore-not-found -R|--recursive --show-managed-fields --show-events --containers --timestamps --prefix --all-containers --all-pods --previous --client --short',
  ),
  ...values(
    '-o|--output -l|--selector --sort-by --field-selector -L|--label-columns --tail --since --since-time --limit-bytes --chunk-size --template --subresource --max-log-requests --api-version --api-group --verbs',
  ),
]
const containerLook = () => [
  ...flags(
    '-a|--all -q|--quiet --no-trunc -s|--size -l|--latest --digests --tree --no-stream -H|--human --system --verbose -v',
  ),
  ...values('--format -f|--filter -n|--last --since --until --type --tail'),
]
const containerLogs = () => [...flags('-f|--follow -t|--timestamps --details'), ...values('-n|--tail --since --until')]

/** Programs that run the command on another machine or in a container. */
export const elsewhere: readonly WrapperDescription[] = [
  wrapper('ssh', sshOptions, {
    before: 1,
    form: 'text',
    boundary: true,
    idle: ['-G', '-N', '-Q', '-O', '-V'],
    description: () => ({ operands: ['host', 'command'] }),
  }),
  wrapper(
    'docker podman nerdctl',
    () => [
      ...values('-H|--host', 'network'),
      // Another context is another daemon.
      ...values('--config -c|--context', 'execute'),
      ...values('-l|--log-level --tlscacert --tlscert --tlskey'),
      ...flags('-D|--debug --tls --tlsverify -v'),
    ],
    {
      before: 1,
      boundary: true,
      subcommands: ['exec', 'run', 'container exec', 'container run', 'compose exec', 'compose run'],
      description: () => ({
        operands: [],
        subcommands: [
          ...['exec', 'run', 'container exec', 'container run', 'compose exec', 'compose run'].map((name) =>
            subcommand(name, {
              options: containerOptions(),
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
            'container ls',
            'image ls',
            'volume ls',
            'network ls',
            'top',
            'stats',
            'port',
            'diff',
            'history',
          ].map((name) =>
            subcommand(name, { options: containerLook(), operands: ['text'], readOnly: true, whole: false }),
          ),
          ...['logs', 'container logs'].map((name) =>
            subcommand(name, { options: containerLogs(), operands: ['text'], readOnly: true, whole: false }),
          ),
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
      }),
    },
  ),
  wrapper('kubectl oc', kubernetesOptions, {
    before: 1,
    boundary: true,
    subcommands: ['exec'],
    description: () => ({
      operands: [],
      subcommands: [
        subcommand('exec', {
          options: [...kubernetesOptions(), ...kubernetesFile()],
          operands: ['text', 'command'],
          whole: false,
        }),
        subcommand('logs', {
          options: [...kubernetesLook(), ...flags('-f|--follow -p')],
          operands: ['text'],
          readOnly: true,
          whole: false,
        }),
        ...['get', 'describe', 'top', 'version', 'explain', 'api-resources', 'cluster-info'].map((name) =>
          subcommand(name, {
            options: [...kubernetesLook(), ...kubernetesFile()],
            operands: ['text'],
            readOnly: true,
            whole: false,
          }),
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
        ].map((name) =>
          subcommand(name, {
            options: [...kubernetesOptions(), ...kubernetesFile()],
            operands: ['text'],
            whole: false,
          }),
        ),
      ],
    }),
  }),
]

/** `docker compose` is read as this one too. */
export const compose: WrapperDescription = wrapper(
  'docker-compose podman-compose',
  () => [
    ...values('-f|--file --env-file', 'read'),
    ...values('-p|--project-name --profile --ansi --progress --parallel'),
    ...values('--project-directory', 'directory'),
    ...flags('--compatibility --dry-run --all-resources'),
  ],
  {
    before: 1,
    boundary: true,
    subcommands: ['exec', 'run'],
    description: () => ({
      operands: [],
      subcommands: [
        ...['exec', 'run'].map((name) =>
          subcommand(name, {
            options: containerOptions(),
            operands: ['text', 'command'],
            permute: false,
            whole: false,
          }),
        ),
        ...['ps', 'logs', 'config', 'images', 'ls', 'port', 'top', 'version'].map((name) =>
          subcommand(name, { operands: ['text'], readOnly: true, whole: false }),
        ),
        ...['up', 'down', 'build', 'pull', 'push', 'start', 'stop', 'restart', 'rm', 'kill', 'create', 'cp'].map(
          (name) => subcommand(name, { operands: ['text'], whole: false }),
        ),
      ],
    }),
  },
)
