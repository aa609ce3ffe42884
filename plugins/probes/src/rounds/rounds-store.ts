import type { Database } from '@svc/plugin-sdk'
import { minutesPerHour, packKey, timeRows } from '@svc/series'
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

/** Reads the rows of a server and hour. */
export function hotRows(db: Database, { hot }: Tables) {
  const read = timeRows(db, hot).reader<{ readonly block: Uint8Array }>(['block'])
  return (server: number, hour: number): HotRow[] =>
    read({ number: server, from: hour * minutesPerHour, to: (hour + 1) * minutesPerHour - 1 })
}
