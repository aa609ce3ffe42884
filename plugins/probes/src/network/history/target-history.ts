import type { Round } from '../../rounds/round.ts'
import { hourOf } from '../../rounds/tables.ts'
import { anomaliesOf, type LatencyLimits } from '../anomalies.ts'
import { codeOf, latencyOf, percentiles } from './latency-code.ts'
import { type Quality, RecentMinutes } from './recent-minutes.ts'

/** `numbers[i] += by`, with the type checks of indexed access. */
export const raise = (numbers: Float64Array, i: number, by: number): void => {
  numbers[i] = (numbers[i] as number) + by
}

/** The current hour and the 24 before it. */
export const hoursKept = 25

/** Layout of an hour in the array. */
const at = { hour: 0, sum: 1, weight: 2, min: 3, max: 4, sent: 5, received: 6, anomalies: 7, codes: 8 } as const
const width = 9

/** The history of a target, transferable between threads. */
export interface HistoryDump {
  readonly hours: Float64Array
  readonly codes: Uint16Array
  readonly last: Round | null
  readonly minutes: Float64Array
}

export interface TargetStats {
  readonly avg: number | null
  readonly min: number | null
  readonly max: number | null
  readonly p50: number | null
  readonly p95: number | null
  /** fraction; null without a round */
  readonly loss: number | null
  readonly anomalies: number
  readonly last: Round | null
}

/** The last day of a target in a few kilobytes: hourly sums, the latency code of each round, and the last minutes. */
export class TargetHistory {
  #hours: Float64Array = new Float64Array(0)
  #codes: Uint16Array = new Uint16Array(0)
  #count = 0
  #last: Round | null = null
  readonly #minutes: RecentMinutes

  constructor(minutes = new RecentMinutes()) {
    this.#minutes = minutes
  }

  static from({ hours, codes, last, minutes }: HistoryDump): TargetHistory {
    const made = new TargetHistory(new RecentMinutes(minutes))
    made.#hours = hours
    made.#codes = codes
    made.#count = codes.length
    made.#last = last
    return made
  }

  dump(): HistoryDump {
    return {
      hours: this.#hours.slice(),
      codes: this.#codes.slice(0, this.#count),
      last: this.#last,
      minutes: this.#minutes.dump(),
    }
  }

  add(round: Round, limits: LatencyLimits): void {
    this.#minutes.add(round)
    const start = this.#hour(hourOf(round.at))
    const hours = this.#hours
    raise(hours, start + at.sent, round.sent)
    raise(hours, start + at.received, round.received)
    raise(hours, start + at.anomalies, anomaliesOf(round, limits).length)
    if (!this.#last || round.at >= this.#last.at) this.#last = round
    const { avg, min, max } = round
    if (avg === null || min === null || max === null) return
    raise(hours, start + at.sum, avg * round.received)
    raise(hours, start + at.weight, round.received)
    const isFirst = hours[start + at.codes] === 0
    if (isFirst || min < (hours[start + at.min] as number)) hours[start + at.min] = min
    if (isFirst || max > (hours[start + at.max] as number)) hours[start + at.max] = max
    raise(hours, start + at.codes, 1)
    this.#push(codeOf(avg))
  }

  /** The newest round; null before the first one. */
  get last(): Round | null {
    return this.#last
  }

  /** The average of the last minutes, ten by default; `now` in epoch seconds. */
  recent(now: number, minutes?: number): Quality {
    return this.#minutes.average(now, minutes)
  }

  /** Over the current hour and the day before it. */
  stats(now: number): TargetStats {
    this.#drop(hourOf(now) - hoursKept + 1)
    let [sum, weight, sent, received, anomalies] = [0, 0, 0, 0, 0]
    let [min, max]: [number | null, number | null] = [null, null]
    for (let i = 0; i < this.#hours.length; i += width) {
      const of = (field: keyof typeof at) => this.#hours[i + at[field]] as number
      sum += of('sum')
      weight += of('weight')
      sent += of('sent')
      received += of('received')
      anomalies += of('anomalies')
      if (of('codes') === 0) continue
      min = min === null ? of('min') : Math.min(min, of('min'))
      max = max === null ? of('max') : Math.max(max, of('max'))
    }
    const codes = this.#codes.subarray(0, this.#count)
    const [p50 = null, p95 = null] = percentiles(codes, [0.5, 0.95]).map((code) => {
      // The rounded percentile must not exceed the measured extremes.
      if (code === undefined || min === null || max === null) return null
      return Math.min(Math.max(latencyOf(code), min), max)
    })
    return {
      avg: weight === 0 ? null : Math.round((sum / weight) * 1000) / 1000,
      min,
      max,
      p50,
      p95,
      loss: sent === 0 ? null : (sent - received) / sent,
      anomalies,
      last: this.#last,
    }
  }

  /** Offset of an hour. Late rounds of an unknown hour count for the newest hour. */
  #hour(hour: number): number {
    const newest = this.#hours.length - width
    // A clock that was set back leaves hours that never end.
    if (newest >= 0 && (this.#hours[newest] as number) > hour + 1) this.#clear()
    for (let i = this.#hours.length - width; i >= 0; i -= width) {
      if (this.#hours[i] === hour) return i
    }
    if (this.#hours.length > 0 && (this.#hours.at(-width) as number) > hour) return this.#hours.length - width
    const grown = new Float64Array(this.#hours.length + width)
    grown.set(this.#hours)
    grown[this.#hours.length] = hour
    this.#hours = grown
    this.#drop(hour - hoursKept + 1)
    return this.#hours.length - width
  }

  #clear(): void {
    this.#hours = new Float64Array(0)
    this.#count = 0
    this.#last = null
  }

  /** Removes hours before `oldest`. */
  #drop(oldest: number): void {
    let [dropped, codes] = [0, 0]
    for (; dropped < this.#hours.length && (this.#hours[dropped] as number) < oldest; dropped += width) {
      codes += this.#hours[dropped + at.codes] as number
    }
    if (dropped === 0) return
    this.#hours = this.#hours.slice(dropped)
    this.#codes.copyWithin(0, codes, this.#count)
    this.#count -= codes
  }

  #push(code: number): void {
    if (this.#count === this.#codes.length) {
      const grown = new Uint16Array(Math.ceil(this.#count * 1.25) + 16)
      grown.set(this.#codes)
      this.#codes = grown
    }
    this.#codes[this.#count] = code
    this.#count += 1
  }
}
