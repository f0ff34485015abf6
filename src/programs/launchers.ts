// Less common programs that run the command after their own options: with other limits, under a tool that watches it, in a
// prepared environment. Without them a rule that stops a program would be passed by naming one of these first.
import { flags, maybe, values } from './make.ts'
import { type WrapperDescription, wrapper } from './wrapper.ts'

const plain = { transparent: true }

/** Other limits and other surroundings, the same user and machine. */
const limits: readonly WrapperDescription[] = [
  wrapper(
    'prlimit',
    () => [
      ...maybe(
        '-c|--core -d|--data -e|--nice -f|--fsize -i|--sigpending -l|--memlock -m|--rss -n|--nofile -q|--msgqueue -r|--rtprio -s|--stack -t|--cpu -u|--nproc -v|--as -x|--locks -y|--rttime',
      ),
      ...values('-p|--pid -o|--output'),
      ...flags('--noheadings --raw --verbose'),
    ],
    { ...plain, idle: ['-p'] },
  ),
  wrapper('choom', () => values('-n|--adjust -p|--pid'), { ...plain, idle: ['-p'] }),
  wrapper('cpulimit', () => [...values('-l|--limit -p|--pid -P|--path -e|--exe'), ...flags('-z -i -b -f -v')], plain),
  wrapper(
    'numactl',
    () => [
      ...flags('-H|--hardware -s|--show -l|--localalloc -a|--all'),
      ...values('-i|--interleave -N|--cpunodebind -m|--membind -C|--physcpubind -p|--preferred'),
    ],
    { ...plain, idle: ['-H', '-s'] },
  ),
  wrapper('chronic', () => flags('-v -e'), plain),
  wrapper('faketime', () => [...flags('-m -f')], { before: 1 }),
  wrapper('torsocks torify proxychains proxychains4 tsocks', () => [...flags('-q -i'), ...values('-f')], {}),
  wrapper('cross-env cross-env-shell', () => [], { assignments: true }),
  wrapper('dotenv', () => [...values('-e -v -c -p'), ...flags('-o|--override')], {}),
  // The loader itself starts what it is given.
  wrapper(
    'ld.so ld-linux-x86-64.so.2 ld-linux-aarch64.so.1 ld-linux.so.2 ld-musl-x86_64.so.1 ld-musl-aarch64.so.1',
    () => [
      ...flags('--list --verify --inhibit-cache'),
      ...values('--library-path --preload --argv0 --audit', 'execute'),
    ],
    {},
  ),
  wrapper('start-stop-daemon daemonize daemon', () => [], {}),
]

/** Tools that watch, measure or repeat what they run. */
const watchers: readonly WrapperDescription[] = [
  wrapper(
    'valgrind',
    () => maybe('--tool --leak-check --track-origins --error-exitcode --show-leak-kinds --suppressions'),
    {},
  ),
  wrapper(
    'hyperfine concurrently',
    () => [
      ...flags('-i|--ignore-failure -N --show-output -k|--kill-others'),
      ...values('-w|--warmup -r|--runs -m|--min-runs -M|--max-runs -n|--command-name|--names -c'),
      ...values('-p|--prepare -s|--setup --cleanup -S|--shell', 'execute'),
      ...values('--export-json --export-csv --export-markdown', 'write'),
    ],
    { form: 'text' },
  ),
  wrapper(
    'watchexec',
    () => [
      ...flags('-c|--clear -r|--restart -p|--postpone -n --no-vcs-ignore --no-ignore -q|--quiet'),
      ...values('-e|--exts -f|--filter -i|--ignore -w|--watch -d|--debounce -s|--signal --shell'),
    ],
    { form: 'text' },
  ),
]

/** Another root, another group, another set of rights. */
const boundaries: readonly WrapperDescription[] = [
  wrapper(
    'bwrap',
    () => [
      ...flags(
        '--unshare-all --unshare-net --unshare-pid --unshare-user --unshare-ipc --unshare-uts --share-net --die-with-parent --new-session --clearenv --as-pid-1',
      ),
      ...values(
        '--proc --dev --tmpfs --dir --chdir --hostname --uid --gid --unsetenv --remount-ro --cap-add --cap-drop',
      ),
    ],
    { boundary: true },
  ),
  wrapper(
    'firejail proot',
    () => [
      ...flags('--quiet --noprofile --net=none -0'),
      ...maybe('--profile --private --whitelist --blacklist --read-only --net --rlimit-as --timeout'),
      ...values('-r -b -w -R -S'),
    ],
    { boundary: true },
  ),
  wrapper('runcon', () => [...values('-t|--type -u|--user -r|--role -l|--range'), ...flags('-c|--compute')], {
    boundary: true,
  }),
  wrapper('sg', () => values('-c', 'execute'), {
    boundary: true,
    before: 1,
    form: 'text',
    textOptions: ['-c'],
    shellOtherwise: true,
    description: () => ({ permute: true }),
  }),
]

/** All of them. */
export const launchers: readonly WrapperDescription[] = [...limits, ...watchers, ...boundaries]
