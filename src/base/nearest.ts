// "Did you mean": the candidate that somebody most probably meant, by the edits between two words.

/** The nearest candidate within about a third of the word's length; undefined when none is near or two are equally near. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const limit = word.length <= 3 ? 1 : Math.min(3, Math.ceil(word.length / 3))
  let best: string | undefined
  let bestDistance = limit + 1
  let isTied = false
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > limit) continue
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase())
    isTied = distance === bestDistance ? candidate !== best : distance < bestDistance ? false : isTied
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  return isTied ? undefined : best
}

/** Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
function editDistance(left: string, right: string): number {
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row++) {
    const current: number[] = [row]
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1]
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return at(last, right.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
