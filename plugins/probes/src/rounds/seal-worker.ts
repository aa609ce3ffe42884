import type { Database, Logger, OffloadContext } from '@svc/plugin-sdk'
import { minuteOfKey, numberOfKey, packKey, packPeriod, type Sealing, sealPeriods } from '@svc/series'
import { digest, mergeSeries, type Round, type Series } from './round.ts'
import { openBlock, sealBlock } from './round-block.ts'
import { type HotRow, hotRows, opener } from './rounds-store.ts'
import { dayOf, daySeconds, hourSeconds, networkTables, pingTables, type Tables } from './tables.ts'

/** Small, so that writers wait about two milliseconds. */
const serversPerTransaction = 5

interface Prepared {
  readonly server: number
  /** none if the hour could not be sealed */
  readonly rows: readonly HotRow[]
  readonly hour: Uint8Array | undefined
  readonly day: Uint8Array | undefined
}

const isSame = (a: readonly HotRow[], b: readonly HotRow[]) =>
  a.length === b.length &&
  a.every(({ id, block }, i) => id === b[i]?.id && Buffer.compare(block, b[i]?.block as Uint8Array) === 0)

/** Moves complete hours from rows to blocks. */
export function hourSealing(db: Database, tables: Tables, log: Pick<Logger, 'error'>): Sealing<Prepared> {
  const { hot, hours, days } = tables
  const first = db.prepare<[number], { id: number | null }>(`SELECT min(id) AS id FROM ${hot} WHERE id >= ?`)
  const rowsOf = hotRows(db, tables)
  const keys = db.prepare<[number, number], { id: number }>(`SELECT id FROM ${hot} WHERE id >= ? AND id < ?`)
  const remove = db.prepare<[number]>(`DELETE FROM ${hot} WHERE id = ?`)
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
  function prepare(server: number, hour: number): Prepared {
    try {
      const base = hour * hourSeconds
      const rows = rowsOf(server, hour)
      const sealed = opened(hourBlock.get(packPeriod(server, hour))?.block, base)
      const series = rows.reduce<Series>((all, { block }) => mergeSeries(all, openBlock(block, base)), sealed)
      return { server, rows, hour: sealBlock(series, base), day: dayWith(server, hour, series) }
    } catch (error) {
      log.error({ err: error, server_number: server, hour }, 'could not seal an hour of probe rounds')
      return { server, rows: [], hour: undefined, day: undefined }
    }
  }

  function write({ server, ...prepared }: Prepared, hour: number): void {
    const day = dayOf(hour * hourSeconds)
    if (prepared.hour) keepHour.run(packPeriod(server, hour), hour, prepared.hour)
    if (prepared.day) keepDay?.run(packPeriod(server, day), day, prepared.day)
    for (const { id } of prepared.rows) remove.run(id)
  }

  return {
    maxServers: serversPerTransaction,
    maxCompared: serversPerTransaction,
    nextPeriod(hour) {
      const id = first.get(packKey(hour * 60, 0))?.id
      return id == null ? undefined : Math.floor(minuteOfKey(id) / 60)
    },
    serversOf(hour) {
      const found = keys.all(packKey(hour * 60, 0), packKey((hour + 1) * 60, 0))
      return [...new Set(found.map(({ id }) => numberOfKey(id)))].sort((a, b) => a - b)
    },
    prepare: (servers, from, most, hour) => servers.slice(from, from + most).map((server) => prepare(server, hour)),
    isCurrent: ({ server, rows }, hour) => rows.length === 0 || isSame(rows, rowsOf(server, hour)),
    write(some, hour) {
      for (const one of some) write(one, hour)
    },
  }
}

export interface SealInput {
  /** the incomplete hour, in hours since the epoch */
  readonly currentHour: number
}

/** Runs in the maintenance worker and seals complete hours. After an interruption the next run continues. */
export default async ({ db, log, signal }: OffloadContext, { currentHour }: SealInput): Promise<void> => {
  for (const tables of [networkTables, pingTables]) {
    await sealPeriods(db, hourSealing(db, tables, log), { current: currentHour, signal })
  }
}
