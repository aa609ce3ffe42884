import Database from 'better-sqlite3'
import { writtenBytes } from '../process.ts'

const minuteBits = 20
const hourMs = 3_600_000

export interface Beside {
  /** changes when the first row is sealed; null if there are no rows */
  oldestRow(): number | null
  /** whether a complete hour is not sealed yet */
  hasUnsealed(): boolean
  count(table: string): number
  /** bytes of a table's content, and of its pages */
  size(table: string): { readonly payload: number; readonly pages: number }
  close(): void
}

/** Opens the database of a running server a second time. */
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

/** Checkpoints the write-ahead log and returns the bytes written. */
export function checkpoint(file: string): number {
  const before = writtenBytes(process.pid)
  const db = new Database(file, { fileMustExist: true })
  db.pragma('wal_checkpoint(PASSIVE)')
  db.close()
  return writtenBytes(process.pid) - before
}
