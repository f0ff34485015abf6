// Runs several pieces of work side by side, as many at once as may be, each only beside what it may run beside.

interface Together<Item> {
  readonly most: number
  readonly mayRunBeside: (item: Item, other: Item) => boolean
  readonly run: (item: Item) => Promise<void>
}

/** Begins in the given order, but for what has to wait. After a failure nothing new begins; it is thrown when all have ended. The
 *  answer names what ran beside something else. */
export async function together<Item>(
  items: readonly Item[],
  { most, mayRunBeside, run }: Together<Item>,
): Promise<ReadonlySet<Item>> {
  const waiting = [...items]
  const running = new Map<Item, Promise<void>>()
  const accompanied = new Set<Item>()
  const failures: unknown[] = []
  const begin = (item: Item) => {
    waiting.splice(waiting.indexOf(item), 1)
    for (const each of running.size > 0 ? [item, ...running.keys()] : []) accompanied.add(each)
    const end = run(item)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(item))
    running.set(item, end)
  }
  while (failures.length === 0 && waiting.length > 0) {
    for (const item of [...waiting]) {
      if (running.size < most && [...running.keys()].every((other) => mayRunBeside(item, other))) begin(item)
    }
    await Promise.race(running.values())
  }
  await Promise.all(running.values())
  if (failures.length > 0) throw failures[0]
  return accompanied
}
