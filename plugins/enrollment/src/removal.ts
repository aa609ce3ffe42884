import type { Core, Registry } from '@svc/plugin-sdk'
import type { Actor } from './actor.ts'
import type { Authority } from './authority.ts'
import type { ServerLifecycle, ServerTable } from './contract.ts'
import { publicServer } from './server-view.ts'
import type { ServerRow, ServersStore } from './servers-store.ts'

interface Dependencies extends Pick<Core, 'db' | 'log' | 'borrow'> {
  readonly servers: Pick<ServersStore, 'get' | 'remove'>
  readonly authority: Pick<Authority, 'recordDeletion'>
  readonly lifecycle: Registry<ServerLifecycle>
  readonly tables: Registry<ServerTable>
  /** Called in the transaction. */
  onDeleted(servers: readonly ServerRow[]): void
}

/** Deletes servers with everything that plugins store about them. */
export function makeRemoval({ db, log, borrow, servers, authority, lifecycle, tables, onDeleted }: Dependencies) {
  const prepare = ({ table, column }: ServerTable) => {
    const handle = borrow([table])
    return {
      table,
      removeRows: handle.prepare<[string]>(`DELETE FROM ${table} WHERE ${column} = ?`),
      // Jumps from one id to the next in the index, instead of reading all rows.
      orphans: handle.prepare<[], { id: string }>(`
        WITH RECURSIVE jump (id) AS (
          SELECT min(${column}) FROM ${table}
          UNION ALL
          SELECT (SELECT min(${column}) FROM ${table} WHERE ${column} > jump.id) FROM jump WHERE id IS NOT NULL
        )
        SELECT id FROM jump WHERE id IS NOT NULL AND id NOT IN (SELECT id FROM enrollment_servers)`),
    }
  }
  let prepared: ReturnType<typeof prepare>[] | undefined
  // Other plugins contribute after this one is set up.
  const serverTables = () => {
    prepared ??= tables.all().map(prepare)
    return prepared
  }
  return {
    /** Deletes servers in one transaction. Skips unknown ids and returns the deleted rows. */
    remove: (ids: readonly string[], actor: Actor): ServerRow[] =>
      db.transaction(() => {
        const rows = [...new Set(ids)].map((id) => servers.get(id)).filter((row) => row !== undefined)
        for (const row of rows) {
          authority.recordDeletion(row, actor)
          for (const item of lifecycle.all()) item.onDelete?.(publicServer(row))
          for (const { removeRows } of serverTables()) removeRows.run(row.id)
          servers.remove(row.id)
        }
        if (rows.length > 0) onDeleted(rows)
        return rows
      }),
    /** Deletes rows of servers that were deleted while the owner of the table was disabled. */
    removeOrphans() {
      for (const { table, orphans, removeRows } of serverTables()) {
        const ids = orphans.all()
        if (ids.length === 0) continue
        const rows = db.transaction(() => ids.reduce((sum, { id }) => sum + removeRows.run(id).changes, 0))
        log.info({ table, rows }, 'deleted rows of servers that no longer exist')
      }
    },
  }
}
export type RemoveServers = ReturnType<typeof makeRemoval>['remove']
