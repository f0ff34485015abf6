// A project of files in memory.
import type { Project } from '../../src/presets/preset.ts'

/** `noted` gathers what is passed over. */
export function project(files: Readonly<Record<string, string>>, noted: string[] = []): Project {
  const paths = Object.keys(files)
  const under = (path: string): string => (path === '' ? '' : `${path}/`)
  return {
    isFile: (path) => Object.hasOwn(files, path),
    isDirectory: (path) => paths.some((file) => file.startsWith(under(path))),
    read: (path) => (Object.hasOwn(files, path) ? files[path] : undefined),
    list: (path) => {
      const below = paths.filter((file) => file.startsWith(under(path))).map((file) => file.slice(under(path).length))
      return [...new Set(below.map((file) => file.split('/')[0] ?? ''))].map((name) => ({
        name,
        isDirectory: !below.includes(name),
      }))
    },
    note: (path, reason) => void noted.push(`${path}: ${reason}`),
    once: (_key, make) => make(),
  }
}
