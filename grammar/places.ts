// Places in order, and where one stands among them.

/** Index of the first number that is not below `from`. */
export function firstFrom(sorted: readonly number[], from: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < from) low = middle + 1
    else high = middle
  }
  return low
}
