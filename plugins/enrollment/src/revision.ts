import type { Database } from '@svc/plugin-sdk'

/**
 * Changes whenever views cached from the tables are stale: after a write of this process that calls `bump`, and after a
 * commit of another process (such as `svc-server offer`), which SQLite reports by `data_version`.
 */
export function makeRevision(db: Database) {
  const dataVersion = db.prepare<[], { data_version: number }>('PRAGMA data_version')
  let ownWrites = 0
  return {
    bump: () => {
      ownWrites += 1
    },
    /** Counts the writes of this process alone: cheap enough for every request. */
    ownWrites: () => ownWrites,
    current: () => `${ownWrites}.${dataVersion.get()?.data_version ?? 0}`,
  }
}
export type Revision = ReturnType<typeof makeRevision>
