import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Logger, OffloadContext } from '@svc/plugin-sdk'
import { minuteOfKey, numberOfKey, packKey, packPeriod } from '@svc/series'
import { digest, mergeSeries, type Round, type Series } from './round.ts'
import { openBlock, sealBlock } from './round-block.ts'
import { type HotRow, hotRows, opener } from './rounds-store.ts'
import { dayOf, daySeconds, hourSeconds, networkTables, pingTables, type Tables } from './tables.ts'

/** Small, so that writers wait about two milliseconds. */
const serversPerTransaction = 5

interface Prepared {
  readonly rows: readonly HotRow[]
  readonly hour: Uint8Array | undefined
  readonly day: Uint8Array | undefined
}

const isSame = (a: readonly HotRow[], b: readonly HotRow[]) =>
  a.length === b.length &&
  a.every(({ id, block }, i) => id === b[i]?.id && Buffer.compare(block, b[i]?.block as Uint8Array) === 0)

/** Moves complete hours from rows to blocks. */
export function sealingStore(db: Database, tables: Tables, log: Pick<Logger, 'error'>) {
  const { hot, hours, days } = tables
  const first = db.prepare<[number], { id: number | null }>(`SELECT min(id) AS id FROM ${hot} WHERE id >= ?`)
  const rowsOf = hotRows(db, tables)
  const keys = db.prepare<[number, number], { id: number }>(`SELECT id FROM ${hot} WHERE id >= ? AND id < ?`)
  const remove = db.prepare<[number]>(`DELETE FROM ${hot} WHERE id = ?`)
  const version = db.prepare<[], { data_version: number }>('PRAGMA data_version')
  const blockOf = (table: string) =>
    db.prepare<[number], { block: Uint8Array }>(`SELECT block FROM ${table} WHERE id = ?`)
  const keep = (table: string, period: string) =>
    db.prepare<[number, number, Uint8Array]>(`INSERT OR REPLACE INTO ${table} (id, ${period}, block) VALUES (?, ?, ?)`)
  const hourBlock = blockOf(hours)
  const keepHour = keep(hours, 'hour')
  const dayBlock = days ? blockOf(days) : undefined
  const keepDay = days ? keep(days, 'day') : undefined

  const opened = (block: Uint8Array | undefined, base: number): Series => (block ? openBlock(block, base) : new Map())

  const openDay = opener(log)

  /** Adds an hour to the block of its day, one round per series. A damaged day block is replaced, so that sealing continues. */
  function dayWith(server: number, hour: number, series: Series): Uint8Array | undefined {
    if (!dayBlock) return undefined
    const base = dayOf(hour * hourSeconds) * daySeconds
    const block = dayBlock.get(packPeriod(server, dayOf(base)))?.block
    const known = block ? openDay(block, base, { server_number: server, day: dayOf(base) }) : new Map()
    const digests = [...series].map(([number, rounds]): [number, Round[]] => [
      number,
      [digest(hour * hourSeconds, rounds)],
    ])
    return sealBlock(mergeSeries(known, new Map(digests)), base)
  }

  /** Late rows of a sealed hour, for example after a restart, are merged into its block. */
  function prepare(server: number, hour: number): Prepared | undefined {
    try {
      const base = hour * hourSeconds
      const rows = rowsOf(server, hour)
      const sealed = opened(hourBlock.get(packPeriod(server, hour))?.block, base)
      const series = rows.reduce<Series>((all, { block }) => mergeSeries(all, openBlock(block, base)), sealed)
      return { rows, hour: sealBlock(series, base), day: dayWith(server, hour, series) }
    } catch (error) {
      log.error({ err: error, server_number: server, hour }, 'could not seal an hour of probe rounds')
      return undefined
    }
  }

  function write(server: number, hour: number, prepared: Prepared, isUnchanged: boolean): boolean {
    if (!isUnchanged && !isSame(prepared.rows, rowsOf(server, hour))) return false
    const day = dayOf(hour * hourSeconds)
    if (prepared.hour) keepHour.run(packPeriod(server, hour), hour, prepared.hour)
    if (prepared.day) keepDay?.run(packPeriod(server, day), day, prepared.day)
    for (const { id } of prepared.rows) remove.run(id)
    return true
  }

  return {
    /** The first hour at or after `hour` with rows. */
    nextHour(hour: number): number | undefined {
      const id = first.get(packKey(hour * 60, 0))?.id
      return id == null ? undefined : Math.floor(minuteOfKey(id) / 60)
    },
    /** Numbers of servers with rows in an hour, ascending. */
    serversOf(hour: number): number[] {
      const found = keys.all(packKey(hour * 60, 0), packKey((hour + 1) * 60, 0))
      return [...new Set(found.map(({ id }) => numberOfKey(id)))].sort((a, b) => a - b)
    },
    /**
     * Seals an hour of some servers in one transaction. Servers with damaged rows, or rows written meanwhile, are skipped.
     * Blocks are prepared before the transaction, to keep it short.
     */
    seal(servers: readonly number[], hour: number): number {
      const before = version.get()?.data_version
      const prepared = servers.map((server) => ({ server, made: prepare(server, hour) }))
      return db.transaction(() => {
        // If no other connection has committed, rows need not be compared.
        const isUnchanged = version.get()?.data_version === before
        return prepared.filter(({ server, made }) => made !== undefined && write(server, hour, made, isUnchanged))
          .length
      })
    },
  }
}

export interface SealInput {
  /** the incomplete hour, in hours since the epoch */
  readonly currentHour: number
}

const pauseMs = 10

/** Runs in the maintenance worker and seals complete hours. After an interruption the next run continues. */
export default async ({ db, log, signal }: OffloadContext, { currentHour }: SealInput): Promise<void> => {
  for (const tables of [networkTables, pingTables]) {
    const store = sealingStore(db, tables, log)
    for (let hour = store.nextHour(0); hour !== undefined && hour < currentHour; hour = store.nextHour(hour + 1)) {
      const servers = store.serversOf(hour)
      for (let at = 0; at < servers.length; at += serversPerTransaction) {
        signal.throwIfAborted()
        store.seal(servers.slice(at, at + serversPerTransaction), hour)
        await pause(pauseMs, undefined, { signal })
      }
    }
  }
}
