import type { Database, Registry } from '@svc/plugin-sdk'
import type { Authority } from './authority.ts'
import type { ServerLifecycle } from './contract.ts'
import type { Act } from './events-store.ts'
import { publicServer } from './server-view.ts'
import type { ServerRow, ServersStore } from './servers-store.ts'

interface Dependencies {
  readonly db: Database
  readonly servers: ServersStore
  readonly authority: Authority
  readonly lifecycle: Registry<ServerLifecycle>
  /** Told after the commit: connections end, browsers learn of it. */
  removed(servers: readonly ServerRow[]): void
}

/** Deletes servers with all their data, in one transaction. Unknown ids are skipped; returns what was deleted. */
export function makeRemoval({ db, servers, authority, lifecycle, removed }: Dependencies) {
  return (ids: readonly string[], act: Act): ServerRow[] => {
    const gone = db.transaction(() => {
      const rows = [...new Set(ids)].map((id) => servers.get(id)).filter((row) => row !== undefined)
      for (const row of rows) {
        authority.recordDeletion(row, act)
        for (const item of lifecycle.all()) item.onDelete?.(publicServer(row))
        servers.remove(row.id)
      }
      return rows
    })
    if (gone.length > 0) removed(gone)
    return gone
  }
}
export type RemoveServers = ReturnType<typeof makeRemoval>
