// What every tool works with, and what it answers. A noun file.
import { sha256 } from '../base/digest.ts'
import { resolvePath } from '../base/path.ts'
import type { Ask } from '../guard/guard.ts'
import type { Session } from '../session/session.ts'
import type { ToolResult } from './loop.ts'

export interface Hands {
  readonly session: Session
  readonly readOnly: boolean
  readonly answerYes: boolean
  /** Absent: there is nobody to ask. */
  readonly ask?: Ask
  /** Digests of files as the model last saw them, by absolute path: what is written was read before. */
  readonly seen: Map<string, string>
}

/** A result before the digest that replays compare. */
export type Answer = Omit<ToolResult, 'digest' | 'tool'>

export function failed(text: string): Answer {
  return { outcome: 'failed', text }
}

/** The workspace's own path is taken out of the digest, so that a replay elsewhere can be compared. */
export function finished(session: Session, tool: string, answer: Answer): ToolResult {
  return { tool, ...answer, digest: sha256(answer.text.replaceAll(session.workspace.path, '.')) }
}

export function absolute(session: Session, path: string): string {
  return resolvePath(session.workspace.path, path)
}
