// Verifiers of others: a program that the policy names, which reads one JSON object and answers with one. Its word is bound to what it
// looked at by a hash; a word without one is for a person, and no answer at all says nothing.
import { asObject, decodeJson, encodeJson } from '../base/json.ts'
import type { Criterion, Verifier } from '../policy/policy.ts'
import { freshness, resolveProgram } from '../session/freshness.ts'
import type { Session } from '../session/session.ts'
import type { Outcome } from './outcome.ts'
import type { Judged } from './read-proof.ts'

type PluginVerifier = Extract<Verifier, { readonly kind: 'plugin' }>

/** Why the program must not be run as a verifier; undefined when it may. */
export function pluginMistake(session: Session, { plugin, command, sha256 }: PluginVerifier): string | undefined {
  const [name] = command.argv ?? []
  const program = name === undefined ? undefined : resolveProgram(session, name, session.workspace.path)
  if (!program) return `the program of the plugin \`${plugin}\` is not found`
  if (sha256 !== undefined) {
    return program.digest === sha256
      ? undefined
      : `the program of the plugin \`${plugin}\` has another sha256 than the policy says`
  }
  return isWritable(session, program.path)
    ? `the program of the plugin \`${plugin}\` can be changed by this user; name its \`sha256\` in the policy`
    : undefined
}

export function pluginQuestion(session: Session, criterion: Criterion): Uint8Array {
  const scopeDigest = freshness(session, criterion, session.look())
  const question = { criterion: criterion.id, workspace: session.workspace.path, scopeDigest }
  return new TextEncoder().encode(`${encodeJson(question)}\n`)
}

/** `answer` tells how far the word counts; a command that failed, or said no JSON, gave none. */
export function pluginFinding(session: Session, outcome: Outcome): Judged {
  const silent = (reason: string): Judged => ({ passed: false, reason, answer: 'none' })
  if (outcome.how !== 'exited' || outcome.exitCode !== 0) return silent('the plugin failed, so it says nothing')
  const { head, tail } = outcome.stdout
  const decoded = tail.length > 0 ? undefined : decodeJson(new TextDecoder().decode(head))
  const said = decoded?.ok ? asObject(decoded.value) : undefined
  if (typeof said?.ok !== 'boolean') return silent('the plugin answered with no `{"ok": …}`, so it says nothing')
  const { ok, outputHash, callId, excerpt } = said
  const detail = typeof excerpt === 'string' ? `: ${excerpt}` : ''
  const judged = { passed: ok, reason: `the plugin says ${ok ? 'yes' : 'no'}${detail}` }
  if (typeof outputHash !== 'string' || !/^[0-9a-f]{64}$/.test(outputHash)) return { ...judged, answer: 'unbound' }
  const isMade = callId === undefined || callId === null || (typeof callId === 'string' && hasCall(session, callId))
  return { ...judged, actual: outputHash, ...(isMade ? {} : { answer: 'unbound' }) }
}

function hasCall(session: Session, call: string): boolean {
  return session
    .history()
    .some(
      ({ session: owner, data }) =>
        owner === session.id && 'call' in data && data.call === call && data.kind !== 'observation',
    )
}

function isWritable({ host }: Session, path: string): boolean {
  const { O_WRONLY, O_NONBLOCK } = host.files.constants
  try {
    host.files.close(host.files.open(path, O_WRONLY | O_NONBLOCK))
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ETXTBSY'
  }
}
