// A whole machine from one seed: a Host whose disk, clock, processes and terminal are simulated. It can lose power and start again.
import type { Host } from '../../src/host/host.ts'
import { SimClock } from './clock.ts'
import { Disk } from './disk.ts'
import { type Program, SimProcesses } from './processes.ts'
import { type Random, randomFrom } from './random.ts'
import { SimTerminal, type TerminalOptions } from './terminal.ts'

export interface MachineOptions {
  readonly seed: number
  /** Files that are there and durable, by absolute path. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>
  /** Programs by absolute path. */
  readonly programs?: Readonly<Record<string, Program>>
}

export interface StartOptions extends TerminalOptions {
  readonly environment?: Readonly<Record<string, string>>
  readonly directory?: string
  readonly fetch?: typeof fetch
}

/** One process of ours on the machine. */
export interface Started {
  readonly host: Host
  readonly terminal: SimTerminal
  /** Sends a signal to this process of ours. */
  readonly interrupt: (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => void
}

export const home = '/home/ada'
export const workspace = `${home}/work`
const userId = 1000

export class Machine {
  readonly seed: number
  readonly random: Random
  readonly clock: SimClock
  readonly disk: Disk
  readonly processes: SimProcesses

  constructor({ seed, files = {}, programs = {} }: MachineOptions) {
    this.seed = seed
    this.random = randomFrom(seed)
    this.clock = new SimClock(Date.UTC(2026, 0, 1) + this.random.below(86_400_000))
    this.disk = new Disk({ random: this.random, nowNs: () => this.clock.nowNs(), userId })
    this.processes = new SimProcesses(this.clock, this.disk)
    this.disk.makeDirectories(workspace)
    this.disk.put('/proc/sys/kernel/random/boot_id', `boot-${seed}\n`)
    for (const [path, text] of Object.entries(files)) this.disk.put(path, text)
    for (const [path, program] of Object.entries(programs)) this.processes.install(path, program)
  }

  /** A new process of ours, with a terminal of its own. */
  start({ environment, directory = workspace, fetch, ...options }: StartOptions = {}): Started {
    const terminal = new SimTerminal(options)
    const listeners = new Set<(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => void>()
    const variables = { HOME: home, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', ...environment }
    const host: Host = {
      clock: this.clock,
      random: this.random.bytes,
      files: this.disk.files,
      processes: this.processes,
      terminal,
      environment: variables,
      workingDirectory: directory,
      runtime: {
        name: 'sim',
        version: '1',
        platform: 'linux',
        pid: this.processes.appear(variables),
        userId,
        executable: '/usr/bin/reeve',
      },
      onInterrupt: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      ...(fetch ? { fetch } : {}),
    }
    return {
      host,
      terminal,
      interrupt: (signal) => {
        for (const listener of listeners) listener(signal)
      },
    }
  }

  /** The power went: all processes are gone, and the disk holds what was synced and some of the rest. */
  restart(): void {
    this.processes.powerOff()
    this.clock.forget()
    this.disk.restart()
    this.disk.forget('/proc')
    this.disk.put('/proc/sys/kernel/random/boot_id', `boot-${this.seed}-${this.disk.callCount}\n`)
  }
}
