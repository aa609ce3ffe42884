import type { Database, Logger } from '@svc/plugin-sdk'
import { packPeriod, periodOfKey } from '@svc/series'
import { digest, mergeSeries, type Round, type Series } from './round.ts'
import { hotHours, hotRows, opener } from './rounds-store.ts'
import { dayOf, daySeconds, hourOf, hourSeconds, type Tables } from './tables.ts'

/** Rounds of a server in a time range, epoch seconds, both ends inclusive. */
export interface RoundRange {
  readonly server: number
  readonly from: number
  readonly to: number
}

interface Options {
  readonly log: Pick<Logger, 'error'>
  /** numbers of targets or tasks; default: all */
  readonly wanted?: ReadonlySet<number> | undefined
}

/** Limits the blocks held in memory. */
const hoursAtOnce = 48

/** The rounds of a series within a range. */
function cut(rounds: readonly Round[], { from, to }: RoundRange): readonly Round[] {
  const [first, last] = [rounds[0], rounds.at(-1)]
  if (!first || !last || (first.at >= from && last.at <= to)) return rounds
  return rounds.filter(({ at }) => at >= from && at <= to)
}

/** Reads rounds hour by hour. */
export function roundsReader(db: Database, tables: Tables, { log, wanted }: Options) {
  const ends = hotHours(db, tables)
  const rows = hotRows(db, tables)
  const sealed = db.prepare<[number, number], { id: number; block: Uint8Array }>(
    `SELECT id, block FROM ${tables.hours} WHERE id BETWEEN ? AND ? ORDER BY id`,
  )
  const open = opener(log, wanted)

  const hot = (server: number, hour: number): Series =>
    rows(server, hour).reduce<Series>(
      (all, { block }) => mergeSeries(all, open(block, hour * hourSeconds, { server_number: server, hour })),
      new Map(),
    )

  /** Rows are read before blocks: rounds sealed in between are read twice, and merged. */
  function some(server: number, first: number, last: number): (readonly [number, Series])[] {
    const found = new Map<number, Series>()
    const stored = ends()
    if (stored) {
      for (let hour = Math.max(first, stored.first); hour <= Math.min(last, stored.last); hour++) {
        const fresh = hot(server, hour)
        if (fresh.size > 0) found.set(hour, fresh)
      }
    }
    for (const { id, block } of sealed.all(packPeriod(server, first), packPeriod(server, last))) {
      const hour = periodOfKey(id)
      const old = open(block, hour * hourSeconds, { server_number: server, hour })
      found.set(hour, mergeSeries(old, found.get(hour) ?? new Map()))
    }
    return [...found].sort(([a], [b]) => a - b)
  }

  /** Whole hours, ascending. */
  function* hours({ server, from, to }: RoundRange): Generator<readonly [number, Series]> {
    for (let first = hourOf(from); first <= hourOf(to); first += hoursAtOnce) {
      yield* some(server, first, Math.min(hourOf(to), first + hoursAtOnce - 1))
    }
  }

  return {
    hours,
    /** All rounds within a range. */
    all(span: RoundRange): Map<number, Round[]> {
      const all = new Map<number, Round[]>()
      for (const [, series] of hours(span)) {
        for (const [number, rounds] of series) {
          all.getOrInsertComputed(number, () => []).push(...cut(rounds, span))
        }
      }
      return all
    },
  }
}

/** Reads hours aggregated to one round each: complete hours from their blocks, the current hour from its rows. */
export function hoursReader(db: Database, tables: Tables, options: Options) {
  const raw = roundsReader(db, tables, options)
  const ends = hotHours(db, tables)
  const sealed = db.prepare<[number, number], { id: number; block: Uint8Array }>(
    `SELECT id, block FROM ${tables.days} WHERE id BETWEEN ? AND ? ORDER BY id`,
  )
  const open = opener(options.log, options.wanted)

  /** Hours with rows, which are missing or incomplete in the block of their day. */
  function running({ server, from, to }: RoundRange): Series {
    const stored = ends()
    if (!stored) return new Map()
    const span = {
      server,
      from: Math.max(hourOf(from), stored.first) * hourSeconds,
      to: Math.min(hourOf(to), stored.last) * hourSeconds + hourSeconds - 1,
    }
    if (span.from > span.to) return new Map()
    const found = new Map<number, Round[]>()
    for (const [hour, series] of raw.hours(span)) {
      for (const [number, rounds] of series) {
        found.getOrInsertComputed(number, () => []).push(digest(hour * hourSeconds, rounds))
      }
    }
    return found
  }

  return (span: RoundRange): Map<number, readonly Round[]> => {
    const { server, from, to } = span
    const fresh = running(span)
    let all: Map<number, readonly Round[]> = new Map()
    for (const { id, block } of sealed.all(packPeriod(server, dayOf(from)), packPeriod(server, dayOf(to)))) {
      const day = periodOfKey(id)
      all = mergeSeries(all, open(block, day * daySeconds, { server_number: server, day }))
    }
    return new Map([...mergeSeries(all, fresh)].map(([number, rounds]) => [number, cut(rounds, span)]))
  }
}
