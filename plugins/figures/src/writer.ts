import type { Clock, Job, Logger } from '@svc/plugin-sdk'
import { makeWalk, minuteOf } from '@svc/series'
import type { FiguresStore, MinutePart, Series } from './figures-store.ts'

/** Servers per transaction: about a millisecond with twenty figures each. */
const chunkSize = 10
/** Shorter than the interval of the job. */
const spreadMs = 45_000

interface Dependencies {
  readonly clock: Clock
  readonly log: Logger
  readonly store: Pick<FiguresStore, 'write'>
}

interface Sum {
  sum: number
  count: number
}

/**
 * Buffers what is reported in a minute and then writes a few servers at a time, spread over the next one to keep transactions
 * short. A shutdown writes the rest; a crash loses at most two minutes.
 */
export function makeFigureWriter({ clock, log, store }: Dependencies) {
  /** by number of the server and minute since the epoch */
  const pending = new Map<number, Map<number, Map<Series, Sum>>>()

  function take(number: number, isDue: (minute: number) => boolean): MinutePart[] {
    const minutes = [...(pending.get(number) ?? [])].filter(([minute]) => isDue(minute))
    for (const [minute] of minutes) pending.get(number)?.delete(minute)
    if (pending.get(number)?.size === 0) pending.delete(number)
    return minutes.map(([minute, sums]) => ({
      ...{ number, minute },
      means: new Map([...sums].map(([series, { sum, count }]) => [series, { value: sum / count, count }])),
    }))
  }

  function write(numbers: readonly number[], isDue: (minute: number) => boolean) {
    const parts = numbers.flatMap((number) => take(number, isDue))
    if (parts.length > 0) store.write(parts)
  }

  const walk = makeWalk<number>(
    { clock, log, chunkSize, spreadMs, failure: 'could not write the custom metrics of some servers' },
    (numbers) => {
      const current = minuteOf(clock.now())
      write(numbers, (minute) => minute !== current)
    },
  )

  const job: Job = {
    name: 'FigureWriter',
    every: 60_000,
    align: true,
    run: () => walk.start([...pending.keys()].sort((a, b) => a - b)),
  }
  return {
    job,
    add(number: number, series: Series, value: number) {
      const minutes = pending.getOrInsertComputed(number, () => new Map<number, Map<Series, Sum>>())
      const sums = minutes.getOrInsertComputed(minuteOf(clock.now()), () => new Map<Series, Sum>())
      const of = sums.getOrInsertComputed(series, () => ({ sum: 0, count: 0 }))
      of.sum += value
      of.count += 1
    },
    /** Writes what is pending of a server, before it is read. */
    flush: (number: number) => write([number], () => true),
    forget: (number: number) => void pending.delete(number),
    close() {
      walk.stop()
      write([...pending.keys()], () => true)
    },
  }
}
export type FigureWriter = ReturnType<typeof makeFigureWriter>
