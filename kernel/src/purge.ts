import type { RawDatabase } from './database.ts'
import type { OwnerOf } from './ownership.ts'

interface Stored {
  readonly type: string
  readonly name: string
  readonly isVirtual: number
}

/**
 * Deletes the tables of a plugin and the record of its migrations; what it deleted is returned. Runs inside a transaction of the
 * caller, so that all of it is deleted or nothing.
 */
export function purgeTables(raw: RawDatabase, ownerOf: OwnerOf, plugin: string): string[] {
  const objects = raw.prepare<[], Stored>(
    `SELECT type, name, sql LIKE 'CREATE VIRTUAL%' AS isVirtual FROM sqlite_master
     WHERE type IN ('table', 'view', 'trigger') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
  )
  const own = () => objects.all().filter(({ name }) => ownerOf(name) === plugin)
  const tables = own().filter(({ type }) => type === 'table')
  // A trigger may forbid to delete rows, and a view may name a table that no longer exists.
  for (const { type, name } of own().filter(({ type }) => type !== 'table')) raw.exec(`DROP ${type} "${name}"`)
  // Dropping a virtual table also drops those that it stores its rows in.
  for (const { name, isVirtual } of own()) if (isVirtual) raw.exec(`DROP TABLE "${name}"`)
  // Tables that refer to each other are emptied first, so that no order of dropping them breaks a foreign key.
  raw.pragma('defer_foreign_keys = ON')
  const plain = own()
  for (const { name } of plain) raw.exec(`DELETE FROM "${name}"`)
  for (const { name } of plain) raw.exec(`DROP TABLE "${name}"`)
  raw.prepare('DELETE FROM kernel_migrations WHERE plugin = ?').run(plugin)
  return tables.map(({ name }) => name)
}
