import type { Database, Logger } from '@svc/plugin-sdk'
import { minuteOfKey, packKey } from '@svc/series'
import { mergeSeries, type Round, type Series } from './round.ts'
import { openBlock, sealBlock } from './round-block.ts'
import { hourOf, hourSeconds, type Tables } from './tables.ts'

/** Rounds of a server that are not written yet. */
export interface PendingRounds {
  readonly server: number
  readonly series: Series
}

/** A stored row of recent rounds. */
export interface HotRow {
  readonly id: number
  readonly block: Uint8Array
}

const minutesPerHour = 60

function byHour(series: Series): Map<number, Map<number, Round[]>> {
  const hours = new Map<number, Map<number, Round[]>>()
  for (const [number, rounds] of series) {
    for (const round of rounds) {
      const hour = hourOf(round.at)
      const seriesOfHour = hours.getOrInsertComputed(hour, () => new Map<number, Round[]>())
      seriesOfHour.getOrInsertComputed(number, () => []).push(round)
    }
  }
  return hours
}

/** Rounds of incomplete hours. A row holds the rounds of a server since its last write, keyed by a minute of their hour. */
export function roundsStore(db: Database, { hot }: Tables) {
  const get = db.prepare<[number], { block: Uint8Array }>(`SELECT block FROM ${hot} WHERE id = ?`)
  const put = db.prepare<[number, Uint8Array]>(`INSERT OR REPLACE INTO ${hot} (id, block) VALUES (?, ?)`)

  function add(id: number, hour: number, series: Series) {
    const base = hour * hourSeconds
    const before = get.get(id)?.block
    const block = sealBlock(before ? mergeSeries(openBlock(before, base), series) : series, base)
    if (block) put.run(id, block)
  }

  return {
    /** Writes in one transaction. Rounds of an earlier hour than `minute` get the last minute of that hour as key. */
    write(all: readonly PendingRounds[], minute: number) {
      db.transaction(() => {
        for (const { server, series } of all) {
          for (const [hour, rounds] of byHour(series)) {
            const within = Math.min(Math.max(minute, hour * minutesPerHour), (hour + 1) * minutesPerHour - 1)
            add(packKey(within, server), hour, rounds)
          }
        }
      })
    },
  }
}
export type RoundsStore = ReturnType<typeof roundsStore>

/** Reads the rows of a server and hour by computed keys, because the table is ordered by time. */
export function hotRows(db: Database, { hot }: Tables) {
  const rows = db.prepare<[{ first: number; last: number; step: number }], HotRow>(
    `WITH RECURSIVE k (id) AS (SELECT @first UNION ALL SELECT id + @step FROM k WHERE id < @last)
     SELECT r.id AS id, r.block AS block FROM k CROSS JOIN ${hot} r ON r.id = k.id ORDER BY r.id`,
  )
  const step = packKey(1, 0)
  return (server: number, hour: number): HotRow[] =>
    rows.all({
      first: packKey(hour * minutesPerHour, server),
      last: packKey((hour + 1) * minutesPerHour - 1, server),
      step,
    })
}

/** First and last hour with rows of any server; undefined without rows. */
export function hotHours(db: Database, { hot }: Tables) {
  const ends = db.prepare<[], { first: number | null; last: number | null }>(
    `SELECT (SELECT min(id) FROM ${hot}) AS first, (SELECT max(id) FROM ${hot}) AS last`,
  )
  return (): { first: number; last: number } | undefined => {
    const found = ends.get()
    if (found?.first == null || found.last == null) return undefined
    const hour = (id: number) => Math.floor(minuteOfKey(id) / minutesPerHour)
    return { first: hour(found.first), last: hour(found.last) }
  }
}

/** Decodes blocks. Damaged ones are logged and skipped. */
export function opener(log: Pick<Logger, 'error'>, wanted?: ReadonlySet<number>) {
  return (block: Uint8Array, base: number, where: object): Series => {
    try {
      return openBlock(block, base, wanted)
    } catch (error) {
      log.error({ err: error, ...where }, 'skipped a damaged block of probe rounds')
      return new Map()
    }
  }
}
