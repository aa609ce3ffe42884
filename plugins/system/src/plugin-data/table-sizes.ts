import type { Offloaded } from '@svc/plugin-sdk'

/** Bytes of tables with their indexes. Reads every page of them, so it runs in the maintenance worker. */
const tableSizes: Offloaded<{ readonly tables: readonly string[] }, readonly number[]> = ({ db }, { tables }) => {
  const objects = db.prepare<[string], { name: string }>(
    'SELECT name FROM sqlite_master WHERE tbl_name = ? AND rootpage > 0',
  )
  const size = db.prepare<[string], { bytes: number }>(
    'SELECT pgsize AS bytes FROM dbstat WHERE name = ? AND aggregate = TRUE',
  )
  const bytesOf = (table: string) => objects.all(table).reduce((sum, { name }) => sum + (size.get(name)?.bytes ?? 0), 0)
  return tables.map(bytesOf)
}

export default tableSizes
