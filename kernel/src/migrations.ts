import type { Database, Migration } from '@svc/plugin-sdk'
import type { RawDatabase } from './database.ts'
import { type OwnerOf, tablePrefix } from './ownership.ts'

/** The ledger knows a step that the code does not: the database was written by a newer version of the plugin. */
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

/** Brings a plugin's tables up to date. Each step commits together with its row in the ledger, or not at all. */
export async function migrate(
  plugin: string,
  migrations: readonly Migration[],
  { raw, db, ownerOf, now }: { raw: RawDatabase; db: Database; ownerOf: OwnerOf; now: () => number },
): Promise<void> {
  const applied = raw.prepare('SELECT name FROM kernel_migrations WHERE plugin = ? ORDER BY name').pluck().all(plugin)
  const known = new Set(migrations.map((migration) => migration.name))
  const unknown = (applied as string[]).find((name) => !known.has(name))
  if (unknown) throw new NewerDatabase(`the database is newer than this version of ${plugin}: it has step ${unknown}`)
  if (applied.length === migrations.length) return
  // only when there is work: loading it takes longer than everything else here
  const { Umzug } = await import('umzug')
  const record = raw.prepare('INSERT INTO kernel_migrations (plugin, name, applied_at) VALUES (?, ?, ?)')
  const step = raw.transaction((migration: Migration) => {
    const before = new Set(objectsOf(raw).map((object) => object.name))
    const result: unknown = migration.up(db)
    if (result instanceof Promise) {
      result.catch(() => {})
      throw new Error('it is asynchronous; the database is not, so up must not be either')
    }
    checkNames(plugin, ownerOf, before, raw)
    record.run(plugin, migration.name, Math.floor(now() / 1000))
  })
  const umzug = new Umzug({
    migrations: migrations.map((migration) => ({ name: migration.name, up: async () => step.immediate(migration) })),
    storage: {
      executed: async () => applied as string[],
      // the step's own transaction wrote the ledger row
      logMigration: async () => {},
      unlogMigration: async () => {},
    },
    logger: undefined,
  })
  try {
    await umzug.up()
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const name = (error as { migration?: { name?: string } }).migration?.name
    throw new Error(`migration ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
