// The stock `sqlite3`, as a stranger to our files would use it.
import { execFileSync, spawnSync } from 'node:child_process'

/** What it prints, without the last line feed. Throws when it fails. */
export function sqlite(path: string, sql: string): string {
  return execFileSync('sqlite3', ['-batch', path, sql], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trimEnd()
}

/** Its output and its complaints together. */
export function sqliteTalk(path: string, sql: string): string {
  const { stdout, stderr } = spawnSync('sqlite3', ['-batch', path, sql], { encoding: 'utf8' })
  return `${stdout}${stderr}`
}
