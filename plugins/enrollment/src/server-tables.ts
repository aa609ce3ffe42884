import type { Core, Database, Registry } from '@svc/plugin-sdk'
import type { ServerTable } from './contract.ts'

interface Dependencies {
  readonly db: Pick<Database, 'transaction'>
  readonly log: Core['log']
  readonly borrow: Core['borrow']
  readonly tables: Registry<ServerTable>
}

/** Deletes the rows that other plugins keep about servers. */
export function makeServerTables({ db, log, borrow, tables }: Dependencies) {
  const prepare = ({ table, column }: ServerTable) => {
    const handle = borrow([table])
    return {
      table,
      remove: handle.prepare<[string]>(`DELETE FROM ${table} WHERE ${column} = ?`),
      // Jumps from one id to the next in the index, instead of reading all rows.
      orphans: handle.prepare<[], { id: string }>(`
        WITH RECURSIVE jump (id) AS (
          SELECT min(${column}) FROM ${table}
          UNION ALL
          SELECT (SELECT min(${column}) FROM ${table} WHERE ${column} > id) FROM jump WHERE id IS NOT NULL
        )
        SELECT id FROM jump WHERE id IS NOT NULL AND id NOT IN (SELECT id FROM enrollment_servers)`),
    }
  }
  let prepared: ReturnType<typeof prepare>[] | undefined
  const all = () => {
    prepared ??= tables.all().map(prepare)
    return prepared
  }
  return {
    /** Call it in the transaction that deletes the server. */
    removeRows(serverId: string) {
      for (const { remove } of all()) remove.run(serverId)
    },
    /** Deletes rows of servers that were deleted while the owner of the table was switched off. */
    removeOrphans() {
      for (const { table, orphans, remove } of all()) {
        const ids = orphans.all()
        if (ids.length === 0) continue
        const rows = db.transaction(() => ids.reduce((sum, { id }) => sum + remove.run(id).changes, 0))
        log.info({ table, rows }, 'deleted rows of servers that no longer exist')
      }
    },
  }
}
export type ServerTables = ReturnType<typeof makeServerTables>
