import type { Database, Logger } from '@svc/plugin-sdk'
import { blockOpener, dayOfHour, hoursPerDay, minutesPerHour, periodsReader, timeRows } from '@svc/series'
import { digest, mergeSeries, type Round, type Series } from './round.ts'
import { openBlock } from './round-block.ts'
import { hotRows } from './rounds-store.ts'
import { type DigestedTables, daySeconds, hourOf, hourSeconds, type Tables } from './tables.ts'

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

/** The part of a range of hours in which there are rows. */
function hotHours(db: Database, { hot }: Tables) {
  const { within } = timeRows(db, hot)
  return ({ from, to }: { readonly from: number; readonly to: number }) => {
    const minutes = within({ from: from * minutesPerHour, to: (to + 1) * minutesPerHour - 1 })
    if (!minutes) return []
    const [first, last] = [minutes.from, minutes.to].map((minute) => Math.floor(minute / minutesPerHour)) as [
      number,
      number,
    ]
    return Array.from({ length: last - first + 1 }, (_, i) => first + i)
  }
}

/** Reads rounds hour by hour. */
export function roundsReader(db: Database, tables: Tables, { log, wanted }: Options) {
  const stored = hotHours(db, tables)
  const rows = hotRows(db, tables)
  const open = (block: Uint8Array, hour: number): Series => openBlock(block, hour * hourSeconds, wanted)
  const openRow = blockOpener({ table: tables.hot, unit: 'hour' }, log, open)

  const hot = (server: number, hour: number): Series =>
    rows(server, hour).reduce<Series>(
      (all, { block }) => mergeSeries(all, openRow(server, { period: hour, block: () => block }) ?? new Map()),
      new Map(),
    )
  const { read } = periodsReader<Series>(db, {
    blocks: tables.hours,
    log,
    per: 1,
    rows: ({ number, ...range }) =>
      new Map(
        stored(range)
          .map((hour) => [hour, hot(number, hour)] as const)
          .filter(([, fresh]) => fresh.size > 0),
      ),
    open,
    merge: mergeSeries,
  })

  /** Whole hours, ascending. */
  function* hours({ server, from, to }: RoundRange): Generator<readonly [number, Series]> {
    for (let first = hourOf(from); first <= hourOf(to); first += hoursAtOnce) {
      yield* read({ number: server, from: first, to: Math.min(hourOf(to), first + hoursAtOnce - 1) })
    }
  }

  return {
    hours,
    /** All rounds within a range. */
    all: (span: RoundRange): Map<number, readonly Round[]> => joined(hours(span), span),
  }
}

/** What is within a range of consecutive periods. */
function joined(periods: Iterable<readonly [number, Series]>, span: RoundRange): Map<number, readonly Round[]> {
  const all = new Map<number, Round[]>()
  for (const [, series] of periods) {
    for (const [number, rounds] of series) all.getOrInsertComputed(number, () => []).push(...cut(rounds, span))
  }
  return all
}

/** Reads hours aggregated to one round each: complete hours from their blocks, the current hour from its rows. */
export function hoursReader(db: Database, tables: DigestedTables, options: Options) {
  const raw = roundsReader(db, tables, options)
  const stored = hotHours(db, tables)
  const { read } = periodsReader<Series>(db, {
    blocks: tables.days,
    log: options.log,
    per: hoursPerDay,
    // Hours with rows are missing or incomplete in the block of their day.
    rows({ number: server, ...range }) {
      const hours = stored(range)
      const days = new Map<number, Map<number, Round[]>>()
      if (hours.length === 0) return days
      const span = { server, from: (hours[0] as number) * hourSeconds, to: (hours.at(-1) as number) * hourSeconds }
      for (const [hour, series] of raw.hours(span)) {
        const day = days.getOrInsertComputed(dayOfHour(hour), () => new Map())
        for (const [number, rounds] of series) {
          day.getOrInsertComputed(number, () => []).push(digest(hour * hourSeconds, rounds))
        }
      }
      return days
    },
    open: (block, day) => openBlock(block, day * daySeconds, options.wanted),
    merge: mergeSeries,
  })
  return (span: RoundRange): Map<number, readonly Round[]> =>
    joined(read({ number: span.server, from: hourOf(span.from), to: hourOf(span.to) }), span)
}
