import type { Database, Migration } from '@svc/plugin-sdk'
import type { RawDatabase } from './database.js'
import { type OwnerOf, tablePrefix } from './ownership.js'

/** The ledger knows a step that the code does not: the database was written by a newer version of the plugin. */
export class NewerDatabase extends Error {}

const objectsOf = (raw: RawDatabase) =>
  raw.prepare("SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'").all() as {
    type: string
    name: string
  }[]

function checkNames(plugin: string, ownerOf: OwnerOf, before: ReadonlySet<string>, raw: RawDatabase): void {
  for (const { type, name } of objectsOf(raw)) {
    if (before.has(name) || ownerOf(name) === plugin) continue
    throw new Error(`${plugin} created ${type} ${name}; its names must start with ${tablePrefix(plugin)}`)
  }
}

function checkOrder(plugin: string, migrations: readonly Migration[]): void {
  const names = migrations.map((migration) => migration.name)
  const wrong = names.find((name, index) => !/^\d{3}-[a-z0-9-]+$/.test(name) || (names[index - 1] ?? '') >= name)
  if (wrong) throw new Error(`${plugin} has migration ${wrong}; names are NNN-what, ascending and unique`)
}

/** Brings a plugin's tables up to date. Each step commits together with its row in the ledger, or not at all. */
export async function migrate(
  plugin: string,
  migrations: readonly Migration[],
  { raw, db, ownerOf, now }: { raw: RawDatabase; db: Database; ownerOf: OwnerOf; now: () => number },
): Promise<void> {
  checkOrder(plugin, migrations)
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
    migration.up(db)
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
