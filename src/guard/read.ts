// Reads a file for a tool: a bounded view of its lines, and the digest of all of it.
import { startDigest } from '../base/digest.ts'
import type { Session } from '../session/session.ts'
import type { FileAnswer, ReadRequest, ReadView } from './door.ts'
import { proveRead } from './file-proof.ts'
import { openJudged, reach } from './reach.ts'

const viewBytes = 262_144
const defaultLines = 400

/** Reads that a file criterion can rest on are recorded, and only those. */
export async function guardedRead(session: Session, request: ReadRequest): Promise<FileAnswer<ReadView>> {
  const reached = await reach(session, 'read', request)
  if (reached.kind === 'refused') return reached
  const opened = openJudged(session, reached.real)
  if ('kind' in opened) {
    await proveRead(session, request, reached.shown)
    return opened
  }
  try {
    const view = readView(session, opened.fd, request)
    if (!view) return { kind: 'failed', reason: `${reached.shown} changes while it is read`, help: 'try again' }
    return { kind: 'done', path: reached.shown, ...view, proofs: await proveRead(session, request, reached.shown) }
  } finally {
    session.host.files.close(opened.fd)
  }
}

type View = Omit<ReadView, 'path' | 'proofs'>

/** One pass over the whole file: the digest needs all of it, the view keeps the lines asked for. */
function readView(session: Session, fd: number, request: ReadRequest): View | undefined {
  const { files } = session.host
  const before = files.fstat(fd)
  const lines = new LineWindow(request.startLine ?? 1, request.limit ?? defaultLines)
  const digest = startDigest()
  const buffer = new Uint8Array(1 << 18)
  let bytes = 0
  for (let read = files.read(fd, buffer, null); read > 0; read = files.read(fd, buffer, null)) {
    const piece = buffer.subarray(0, read)
    digest.add(piece)
    lines.add(piece)
    bytes += read
  }
  const after = files.fstat(fd)
  if (after.size !== before.size || after.mtimeNs !== before.mtimeNs || after.ctimeNs !== before.ctimeNs)
    return undefined
  return { digest: digest.end(), bytes, ...lines.end() }
}

/** Counts every line and keeps the bytes of some. */
class LineWindow {
  readonly #first: number
  readonly #last: number
  readonly #kept: Uint8Array[] = []
  #keptBytes = 0
  #line = 1
  #binary = false
  #overflow = false
  #endsOpen = false

  constructor(startLine: number, limit: number) {
    this.#first = startLine
    this.#last = startLine + limit - 1
  }

  add(piece: Uint8Array): void {
    if (!this.#binary && piece.includes(0)) this.#binary = true
    let start = 0
    for (let end = piece.indexOf(10); end !== -1; end = piece.indexOf(10, start)) {
      this.#keep(piece.subarray(start, end + 1))
      this.#line++
      start = end + 1
    }
    this.#endsOpen = start < piece.length
    if (this.#endsOpen) this.#keep(piece.subarray(start))
  }

  #keep(bytes: Uint8Array): void {
    if (this.#line < this.#first || this.#line > this.#last) return
    const room = viewBytes - this.#keptBytes
    if (bytes.length > room) this.#overflow = true
    if (room > 0) this.#kept.push(bytes.slice(0, room))
    this.#keptBytes += Math.min(room, bytes.length)
  }

  end(): Omit<View, 'digest' | 'bytes'> {
    const totalLines = this.#endsOpen ? this.#line : this.#line - 1
    const lineCount = Math.max(0, Math.min(this.#last, totalLines) - this.#first + 1)
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    const text = this.#kept.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode()
    const cut = this.#overflow || this.#first > 1 || this.#last < totalLines
    const shown = this.#binary ? '' : text.replace(/\n$/, '')
    return { text: shown, startLine: this.#first, lineCount, totalLines, cut, binary: this.#binary }
  }
}
