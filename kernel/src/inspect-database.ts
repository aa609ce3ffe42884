import { closeSync, fstatSync, openSync, readSync, rmSync } from 'node:fs'
import Sqlite from 'better-sqlite3'

/** What a file is: not SQLite; cut off; damaged; of another program; or one of ours, with its applied migrations. */
export type Inspection =
  | { readonly kind: 'other' | 'incomplete' | 'damaged' | 'foreign' }
  | {
      readonly kind: 'ours'
      /** of the kernel's own tables */
      readonly schemaVersion: number
      readonly migrations: readonly { readonly plugin: string; readonly name: string }[]
    }

const magic = Buffer.from('SQLite format 3\0')

/** The size that the header promises; 0 when it does not know. */
function promisedBytes(header: Buffer): number {
  const pageSize = header.readUInt16BE(16)
  const isCurrent = header.readUInt32BE(24) === header.readUInt32BE(92)
  return isCurrent ? header.readUInt32BE(28) * (pageSize === 1 ? 65_536 : pageSize) : 0
}

function readHeader(path: string): 'other' | 'incomplete' | undefined {
  const header = Buffer.alloc(100)
  const file = openSync(path, 'r')
  try {
    const length = readSync(file, header, 0, header.length, 0)
    if (!header.subarray(0, magic.length).equals(magic)) return 'other'
    if (length < header.length || fstatSync(file).size < promisedBytes(header)) return 'incomplete'
    return undefined
  } finally {
    closeSync(file)
  }
}

function look(raw: Sqlite.Database): Inspection {
  if (raw.pragma('integrity_check(1)', { simple: true }) !== 'ok') return { kind: 'damaged' }
  const isOurs = raw
    .prepare(
      "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('kernel_migrations', 'kernel_plugins')",
    )
    .pluck()
    .get()
  const schemaVersion = raw.pragma('user_version', { simple: true }) as number
  if (isOurs !== 2 || schemaVersion < 1) return { kind: 'foreign' }
  const rows = raw.prepare('SELECT plugin, name FROM kernel_migrations ORDER BY plugin, name')
  return { kind: 'ours', schemaVersion, migrations: rows.all() as { plugin: string; name: string }[] }
}

/** Reads all of a file, without changing it. */
export function inspectDatabase(path: string): Inspection {
  const wrong = readHeader(path)
  if (wrong) return { kind: wrong }
  let raw: Sqlite.Database | undefined
  try {
    raw = new Sqlite(path, { fileMustExist: true })
    return look(raw)
  } catch (error) {
    if (/^SQLITE_(?:CORRUPT|NOTADB|ERROR)/.test((error as { code?: string }).code ?? '')) return { kind: 'damaged' }
    throw error
  } finally {
    raw?.close()
    // A reader in WAL mode makes these.
    for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
  }
}
