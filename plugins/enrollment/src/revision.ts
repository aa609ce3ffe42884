import type { Database } from '@svc/plugin-sdk'

/**
 * Says when cached views of the tables are out of date: after a write of this process that called `bump`, and after a
 * commit of another one (`svc-server offer` may run beside the server), which SQLite tells by `data_version`.
 */
export function makeRevision(db: Database) {
  const foreign = db.prepare<[], { data_version: number }>('PRAGMA data_version')
  let own = 0
  return {
    bump: () => {
      own += 1
    },
    current: () => `${own}.${foreign.get()?.data_version ?? 0}`,
  }
}
export type Revision = ReturnType<typeof makeRevision>
