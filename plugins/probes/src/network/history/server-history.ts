import { lossOf, type Round } from '../../rounds/round.ts'
import type { LatencyLimits } from '../anomalies.ts'
import { type Quality, unmeasured, worse } from './recent-minutes.ts'
import { type HistoryDump, raise, TargetHistory } from './target-history.ts'

/** Thirty buckets of the longest interval. */
const minutesKept = 300
const sparklinePoints = 30

/** Layout of a minute in the array. */
const at = { minute: 0, latency: 1, latencies: 2, loss: 3, losses: 4 } as const
const width = 5

export interface ServerDump {
  readonly targets: readonly (readonly [number, HistoryDump])[]
  readonly minutes: Float64Array
}

export interface Sparklines {
  readonly latency: (number | null)[]
  readonly loss: (number | null)[]
}

const precise = (value: number) => Math.round(value * 1000) / 1000

/** Recent history of a server: the last day of each target, and the last hours of all targets by minute. */
export class ServerHistory {
  readonly #targets: Map<number, TargetHistory>
  readonly #minutes: Float64Array

  constructor(dump?: ServerDump) {
    this.#targets = new Map(dump?.targets.map(([number, one]) => [number, TargetHistory.from(one)]))
    this.#minutes = dump?.minutes ?? new Float64Array(minutesKept * width)
  }

  dump(): ServerDump {
    return { targets: [...this.#targets].map(([number, one]) => [number, one.dump()]), minutes: this.#minutes }
  }

  target(number: number): TargetHistory | undefined {
    return this.#targets.get(number)
  }

  forget(number: number): void {
    this.#targets.delete(number)
  }

  add(number: number, round: Round, limits: LatencyLimits): void {
    const history = this.#targets.get(number) ?? new TargetHistory()
    this.#targets.set(number, history)
    history.add(round, limits)
    this.#addMinute(round)
  }

  #addMinute(round: Round): void {
    const minute = Math.floor(round.at / 60)
    const all = this.#minutes
    const i = (minute % minutesKept) * width
    if (all[i] !== minute) all.fill(0, i, i + width)
    all[i] = minute
    raise(all, i + at.loss, lossOf(round))
    raise(all, i + at.losses, 1)
    if (round.avg === null) return
    raise(all, i + at.latency, round.avg)
    raise(all, i + at.latencies, 1)
  }

  /** Index of a minute in the array; undefined if nothing was measured. */
  #minute(minute: number): number | undefined {
    const i = (((minute % minutesKept) + minutesKept) % minutesKept) * width
    return this.#minutes[i] === minute && minute > 0 ? i : undefined
  }

  /** The highest averages of these targets in the last minutes, ten by default. */
  worst(now: number, targets: readonly number[], minutes?: number): Quality {
    return targets.reduce(
      (found, number) => worse(found, this.#targets.get(number)?.recent(now, minutes) ?? unmeasured),
      unmeasured,
    )
  }

  /** Averages over the targets in steps of `seconds`, newest last. */
  sparklines(now: number, seconds: number): Sparklines {
    const [latency, loss]: [(number | null)[], (number | null)[]] = [[], []]
    const newest = Math.floor(now / seconds)
    for (let bucket = newest - sparklinePoints + 1; bucket <= newest; bucket++) {
      const sums = { latency: 0, latencies: 0, loss: 0, losses: 0 }
      const first = Math.ceil((bucket * seconds) / 60)
      for (let minute = first; minute * 60 < (bucket + 1) * seconds; minute++) {
        const i = this.#minute(minute)
        if (i === undefined) continue
        for (const field of ['latency', 'latencies', 'loss', 'losses'] as const) {
          sums[field] += this.#minutes[i + at[field]] as number
        }
      }
      latency.push(sums.latencies === 0 ? null : precise(sums.latency / sums.latencies))
      loss.push(sums.losses === 0 ? null : precise(sums.loss / sums.losses))
    }
    return { latency, loss }
  }
}
