import Database from 'better-sqlite3'
import { writtenBytes } from '../process.ts'

const minuteBits = 20
const hourMs = 3_600_000

export interface Beside {
  /** changes with the first row that is sealed; null when there is none */
  oldestRow(): number | null
  /** whether rows of a complete hour wait for being sealed */
  hasUnsealed(): boolean
  count(table: string): number
  /** bytes of what is in a table, and of the pages it takes */
  size(table: string): { readonly payload: number; readonly pages: number }
  close(): void
}

/** Looks into the database of a running server, beside it. */
export function openBeside(file: string): Beside {
  const db = new Database(file, { readonly: true, fileMustExist: true })
  const oldest = db.prepare<[], number | null>('SELECT min(id) FROM metrics_records').pluck()
  const count = (table: string) => db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0
  const sizes = db.prepare<[string], { payload: number; pages: number }>(
    'SELECT sum(payload) AS payload, sum(pgsize) AS pages FROM dbstat WHERE name = ?',
  )
  return {
    oldestRow: () => oldest.get() ?? null,
    hasUnsealed() {
      const key = oldest.get()
      return key != null && Math.floor(key / 2 ** minuteBits / 60) < Math.floor(Date.now() / hourMs)
    },
    count,
    size: (table: string) => sizes.get(table) ?? { payload: Number.NaN, pages: Number.NaN },
    close: () => db.close(),
  }
}

/** Moves the write-ahead log into the database, as the server does from time to time, and returns the bytes written. */
export function checkpoint(file: string): number {
  const before = writtenBytes(process.pid)
  const db = new Database(file, { fileMustExist: true })
  db.pragma('wal_checkpoint(PASSIVE)')
  db.close()
  return writtenBytes(process.pid) - before
}
