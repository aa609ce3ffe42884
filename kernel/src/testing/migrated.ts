import type { Migration } from '@svc/plugin-sdk'
import { bundledPlugins } from '../bundled.ts'
import { type Candidate, isLoaded } from '../candidate.ts'
import { openDatabase, type RawDatabase } from '../database.ts'
import { fence } from '../fence.ts'
import { arrange } from '../graph.ts'
import { kernelServices } from '../kernel.ts'
import { load } from '../load.ts'
import { migrate } from '../migrations.ts'
import { makeOwnership } from '../ownership.ts'
import { select } from '../selection.ts'
import { makeTransactions } from '../transactions.ts'

const numbers = new WeakMap<Migration, number>()
let last = 0
const numberOf = (migration: Migration) => {
  const number = numbers.get(migration) ?? ++last
  numbers.set(migration, number)
  return number
}

const isOurs = new Set(bundledPlugins.map(({ id }) => id))
const made = new Map<string, Promise<Buffer | undefined>>()

async function make(candidates: readonly Candidate[], now: number): Promise<Buffer | undefined> {
  const raw: RawDatabase = openDatabase(':memory:')
  try {
    const records = select(candidates, [], { get: () => undefined })
    await load(records)
    const order = arrange(records, kernelServices)
    const ownerOf = makeOwnership(candidates.map(({ id }) => id))
    const transactions = makeTransactions(raw)
    for (const { definition, candidate } of order.filter(isLoaded)) {
      const plugin = candidate.id
      const handle = (lent: readonly string[] = []) =>
        fence(raw, { plugin, ownerOf, transactions, log: { error: () => {} }, lent, isLazy: true })
      migrate(plugin, definition.migrations ?? [], { raw, handle, ownerOf, transactions, now: () => now })
    }
    return raw.serialize()
  } catch {
    // the kernel says why
    return undefined
  } finally {
    raw.close()
  }
}

/**
 * A new database with the tables of these plugins of the program, made once: to make them takes a quarter of a boot.
 * Undefined when one of the plugins is not as in the program, or cannot be migrated.
 */
export async function migratedDatabase(candidates: readonly Candidate[], now: number): Promise<Buffer | undefined> {
  const migrationsOf = await Promise.all(
    candidates.map(
      async ({ id, load }) => [id, ((await load()) as { migrations?: Migration[] }).migrations ?? []] as const,
    ),
  )
  const migrating = migrationsOf.filter(([, migrations]) => migrations.length > 0)
  if (migrating.length === 0 || migrating.some(([id]) => !isOurs.has(id))) return undefined
  const key = JSON.stringify([now, ...migrationsOf.map(([id, migrations]) => [id, ...migrations.map(numberOf)])])
  const database = made.get(key) ?? make(candidates, now)
  made.set(key, database)
  return database
}
