import type { Database, OffloadContext } from '@svc/plugin-sdk'
import { deleteServerPeriods, deleteServerRows, inBatches } from '@svc/series'
import { type Forgotten, numbersStore } from '../numbers-store.ts'
import { withoutSeries } from './round-block.ts'
import { blocksOf, networkTables, pingTables } from './tables.ts'

const batchSize = 200

interface Row {
  readonly id: number
  readonly block: Uint8Array
}

/** A block without the series; damaged blocks are returned as they are, because they cannot be read anyway. */
function removeSeries(block: Uint8Array, series: number): Uint8Array | undefined {
  try {
    return withoutSeries(block, series)
  } catch {
    return block
  }
}

/**
 * Removes a series from a batch of blocks, starting at key `from`, and returns the key to continue with. Blocks are
 * prepared before the transaction; if one changed meanwhile, the batch is repeated.
 */
export function purgeSeries(db: Database, table: string, series: number, from: number): number | undefined {
  const rows = db
    .prepare<[number], Row>(`SELECT id, block FROM ${table} WHERE id >= ? ORDER BY id LIMIT ${batchSize}`)
    .all(from)
  const last = rows.at(-1)
  if (!last) return undefined
  const changes = rows
    .map(({ id, block }) => ({ id, before: block, after: removeSeries(block, series) }))
    .filter(({ before, after }) => after !== before)
  const put = db.prepare<[Uint8Array, number, Uint8Array]>(`UPDATE ${table} SET block = ? WHERE id = ? AND block = ?`)
  const remove = db.prepare<[number, Uint8Array]>(`DELETE FROM ${table} WHERE id = ? AND block = ?`)
  const done =
    changes.length === 0 ||
    db.transaction(() =>
      changes.every(
        ({ id, before, after }) => (after ? put.run(after, id, before) : remove.run(id, before)).changes === 1,
      ),
    )
  return done ? last.id + 1 : from
}

const tablesOf = { target: networkTables, task: pingTables }

/**
 * Runs in the maintenance worker and deletes the rounds of deleted servers, targets and tasks in batches. After an
 * interruption the next run starts the unfinished entry over.
 */
export default async (context: OffloadContext): Promise<void> => {
  const { db, signal } = context
  const numbers = numbersStore(db)

  async function purgeServer(server: number) {
    for (const tables of [networkTables, pingTables]) {
      await deleteServerRows(context, tables.hot, server)
      for (const { table } of blocksOf(tables)) await deleteServerPeriods(context, table, server)
    }
  }

  async function purge({ kind, number }: Forgotten) {
    if (kind === 'server') return purgeServer(number)
    const tables = tablesOf[kind]
    // Sealing moves rounds in this order, so rounds moved meanwhile are found in a later table.
    for (const table of [tables.hot, ...blocksOf(tables).map(({ table }) => table)]) {
      let from: number | undefined = 0
      await inBatches(signal, () => {
        from = purgeSeries(db, table, number, from ?? 0)
        return from !== undefined
      })
    }
  }

  for (const entry of numbers.forgotten()) {
    await purge(entry)
    numbers.settle(entry)
  }
}
