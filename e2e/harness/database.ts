import { join } from 'node:path'
import Database from 'better-sqlite3'

function open<T>(dataDir: string, options: Database.Options, use: (db: Database.Database) => T): T {
  const db = new Database(join(dataDir, 'svc.db'), { fileMustExist: true, ...options })
  try {
    return use(db)
  } finally {
    db.close()
  }
}

/** Queries the database file of a stopped server. */
export const inspect = <T>(dataDir: string, look: (db: Database.Database) => T, options: Database.Options = {}): T =>
  open(dataDir, options, look)

/** Changes rows while the server runs, to reach states that otherwise take days. */
export const revise = (dataDir: string, change: (db: Database.Database) => void): void =>
  open(dataDir, { timeout: 10_000 }, change)
