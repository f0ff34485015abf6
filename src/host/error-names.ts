// Deno gives some errors of a write no code, and a full disk must be told as one on every runtime.

/** Linux numbers of the errors that say that there is no room. */
const names: Readonly<Record<string, string>> = { 27: 'EFBIG', 28: 'ENOSPC', 122: 'EDQUOT' }

/** Runs, and gives an error that has only a number (`… (os error 28)`) its name as `code`. */
export function named<Result>(run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const name = names[/\(os error (\d+)\)$/.exec(message)?.[1] ?? '']
    if (code === undefined && name !== undefined) Object.assign(error as Error, { code: name })
    throw error
  }
}
