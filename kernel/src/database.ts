import Sqlite from 'better-sqlite3'
import { BootError, PermanentError, reasonOf } from './boot-error.ts'

/** The raw handle, without a fence. Only the kernel holds it. */
export type RawDatabase = Sqlite.Database

/** Version of the kernel's own tables, kept in `user_version`. */
export const schemaVersion = 1

const schema = `
  CREATE TABLE IF NOT EXISTS kernel_migrations (
    plugin TEXT NOT NULL, name TEXT NOT NULL, applied_at INTEGER NOT NULL, PRIMARY KEY (plugin, name)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS kernel_plugins (id TEXT PRIMARY KEY, enabled INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS kernel_purges (plugin TEXT PRIMARY KEY) WITHOUT ROWID;
`

/** Main-thread writers checkpoint only when the maintenance worker did not for 160 MB. */
const autoCheckpointPages = 40_000

/** How long a connection waits for a lock of another one. */
export const busyTimeoutMs = 5000

/** From here on, requests wait for this connection: it leaves the waiting to `untilFree`. */
export function limitBusyTime(raw: RawDatabase): void {
  raw.pragma('busy_timeout = 0')
}

/** On the main thread of a server nobody else is served meanwhile. */
const servingBusyTimeoutMs = 250
const lookMs = 0.5
const never = new Int32Array(new SharedArrayBuffer(4))

/**
 * Repeats what failed because another connection writes, until that has ended. SQLite would sleep up to 100 ms between
 * two looks, and would always meet the next of many short transactions.
 */
export function untilFree<T>(failure: unknown, repeat: () => T): T {
  const deadline = performance.now() + servingBusyTimeoutMs
  for (let error = failure; ; ) {
    if ((error as { code?: unknown } | undefined)?.code !== 'SQLITE_BUSY' || performance.now() > deadline) throw error
    Atomics.wait(never, 0, 0, lookMs)
    try {
      return repeat()
    } catch (next) {
      error = next
    }
  }
}

/** Opens one connection with the settings every connection of the program uses. */
export function connect(file: string): RawDatabase {
  const raw = new Sqlite(file, { timeout: busyTimeoutMs })
  try {
    raw.pragma('journal_mode = WAL')
    raw.pragma('synchronous = NORMAL')
    raw.pragma('foreign_keys = ON')
    raw.pragma(`wal_autocheckpoint = ${autoCheckpointPages}`)
  } catch (error) {
    raw.close()
    throw error
  }
  return raw
}

/** How many pages of the write-ahead log are not in the database file yet. */
export function pagesInLog(raw: RawDatabase): number {
  const [status] = raw.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[]
  return status ? status.log - status.checkpointed : 0
}

/** A lock and a full or failing disk may be over at the next start, a file that is no database may not. */
function bootError(error: unknown, sentence: string): BootError {
  const { code = '' } = error as { code?: string }
  return /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR)/.test(code) ? new BootError(sentence) : new PermanentError(sentence)
}

/** Opens the database, creating it and the kernel's tables when they are missing. */
export function openDatabase(file: string): RawDatabase {
  let raw: RawDatabase
  try {
    raw = connect(file)
  } catch (error) {
    throw bootError(error, `the database ${file} cannot be opened: ${reasonOf(error)}`)
  }
  try {
    const found = raw.pragma('user_version', { simple: true }) as number
    if (found > schemaVersion) {
      throw new PermanentError(
        `the database ${file} was written by a newer version of this program; upgrade the program`,
      )
    }
    raw
      .transaction(() => {
        raw.exec(schema)
        raw.pragma(`user_version = ${schemaVersion}`)
      })
      .immediate()
    return raw
  } catch (error) {
    raw.close()
    if (error instanceof BootError) throw error
    throw bootError(error, `the database ${file} cannot be used: ${reasonOf(error)}`)
  }
}
