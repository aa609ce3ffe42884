import type { Database, Registry } from '@svc/plugin-sdk'
import type { Actor } from './actor.ts'
import type { Authority } from './authority.ts'
import type { ServerLifecycle } from './contract.ts'
import type { ServerTables } from './server-tables.ts'
import { publicServer } from './server-view.ts'
import type { ServerRow, ServersStore } from './servers-store.ts'

interface Dependencies {
  readonly db: Database
  readonly servers: ServersStore
  readonly authority: Authority
  readonly lifecycle: Registry<ServerLifecycle>
  readonly tables: Pick<ServerTables, 'removeRows'>
  /** Called after the commit. */
  onDeleted(servers: readonly ServerRow[]): void
}

/** Deletes servers with all their data, in one transaction. Skips unknown ids and returns the deleted rows. */
export function makeRemoval({ db, servers, authority, lifecycle, tables, onDeleted }: Dependencies) {
  return (ids: readonly string[], actor: Actor): ServerRow[] => {
    const deleted = db.transaction(() => {
      const rows = [...new Set(ids)].map((id) => servers.get(id)).filter((row) => row !== undefined)
      for (const row of rows) {
        authority.recordDeletion(row, actor)
        for (const item of lifecycle.all()) item.onDelete?.(publicServer(row))
        tables.removeRows(row.id)
        servers.remove(row.id)
      }
      return rows
    })
    if (deleted.length > 0) onDeleted(deleted)
    return deleted
  }
}
export type RemoveServers = ReturnType<typeof makeRemoval>
