import type { RecordConsumer } from '../records-store.js'

/** Minutes that are looked back. */
const span = 10

/** What the records of the last minutes of a server say. */
export interface Recent {
  /** minutes with a record */
  readonly minutes: number
  /** percent */
  readonly cpuMean: number
  readonly cpuLeast: number
  /** degrees Celsius, mean; null when none was reported */
  readonly temperature: number | null
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Keeps the last minutes of each server in memory, so that "for ten minutes" costs no reading. Empty after a start. */
export function makeRecent() {
  /** per server three numbers per minute, at a place that the minute tells: the minute, processor, temperature */
  const byNumber = new Map<number, Float64Array>()

  const consumer: RecordConsumer = (records) => {
    for (const { number, minute, report } of records) {
      const kept = byNumber.get(number) ?? new Float64Array(3 * span)
      byNumber.set(number, kept)
      const at = 3 * (minute % span)
      // a minute that was missed may come when a later one has its place; much later ones are those of a clock that was ahead
      const ahead = (kept[at] ?? 0) - minute
      if (ahead <= 0 || ahead > 2 * span) kept.set([minute, report.cpu, report.temperature ?? Number.NaN], at)
    }
  }

  return {
    consumer,
    forget: (number: number) => void byNumber.delete(number),
    /** `now` is a minute since the epoch; it counts itself. */
    of(number: number, now: number): Recent | undefined {
      const kept = byNumber.get(number)
      if (!kept) return undefined
      const isRecent = (minute: number) => minute > now - span && minute <= now
      const places = Array.from({ length: span }, (_, i) => 3 * i).filter((at) => isRecent(kept[at] ?? 0))
      if (places.length === 0) return undefined
      const cpu = places.map((at) => kept[at + 1] ?? 0)
      const temperatures = places.map((at) => kept[at + 2] ?? Number.NaN).filter(Number.isFinite)
      return {
        minutes: places.length,
        cpuMean: mean(cpu),
        cpuLeast: Math.min(...cpu),
        temperature: temperatures.length > 0 ? mean(temperatures) : null,
      }
    },
  }
}
export type RecentMinutes = ReturnType<typeof makeRecent>
