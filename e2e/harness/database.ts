import { join } from 'node:path'
import Database from 'better-sqlite3'

/** Looks into the database file of a stopped server. */
export function inspect<T>(dataDir: string, look: (db: Database.Database) => T, options: Database.Options = {}): T {
  const db = new Database(join(dataDir, 'svc.db'), { fileMustExist: true, ...options })
  try {
    return look(db)
  } finally {
    db.close()
  }
}
