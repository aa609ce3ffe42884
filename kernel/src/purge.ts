import type { RawDatabase } from './database.ts'
import type { OwnerOf } from './ownership.ts'

interface Stored {
  readonly type: string
  readonly name: string
  readonly isVirtual: number
}

/** What a plugin owns. */
function ownIn(raw: RawDatabase, ownerOf: OwnerOf, plugin: string): () => Stored[] {
  const objects = raw.prepare<[], Stored>(
    `SELECT type, name, sql LIKE 'CREATE VIRTUAL%' AS isVirtual FROM sqlite_master
     WHERE type IN ('table', 'view', 'trigger') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
  )
  return () => objects.all().filter(({ name }) => ownerOf(name) === plugin)
}

/**
 * Decides that the data of a plugin is deleted, and returns the names of its tables. From then on it is deleted, if not by this
 * process then by the next one. Runs inside a transaction of the caller.
 */
export function beginPurge(raw: RawDatabase, ownerOf: OwnerOf, plugin: string): string[] {
  const own = ownIn(raw, ownerOf, plugin)()
  // A trigger may forbid to delete rows, and a view may name a table that no longer exists.
  for (const { type, name } of own) if (type !== 'table') raw.exec(`DROP ${type} "${name}"`)
  raw.prepare('INSERT OR IGNORE INTO kernel_purges (plugin) VALUES (?)').run(plugin)
  return own.filter(({ type }) => type === 'table').map(({ name }) => name)
}

/** Drops the tables of a plugin, which is quick when they are empty, and forgets its migrations; inside a transaction. */
export function finishPurge(raw: RawDatabase, ownerOf: OwnerOf, plugin: string): void {
  const own = ownIn(raw, ownerOf, plugin)
  // Dropping a virtual table also drops those that it stores its rows in.
  for (const { name, isVirtual } of own()) if (isVirtual) raw.exec(`DROP TABLE "${name}"`)
  // Tables that refer to each other are emptied first, so that no order of dropping them breaks a foreign key.
  raw.pragma('defer_foreign_keys = ON')
  const plain = own()
  for (const { name } of plain) raw.exec(`DELETE FROM "${name}"`)
  for (const { name } of plain) raw.exec(`DROP TABLE "${name}"`)
  raw.prepare('DELETE FROM kernel_migrations WHERE plugin = ?').run(plugin)
  raw.prepare('DELETE FROM kernel_purges WHERE plugin = ?').run(plugin)
}

/** The plugins whose data a former process began to delete. */
export const begunPurges = (raw: RawDatabase): string[] =>
  raw.prepare<[], string>('SELECT plugin FROM kernel_purges').pluck().all()
