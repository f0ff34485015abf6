// What the project itself says is no work of its own: the plain names in its `.gitignore`. Patterns with wildcards are left aside:
// what is not surely ignored is observed.
import type { Project } from '../presets/preset.ts'

export interface Ignored {
  /** In the workspace's own directory. */
  readonly isHere: (name: string) => boolean
  /** In any directory. */
  readonly isAnywhere: (name: string) => boolean
}

export function readIgnored(project: Project): Ignored {
  const [here, anywhere] = [new Set<string>(), new Set<string>()]
  for (const line of (project.read('.gitignore') ?? '').split('\n').slice(0, 5000)) {
    const text = line.slice(0, 200).trim()
    const isBack = text.startsWith('!')
    const path = (isBack ? text.slice(1) : text).replace(/\/(?:\*{1,2})?$/, '')
    const name = path.replace(/^(?:\*\*)?\//, '')
    if (isBack) for (const set of [here, anywhere]) set.delete(name.split('/')[0] ?? '')
    else if (/^[\w.@+-]+$/.test(name)) {
      here.add(name)
      if (!path.startsWith('/')) anywhere.add(name)
    }
  }
  return { isHere: (name) => here.has(name), isAnywhere: (name) => anywhere.has(name) }
}
