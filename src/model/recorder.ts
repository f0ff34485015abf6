// Writes a run's transcript as it goes, line by line, so that a crash loses nothing: into the state directory beside the ledger,
// never into the workspace.
import { Fault } from '../base/fault.ts'
import { redact } from '../base/redact.ts'
import type { Host } from '../host/host.ts'
import { encodeLine, type TranscriptLine } from './transcript.ts'

export interface Recorder {
  readonly path: string
  readonly record: (line: TranscriptLine) => void
  /** All that was recorded. */
  readonly text: () => string
  readonly close: () => void
}

/** `directory` is made when it is missing; the file must be new. */
export function openRecorder(
  host: Host,
  directory: string,
  { run, secrets }: { readonly run: string; readonly secrets: readonly string[] },
): Recorder {
  const path = `${directory}/${run}.jsonl`
  const fd = create(host, directory, path)
  const lines: string[] = []
  return {
    path,
    record: (line) => {
      const text = encodeLine(withoutSecrets(line, secrets))
      lines.push(text)
      writeWhole(host, fd, text)
    },
    text: () => lines.join(''),
    close: () => host.files.close(fd),
  }
}

function create(host: Host, directory: string, path: string): number {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = host.files.constants
  try {
    makeDirectory(host, directory)
    return host.files.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  } catch (cause) {
    throw new Fault('io', `cannot write the transcript ${path}`, { help: 'is the state directory writable?', cause })
  }
}

function makeDirectory(host: Host, path: string): void {
  try {
    host.files.makeDirectory(path, 0o700)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
}

function writeWhole(host: Host, fd: number, text: string): void {
  let bytes = new TextEncoder().encode(text)
  while (bytes.length > 0) bytes = bytes.subarray(host.files.write(fd, bytes, null))
}

/** A transcript lies in the state directory, but it may be handed on; a secret that the model wrote is no reason to keep it. */
function withoutSecrets(line: TranscriptLine, secrets: readonly string[]): TranscriptLine {
  if (line.kind === 'run') return { ...line, task: redact(line.task, secrets) }
  if (line.kind === 'result') return line
  const calls = line.calls.map((call) => ({ name: call.name, arguments: redact(call.arguments, secrets) }))
  return { ...line, text: redact(line.text, secrets), calls }
}
