import type { Database, Migration } from '@svc/plugin-sdk'
import { reasonOf } from './boot-error.ts'
import type { RawDatabase } from './database.ts'
import { type OwnerOf, tablePrefix } from './ownership.ts'
import type { Transactions } from './transactions.ts'

/** A migration was applied that the code does not have: the database was written by a newer version of the plugin. */
export class NewerDatabase extends Error {}

const objectsOf = (raw: RawDatabase) =>
  raw.prepare("SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'").all() as {
    type: string
    name: string
  }[]

function checkNames(plugin: string, ownerOf: OwnerOf, before: ReadonlySet<string>, raw: RawDatabase): void {
  for (const { type, name } of objectsOf(raw)) {
    if (before.has(name) || (ownerOf(name) === plugin && /^\w+$/.test(name))) continue
    const rule = ownerOf(name) === plugin ? 'have only letters, digits and _' : `start with ${tablePrefix(plugin)}`
    throw new Error(`${plugin} created ${type} ${name}; its names must ${rule}`)
  }
}

interface MigrationWorld {
  readonly raw: RawDatabase
  /** A handle that may also use these tables of other plugins. */
  handle(lent?: readonly string[]): Database
  readonly ownerOf: OwnerOf
  readonly transactions: Transactions
  now(): number
}

/** Applies a plugin's pending migrations. Each one commits together with its record, or not at all. */
export function migrate(
  plugin: string,
  migrations: readonly Migration[],
  { raw, handle, ownerOf, transactions, now }: MigrationWorld,
): void {
  const applied = raw
    .prepare<[string], string>('SELECT name FROM kernel_migrations WHERE plugin = ? ORDER BY name')
    .pluck()
    .all(plugin)
  const names = new Set(migrations.map((migration) => migration.name))
  const unknown = applied.find((name) => !names.has(name))
  if (unknown) throw new NewerDatabase(`the database is newer than this version of ${plugin}: it has step ${unknown}`)
  const record = raw.prepare('INSERT INTO kernel_migrations (plugin, name, applied_at) VALUES (?, ?, ?)')
  const step = (migration: Migration) => {
    const before = new Set(objectsOf(raw).map((object) => object.name))
    const result: unknown = migration.up(handle(migration.adopts))
    if (result instanceof Promise) {
      result.catch(() => {})
      throw new Error('it is asynchronous; the database is not, so up must not be either')
    }
    checkNames(plugin, ownerOf, before, raw)
    record.run(plugin, migration.name, Math.floor(now() / 1000))
  }
  for (const migration of migrations.filter(({ name }) => !applied.includes(name))) {
    try {
      transactions.run(() => step(migration))
    } catch (cause) {
      throw new Error(`migration ${migration.name} failed: ${reasonOf(cause)}`, { cause })
    }
  }
}
