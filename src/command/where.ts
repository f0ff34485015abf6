// Where the shell can be at a point of a text: every directory that a `cd` before it may have led to. Each command has two
// ways out, by success and by failure, because `cd a && b` and `cd a; b` differ.
import { resolvePath } from '../base/path.ts'
import type { Directory } from './command.ts'

/** All possible absolute paths; `any` when they cannot be told. Empty: this point is never reached. */
export type Where = readonly string[] | 'any'

export interface Flow {
  /** After success. */
  readonly ok: Where
  /** After failure. */
  readonly bad: Where
}

/** A command that leaves the shell where it is. */
export function staying(where: Where): Flow {
  return { ok: where, bad: where }
}

/** Nothing comes after: `exit`, `exec program`, `break`. */
export const ended: Flow = { ok: [], bad: [] }

const manyPaths = 8

export function union(left: Where, right: Where): Where {
  if (left === 'any' || right === 'any') return 'any'
  if (left === right || right.length === 0) return left
  const all = [...new Set([...left, ...right])]
  return all.length > manyPaths ? 'any' : all
}

export function covers(whole: Where, part: Where): boolean {
  return whole === 'any' || (part !== 'any' && part.every((path) => whole.includes(path)))
}

/** `cd target` from any of these places. */
export function changed(where: Where, target: string): Where {
  if (target.startsWith('/')) return [resolvePath('/', target)]
  return where === 'any' ? 'any' : [...new Set(where.map((path) => resolvePath(path, target)))]
}

export function onlyPath(where: Where): string | undefined {
  return where !== 'any' && where.length === 1 ? where[0] : undefined
}

export function toDirectory(where: Where): Directory {
  const path = onlyPath(where)
  if (path !== undefined) return { kind: 'known', path }
  return where === 'any' || where.length === 0 ? { kind: 'unknown' } : { kind: 'unknown', among: where }
}
