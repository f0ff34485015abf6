// The tables of a ledger. The text is compared exactly at each opening: a trigger or a view that somebody added would run inside
// our own statements.
import type { Database } from '../sqlite/database.ts'

const schemaVersion = 1

const statements: readonly string[] = [
  'CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID',
  'CREATE TABLE entry (seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, body BLOB NOT NULL, leaf BLOB NOT NULL) STRICT',
  'CREATE TABLE tile (level INTEGER NOT NULL, n INTEGER NOT NULL, hashes BLOB NOT NULL, PRIMARY KEY (level, n)) STRICT, WITHOUT ROWID',
  'CREATE TABLE checkpoint (size INTEGER PRIMARY KEY, root BLOB NOT NULL, note TEXT NOT NULL) STRICT',
  'CREATE TABLE cosignature (size INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (size, line)) STRICT, WITHOUT ROWID',
  'CREATE TABLE blob (commitment TEXT PRIMARY KEY, salt BLOB, data BLOB, media TEXT NOT NULL, size INTEGER NOT NULL) STRICT, WITHOUT ROWID',
  "CREATE TRIGGER entry_keeps BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END",
  "CREATE TRIGGER entry_stays BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END",
]

export function createSchema(database: Database): void {
  for (const statement of statements) database.execute(statement)
  database.rows('INSERT INTO meta VALUES (?, ?)', 'schema', String(schemaVersion))
}

/** `empty` has no tables at all; `other` is a database of somebody else, or a ledger whose tables were changed. */
export function readSchema(database: Database): 'empty' | 'ours' | 'newer' | 'other' {
  const rows = database.rows('SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL')
  if (rows.length === 0) return 'empty'
  const found = new Set(rows.map((row) => row.join('\n')))
  const version = found.has(rowOf(statements[0] as string)) ? readVersion(database) : ''
  if (/^[1-9]\d{0,8}$/.test(version) && Number(version) > schemaVersion) return 'newer'
  const isOurs = rows.length === statements.length && statements.every((statement) => found.has(rowOf(statement)))
  return isOurs && version === String(schemaVersion) ? 'ours' : 'other'
}

/** The row that SQLite keeps of a statement: type, name, table, text. */
function rowOf(statement: string): string {
  const [, type = '', name = ''] = statement.split(' ')
  const table = type === 'TRIGGER' ? / ON (\w+) /.exec(statement)?.[1] : name
  return [type.toLowerCase(), name, table, statement].join('\n')
}

function readVersion(database: Database): string {
  return String(database.rows("SELECT value FROM meta WHERE key = 'schema'")[0]?.[0] ?? '')
}
