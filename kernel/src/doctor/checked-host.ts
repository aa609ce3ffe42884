import type { CheckedHost } from '@svc/plugin-sdk'
import Sqlite from 'better-sqlite3'

/** Opens the database of an installation to look at it; undefined if there is none that can be opened. */
export function openReadonly(file: string): Sqlite.Database | undefined {
  try {
    return new Sqlite(file, { readonly: true, fileMustExist: true })
  } catch {
    return undefined
  }
}

export const makeCheckedHost = (dataDir: string, raw: Sqlite.Database | undefined): CheckedHost => ({
  dataDir,
  read<R>(sql: string) {
    try {
      return raw?.prepare<[], R>(sql).all()
    } catch {
      return undefined
    }
  },
})
