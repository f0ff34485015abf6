// An entry names enough of a list to look at, and says that there are more.
import { startOf } from '../base/excerpt.ts'

export function bounded(lines: readonly string[], what: string): readonly string[] {
  const kept = lines.slice(0, 20).map((line) => startOf(line, 300))
  return lines.length <= 20 ? kept : [...kept, `${lines.length - 20} more ${what}`]
}
