// Evidence for file criteria: the file itself, read whole by us. Words about a file and partial reads prove nothing.
import { compileRegex } from '../base/regex.ts'
import type { Proof } from '../ledger/entry.ts'
import type { Criterion, Verifier } from '../policy/policy.ts'
import type { Session } from '../session/session.ts'
import { type Judged, type Named, proveByReading } from './read-proof.ts'
import { readWhole, type Whole } from './whole.ts'

type FileVerifier = Extract<Verifier, { readonly kind: 'file' }>

/** A pattern needs the text in memory. */
const patternBytes = 67_108_864

/** Checks a file criterion now and records the read; the proof that it gives. */
export async function proveFile(session: Session, criterion: Criterion, named: Named): Promise<Proof | undefined> {
  const { verifier } = criterion
  if (verifier.kind !== 'file') return undefined
  return await proveByReading(session, criterion, named, () => {
    const content = readWhole(session, verifier.path, { keptBytes: verifier.pattern ? patternBytes : 0 })
    const found = content.kind === 'read'
    return {
      path: verifier.path,
      bytes: found ? content.bytes : 0,
      digest: found ? content.digest : 'absent',
      judged: judge(verifier, content),
    }
  })
}

/** After a tool read a file: the proofs of every criterion that speaks of exactly this file. */
export async function proveRead(session: Session, named: Named, path: string): Promise<readonly Proof[]> {
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

function decode(data: Uint8Array): string | 'binary' {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data)
    return text.includes('\0') ? 'binary' : text
  } catch {
    return 'binary'
  }
}

function judge(verifier: FileVerifier, content: Whole): Judged {
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
  if (!content.data) return { passed: false, reason: 'it is too large for a pattern (64 MiB)', expected }
  const text = decode(content.data)
  if (text === 'binary') return { passed: false, reason: 'binary: no pattern can match it', expected }
  const regex = compileRegex(verifier.pattern.source, verifier.pattern.flags)
  if (regex.kind === 'mistake') return { passed: false, reason: regex.reason, expected }
  const passed = regex.test(text)
  return { passed, reason: passed ? 'the pattern is found in it' : 'the pattern is not found in it', expected }
}
