// Sample projects as text: `--- PATH` begins a file, `=== told` what a person is told, `=== policy.reeve` the policy, exactly. With
// REEVE_UPDATE=1 what comes out now is written back; the difference is read before it is committed.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface SampleProject {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
  readonly told: string
  readonly policy: string
}

const directory = join(import.meta.dirname, '../cases/init')

export const samples: readonly SampleProject[] = readdirSync(directory)
  .filter((name) => name.endsWith('.txt'))
  .sort()
  .map((file) => readSample(file.replace(/\.txt$/, ''), readFileSync(join(directory, file), 'utf8')))

function readSample(name: string, text: string): SampleProject {
  const [project = '', told = '', policy = ''] = text.split(/^=== (?:told|policy\.reeve)\n/m)
  const files = project
    .split(/^--- /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n')
      return [part.slice(0, end), part.slice(end + 1)] as const
    })
  return { name, files: Object.fromEntries(files), told, policy }
}

/** Writes the sample back with what comes out now, when that is asked for. */
export function updateSample({ name, files }: SampleProject, told: string, policy: string): void {
  if (process.env.REEVE_UPDATE !== '1') return
  const project = Object.entries(files).map(([path, text]) => `--- ${path}\n${text}`)
  writeFileSync(join(directory, `${name}.txt`), `${project.join('')}=== told\n${told}=== policy.reeve\n${policy}`)
}
