// Absolute POSIX paths as text: joining, `.` and `..`, containment by whole names. Nothing here looks at a disk.

/** `path` read from `directory`, without `.`, `..`, doubled or trailing slashes. */
export function resolvePath(directory: string, path: string): string {
  const names: string[] = []
  for (const name of (path.startsWith('/') ? path : `${directory}/${path}`).split('/')) {
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
  }
  return `/${names.join('/')}`
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** True for the directory itself and everything below it. */
export function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory === '/' ? '/' : `${directory}/`)
}

/** Relative to `directory` for what lies below it, `.` for itself; undefined outside. */
export function relativePath(path: string, directory: string): string | undefined {
  if (path === directory) return '.'
  return isWithin(path, directory) ? path.slice(directory === '/' ? 1 : directory.length + 1) : undefined
}
