// Starts `child.ts` in a process of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { realHost } from '../../src/host/real.ts'

export interface Running {
  readonly process: ChildProcess
  /** Whole lines so far. */
  readonly lines: string[]
  /** Resolves with all lines when it has ended and its output is read. */
  readonly ended: Promise<readonly string[]>
  /** Resolves when it has said so many lines, or has ended. */
  readonly said: (count: number) => Promise<void>
}

/** `userId` is of another user, for root only. */
export function startChild(
  home: string,
  { userId }: { readonly userId?: number },
  ...args: readonly string[]
): Running {
  const { environment, runtime } = realHost()
  const script = fileURLToPath(new URL('child.ts', import.meta.url))
  const child = spawn(runtime.executable, [script, ...args], {
    env: { PATH: environment.PATH, HOME: home, USER: 'ada' },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(userId === undefined ? {} : { uid: userId, gid: userId }),
  })
  const lines: string[] = []
  const waiting = new Set<() => void>()
  const wake = (): void => {
    for (const each of waiting) each()
  }
  let rest = ''
  let isOver = false
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const pieces = (rest + text).split('\n')
    rest = pieces.pop() ?? ''
    lines.push(...pieces)
    wake()
  })
  const ended = new Promise<readonly string[]>((resolve) => {
    child.on('close', () => {
      isOver = true
      wake()
      resolve(lines)
    })
  })
  const said = (count: number): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (lines.length < count && !isOver) return
        waiting.delete(check)
        resolve()
      }
      waiting.add(check)
      check()
    })
  return { process: child, lines, ended, said }
}
