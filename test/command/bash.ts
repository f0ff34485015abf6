// Asks a real bash which programs a text runs. No program can be found, so bash calls a handler that writes down the name,
// the arguments and the directory, and answers for the program.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Ran {
  readonly argv: readonly string[]
  readonly directory: string
}

export interface Run {
  readonly ran: readonly Ran[]
  readonly exitCode: number | null
  readonly root: string
  readonly stderr: string
}

/** `succeed` and `fail`: every program does; `mixed`: those with an odd number fail. */
export type Mode = 'succeed' | 'fail' | 'mixed'

const handler = `() {
  printf '%s\\x1f' "$PWD" "$@" $'\\x1e' >> "$REEVE_LOG"
  case "$1" in
    once*) if [[ -e "$REEVE_LOG.$1" ]]; then return 1; else : > "$REEVE_LOG.$1"; return 0; fi;;
    twice*) if [[ -e "$REEVE_LOG.$1" ]]; then return 0; else : > "$REEVE_LOG.$1"; return 1; fi;;
  esac
  case "$REEVE_MODE" in
    succeed) return 0;;
    fail) return 1;;
    *) case "$1" in *[13579]) return 1;; esac; return 0;;
  esac
}`

/** Directory for one text, with what its \`cd\` may find. */
export function withPlace<T>(use: (root: string) => T): T {
  const root = mkdtempSync(join(tmpdir(), 'reeve-bash-'))
  try {
    for (const name of ['w/d1/d1', 'w/d2', 'home']) mkdirSync(join(root, name), { recursive: true })
    return use(root)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

export function isValid(text: string): boolean {
  return spawnSync('bash', ['-n', '-c', text], { env: {}, stdio: 'ignore' }).status === 0
}

export function runBash(text: string, mode: Mode): Run {
  return withPlace((root) => {
    const log = join(root, 'log')
    // `timeout` leads a group of its own, so that what a random text leaves in the background is ended with it.
    const result = spawnSync(
      '/usr/bin/timeout',
      ['-s', 'KILL', '4', '/bin/bash', '--noprofile', '--norc', '-c', text],
      {
        cwd: join(root, 'w'),
        env: {
          PATH: join(root, 'empty'),
          HOME: '/home/u',
          REEVE_LOG: log,
          REEVE_MODE: mode,
          'BASH_FUNC_command_not_found_handle%%': handler,
        },
        input: '',
      },
    )
    endGroup(result.pid)
    return { ran: readLog(log), exitCode: result.status, root: join(root, 'w'), stderr: result.stderr.toString() }
  })
}

function endGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {} // nothing was left
}

function readLog(log: string): readonly Ran[] {
  if (!existsSync(log)) return []
  return readFileSync(log, 'utf8')
    .split('\x1e\x1f')
    .filter((entry) => entry !== '')
    .map((entry) => entry.split('\x1f').slice(0, -1))
    .map(([directory = '', ...argv]) => ({ directory, argv }))
}
