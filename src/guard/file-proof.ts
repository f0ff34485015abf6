// Evidence for file criteria: the file itself, read whole by us. Words about a file and partial reads prove nothing.
import { type Digest, startDigest } from '../base/digest.ts'
import { compileRegex } from '../base/regex.ts'
import type { Proof, ReadData } from '../ledger/entry.ts'
import type { Snapshot } from '../observe/snapshot.ts'
import type { Criterion, Verifier } from '../policy/policy.ts'
import { freshness } from '../session/freshness.ts'
import type { Session } from '../session/session.ts'
import { openReason } from './reach.ts'

type FileVerifier = Extract<Verifier, { readonly kind: 'file' }>

/** A pattern needs the text in memory. */
const patternBytes = 67_108_864

/** Checks a file criterion now and records the read; the proof that it gives. */
export async function proveFile(
  session: Session,
  criterion: Criterion,
  named: { readonly tool: string; readonly call: string },
): Promise<Proof | undefined> {
  if (criterion.verifier.kind !== 'file') return undefined
  const snapshot = await session.observe('workspace')
  const { data, proof } = check(session, criterion, criterion.verifier, snapshot, named)
  await session.append([data])
  return proof
}

/** After a tool read a file: the proofs of every criterion that speaks of exactly this file. */
export async function proveRead(
  session: Session,
  named: { readonly tool: string; readonly call: string },
  path: string,
): Promise<readonly Proof[]> {
  const concerned = session.criteria().filter(({ criterion }) => {
    const { verifier } = criterion
    return verifier.kind === 'file' && verifier.path.replace(/^(?:\.\/)+/, '') === path
  })
  const proofs: Proof[] = []
  for (const { criterion } of concerned) {
    const proof = await proveFile(session, criterion, named)
    if (proof) proofs.push(proof)
  }
  return proofs
}

function check(
  session: Session,
  criterion: Criterion,
  verifier: FileVerifier,
  snapshot: Snapshot,
  { tool, call }: { readonly tool: string; readonly call: string },
): { readonly data: ReadData; readonly proof: Proof } {
  const before = freshness(session, criterion, snapshot)
  const content = readWhole(session, verifier)
  const judged = judge(verifier, content)
  const after = freshness(session, criterion, session.look())
  const proof = { criterion: criterion.id, definition: criterion.definition, ...judged, before, after, unsettled: [] }
  const found = content.kind === 'read'
  const data: ReadData = {
    kind: 'read',
    tool,
    call,
    path: verifier.path,
    bytes: found ? content.bytes : 0,
    digest: found ? content.digest : 'absent',
    proves: [proof],
    capture: 'executed',
  }
  return { data, proof }
}

type Content =
  | {
      readonly kind: 'read'
      readonly bytes: number
      readonly digest: Digest
      readonly text: string | 'binary' | 'too-large' | 'unasked'
    }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly reason: string }

/** The path is the policy's own, so no rule is asked; a link is followed, a device or a pipe is not read. */
function readWhole(session: Session, verifier: FileVerifier): Content {
  const { files } = session.host
  const { O_RDONLY, O_NONBLOCK } = files.constants
  const path = verifier.path.startsWith('/') ? verifier.path : `${session.workspace.path}/${verifier.path}`
  let fd: number
  try {
    fd = files.open(path, O_RDONLY | O_NONBLOCK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? { kind: 'absent' }
      : { kind: 'unreadable', reason: openReason(error, verifier.path) }
  }
  try {
    const { kind, size } = files.fstat(fd)
    if (kind !== 'file') return { kind: 'unreadable', reason: `${verifier.path} is a ${kind}, no file` }
    return readOpen(session, fd, verifier.pattern !== undefined, size)
  } catch (error) {
    return { kind: 'unreadable', reason: openReason(error, verifier.path) }
  } finally {
    files.close(fd)
  }
}

function readOpen(session: Session, fd: number, wantsText: boolean, size: number): Content {
  const digest = startDigest()
  const pieces: Uint8Array[] = []
  const buffer = new Uint8Array(Math.min(Math.max(size + 1, 4096), 1 << 20))
  const keepsText = wantsText && size <= patternBytes
  let bytes = 0
  for (
    let read = session.host.files.read(fd, buffer, null);
    read > 0;
    read = session.host.files.read(fd, buffer, null)
  ) {
    digest.add(buffer.subarray(0, read))
    if (keepsText) pieces.push(buffer.slice(0, read))
    bytes += read
  }
  const text = !wantsText ? 'unasked' : keepsText ? decode(pieces) : 'too-large'
  return { kind: 'read', bytes, digest: digest.end(), text }
}

function decode(pieces: readonly Uint8Array[]): string | 'binary' {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  try {
    const text = pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode()
    return text.includes('\0') ? 'binary' : text
  } catch {
    return 'binary'
  }
}

function judge(verifier: FileVerifier, content: Content): Pick<Proof, 'passed' | 'reason' | 'actual' | 'expected'> {
  if (content.kind === 'unreadable') return { passed: false, reason: content.reason }
  if (verifier.absent) {
    return content.kind === 'absent'
      ? { passed: true, reason: 'the file is absent' }
      : { passed: false, reason: 'the file exists' }
  }
  if (content.kind === 'absent') return { passed: false, reason: 'the file does not exist' }
  if (verifier.sha256 !== undefined && content.digest !== verifier.sha256) {
    return { passed: false, reason: 'its sha256 is another', actual: content.digest, expected: verifier.sha256 }
  }
  if (!verifier.pattern)
    return { passed: true, reason: verifier.sha256 === undefined ? 'the file exists' : 'its sha256 is as stated' }
  const expected = `/${verifier.pattern.source}/${verifier.pattern.flags}`
  if (content.text === 'binary') return { passed: false, reason: 'binary: no pattern can match it', expected }
  if (content.text === 'too-large') return { passed: false, reason: 'it is too large for a pattern (64 MiB)', expected }
  const regex = compileRegex(verifier.pattern.source, verifier.pattern.flags)
  if (regex.kind === 'mistake') return { passed: false, reason: regex.reason, expected }
  const passed = regex.test(content.text)
  return { passed, reason: passed ? 'the pattern is found in it' : 'the pattern is not found in it', expected }
}
