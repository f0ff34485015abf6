// `reeve exec -- CMD`: one command through the guard and into the ledger. It passes on standard input, both output streams and
// the exit code, so that scripts and CI steps can put it before any command.
import { flag, option, optional, string } from 'cmd-ts'

import { hex } from '../base/bytes.ts'
import { escapeLine, escapeText } from '../base/escape.ts'
import { Fault } from '../base/fault.ts'
import type { CommandRequest } from '../command/command.ts'
import { howText } from '../guard/finding.ts'
import type { GuardResult, Outcome } from '../guard/outcome.ts'
import { runGuarded } from '../guard/run.ts'
import type { Host } from '../host/host.ts'
import { openSession } from '../session/open.ts'
import { askAt } from './ask.ts'
import { define } from './define.ts'
import { exit } from './exit.ts'
import { openOptions, sessionArgs } from './session-args.ts'
import { trustNote } from './status-view.ts'

export const subcommand = define({
  name: 'exec',
  description: 'Run one command through the guard and record it. Its input, output and exit code are passed on.',
  examples: [
    { description: 'a command', command: 'reeve exec -- npm test' },
    { description: 'a line of shell text', command: "reeve exec --shell 'npm test 2>&1 | tail'" },
    { description: 'answer one ask of a trusted policy with yes', command: 'reeve exec --yes -- git push' },
  ],
  args: {
    ...sessionArgs,
    shell: option({ type: optional(string), long: 'shell', description: 'shell text, instead of a command after --' }),
    yes: flag({ long: 'yes', description: 'answer an ask with yes, once, where a trusted policy lets a flag answer' }),
    verbose: flag({ long: 'verbose', description: 'say which sandbox it ran in, and what that does not enforce' }),
    json: flag({ long: 'json', description: 'say what happened as one JSON object on standard error' }),
  },
  run: async (values, host, rest) => {
    const options = openOptions(host, values)
    const command = requestOf(values.shell, rest, options.directory)
    const session = await openSession(host, options)
    try {
      host.terminal.err(trustNote({ trust: session.trust, ignored: session.authority.ignored }))
      const result = await runGuarded(session, {
        command: { ...command, directory: host.files.realPath(options.directory) },
        tool: 'exec',
        call: `exec-${hex(host.random(8))}`,
        answerYes: values.yes,
        ask: askAt(host),
        readOnly: false,
        stdin: 'inherit',
        onOutput: (stream, bytes) => host.terminal[stream === 'stdout' ? 'out' : 'err'](bytes),
        isGone: (stream) => host.terminal.gone?.(stream) ?? false,
      })
      if (values.json) host.terminal.err(`${JSON.stringify(toJson(result))}\n`)
      else tell(host, result, values.verbose)
      return codeOf(result)
    } finally {
      await session.release()
    }
  },
})

function requestOf(shell: string | undefined, rest: readonly string[] | undefined, directory: string): CommandRequest {
  if (shell !== undefined && rest === undefined) return { kind: 'shell', text: shell, directory }
  if (shell === undefined && rest?.[0]) return { kind: 'argv', argv: rest, directory }
  throw new Fault('usage', 'exec takes one command', { help: '`reeve exec -- CMD ARG…` or `reeve exec --shell TEXT`' })
}

/** What the guard has to say besides the command's own output. */
function tell(host: Host, result: GuardResult, isVerbose: boolean): void {
  const say = (line: string) => host.terminal.err(`reeve: ${escapeText(line)}\n`)
  if (result.kind === 'refused') {
    const { decision } = result
    const { rule } = decision.effects.find((effect) => effect.answer === decision.answer && effect.rule) ?? {}
    say(`refused (${decision.answer}): ${decision.reason}`)
    if (rule) say(`rule: ${rule.file}:${rule.line}: ${rule.text}`)
    if (decision.instead !== undefined) host.terminal.err(`help: ${escapeLine(decision.instead)}\n`)
    return
  }
  if (result.outcome.how !== 'exited') say(`the command ${howText(result.outcome)}`)
  if (result.against.length > 0) say(`it changed what must not be written: ${result.against.slice(0, 20).join(', ')}`)
  for (const host of result.confined.refused?.().slice(0, 20) ?? []) say(`not reached: ${host}`)
  if (isVerbose) for (const line of sandboxLines(result.confined)) say(line)
  for (const { criterion, reason, wanted } of result.near)
    say(`near miss for ${criterion}: ${reason}; what would count: ${wanted}`)
}

function sandboxLines({ grade, by, gaps }: Ran['confined']): readonly string[] {
  if (grade === 'none') return [`sandbox none${gaps.length > 0 ? `: ${gaps.join('; ')}` : ''}`]
  return [`sandbox ${grade}: ${by}`, ...gaps.map((gap) => `  but ${gap}`)]
}

type Ran = Extract<GuardResult, { readonly kind: 'ran' }>

function toJson(result: GuardResult) {
  if (result.kind === 'refused') {
    const { decision, refusal, seq } = result
    const { answer, reason, instead } = decision
    return { result: 'refused', answer, refusal, reason, instead, entry: seq }
  }
  const { outcome, start, end, proofs, near, changed, against, confined } = result
  const sandbox = { grade: confined.grade, by: confined.by, gaps: confined.gaps }
  const { how, exitCode, signal, failure, durationMs, stdout, stderr } = outcome
  const streams = { stdoutBytes: stdout.bytes, stderrBytes: stderr.bytes }
  return {
    result: 'ran',
    how,
    exitCode,
    signal,
    failure,
    durationMs,
    ...streams,
    sandbox,
    start,
    end,
    proofs,
    near,
    changed,
    against,
  }
}

const signalNumbers: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGILL: 4,
  SIGTRAP: 5,
  SIGABRT: 6,
  SIGBUS: 7,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGUSR1: 10,
  SIGSEGV: 11,
  SIGUSR2: 12,
  SIGPIPE: 13,
  SIGALRM: 14,
  SIGTERM: 15,
}

/** As a shell would answer for the command; 4 when it was refused. */
function codeOf(result: GuardResult): number {
  return result.kind === 'refused' ? exit.denied : outcomeCode(result.outcome)
}

function outcomeCode({ how, exitCode, signal, errno }: Outcome): number {
  if (how === 'exited') return exitCode ?? exit.error
  if (how === 'timed-out') return 124
  if (how === 'over-limit') return 128 + 9
  if (how === 'interrupted') return exit.interrupted
  if (how === 'signalled') return 128 + (signalNumbers[signal ?? ''] ?? 0)
  return errno === 'ENOENT' ? 127 : 126
}
