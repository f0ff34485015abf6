// Durable appends with better-sqlite3 under Node: node peer-append.mjs PACKAGE-DIRECTORY FILE COUNT. Prints milliseconds.
import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const [packages, file, count] = process.argv.slice(2)
const Database = createRequire(join(packages, 'package.json'))('better-sqlite3')
const database = new Database(file)
if (database.pragma('journal_mode = WAL', { simple: true }) !== 'wal') throw new Error('no WAL')
database.pragma('synchronous = FULL')
database.exec(
  'CREATE TABLE IF NOT EXISTS entry (seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, body BLOB NOT NULL, leaf BLOB NOT NULL) STRICT',
)
const insert = database.prepare('INSERT INTO entry (kind, body, leaf) VALUES (?, ?, ?)')
const [body, leaf] = [randomBytes(600), randomBytes(32)]
for (let index = 0; index < 20; index++) insert.run('start', body, leaf)
const before = performance.now()
for (let index = 0; index < Number(count); index++) insert.run('start', body, leaf)
console.log(performance.now() - before)
database.close()
