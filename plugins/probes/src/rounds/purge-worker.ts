import { setTimeout as pause } from 'node:timers/promises'
import type { Database, OffloadContext } from '@svc/plugin-sdk'
import { numberBits, packPeriod } from '@svc/series'
import { type Forgotten, numbersStore } from '../numbers-store.ts'
import { withoutSeries } from './round-block.ts'
import { networkTables, pingTables, type Tables } from './tables.ts'

const pauseMs = 5
const batchSize = 200

/** Deletes a batch of rows of a server; false when none are left. */
function purgeServer(db: Database, { hot, hours, days }: Tables, server: number): boolean {
  const mask = 2 ** numberBits - 1
  const scattered = `DELETE FROM ${hot} WHERE id IN (SELECT id FROM ${hot} WHERE id & ${mask} = ? LIMIT ${batchSize})`
  if (db.prepare<[number]>(scattered).run(server).changes > 0) return true
  return [hours, ...(days ? [days] : [])].some((table) => {
    const within = `SELECT id FROM ${table} WHERE id BETWEEN ? AND ? LIMIT ${batchSize}`
    const remove = db.prepare<[number, number]>(`DELETE FROM ${table} WHERE id IN (${within})`)
    return remove.run(packPeriod(server, 0), packPeriod(server + 1, 0) - 1).changes > 0
  })
}

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
export default async ({ db, signal }: OffloadContext): Promise<void> => {
  const numbers = numbersStore(db)
  const rest = () => pause(pauseMs, undefined, { signal })

  async function purge({ kind, number }: Forgotten) {
    if (kind === 'server') {
      for (const tables of [networkTables, pingTables]) while (purgeServer(db, tables, number)) await rest()
      return
    }
    const { hot, hours, days } = tablesOf[kind]
    // Sealing moves rounds in this order, so rounds moved meanwhile are found in a later table.
    for (const table of [hot, hours, ...(days ? [days] : [])]) {
      let from: number | undefined = 0
      while (from !== undefined) {
        from = purgeSeries(db, table, number, from)
        await rest()
      }
    }
  }

  for (const entry of numbers.forgotten()) {
    await purge(entry)
    numbers.settle(entry)
  }
}
