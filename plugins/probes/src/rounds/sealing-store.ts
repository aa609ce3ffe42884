import type { Database, Logger } from '@svc/plugin-sdk'
import { dayOf, daySeconds, hotKey, hourSeconds, minuteOfKey, periodKey, serverOfKey, type Tables } from './keys.ts'
import { digest, mergeSeries, type Round, type Series } from './round.ts'
import { openBlock, sealBlock } from './round-block.ts'
import { type HotRow, hotRows, opener } from './rounds-store.ts'

/** Servers per transaction: two milliseconds in which writers wait. */
export const serversPerTransaction = 5

interface Prepared {
  readonly rows: readonly HotRow[]
  readonly hour: Uint8Array | undefined
  readonly day: Uint8Array | undefined
}

const isSame = (a: readonly HotRow[], b: readonly HotRow[]) =>
  a.length === b.length &&
  a.every(({ id, block }, i) => id === b[i]?.id && Buffer.compare(block, b[i]?.block as Uint8Array) === 0)

/** Moves complete hours out of the table that is written all the time. */
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

  /** The day with this hour in it, as one round per series. A damaged day begins anew: it must not hold hours back. */
  function dayWith(server: number, hour: number, series: Series): Uint8Array | undefined {
    if (!dayBlock) return undefined
    const base = dayOf(hour * hourSeconds) * daySeconds
    const block = dayBlock.get(periodKey(server, dayOf(base)))?.block
    const known = block ? openDay(block, base, { server_number: server, day: dayOf(base) }) : new Map()
    const digests = [...series].map(([number, rounds]): [number, Round[]] => [
      number,
      [digest(hour * hourSeconds, rounds)],
    ])
    return sealBlock(mergeSeries(known, new Map(digests)), base)
  }

  /** Rows that come to an hour that is sealed already, after a restart for example, are merged into its block. */
  function prepare(server: number, hour: number): Prepared | undefined {
    try {
      const base = hour * hourSeconds
      const rows = rowsOf(server, hour)
      const sealed = opened(hourBlock.get(periodKey(server, hour))?.block, base)
      const series = rows.reduce<Series>((all, { block }) => mergeSeries(all, openBlock(block, base)), sealed)
      return { rows, hour: sealBlock(series, base), day: dayWith(server, hour, series) }
    } catch (error) {
      log.error({ err: error, server_number: server, hour }, 'an hour of probes was not sealed')
      return undefined
    }
  }

  function write(server: number, hour: number, prepared: Prepared, isCalm: boolean): boolean {
    if (!isCalm && !isSame(prepared.rows, rowsOf(server, hour))) return false
    const day = dayOf(hour * hourSeconds)
    if (prepared.hour) keepHour.run(periodKey(server, hour), hour, prepared.hour)
    if (prepared.day) keepDay?.run(periodKey(server, day), day, prepared.day)
    for (const { id } of prepared.rows) remove.run(id)
    return true
  }

  return {
    /** The first hour at or after `hour` of which rows are left. */
    nextHour(hour: number): number | undefined {
      const id = first.get(hotKey(hour * 60, 0))?.id
      return id == null ? undefined : Math.floor(minuteOfKey(id) / 60)
    },
    /** Numbers of the servers with rows of an hour, ascending. */
    serversOf(hour: number): number[] {
      const found = keys.all(hotKey(hour * 60, 0), hotKey((hour + 1) * 60, 0))
      return [...new Set(found.map(({ id }) => serverOfKey(id)))].sort((a, b) => a - b)
    },
    /**
     * Seals an hour of some servers in one transaction; a server whose rows were written meanwhile, or are damaged, keeps
     * them. Blocks are made before the transaction begins: while it is open, others wait.
     */
    seal(servers: readonly number[], hour: number): number {
      const before = version.get()?.data_version
      const prepared = servers.map((server) => ({ server, made: prepare(server, hour) }))
      return db.transaction(() => {
        // Others commit on connections of their own; when nobody did, rows need not be compared.
        const isCalm = version.get()?.data_version === before
        return prepared.filter(({ server, made }) => made !== undefined && write(server, hour, made, isCalm)).length
      })
    },
  }
}
