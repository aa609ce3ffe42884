import type { Round } from '../../rounds/round.ts'

/** Minutes that rules look back, in addition to the current one. */
export const lookBack = 10
const minutesKept = lookBack + 1

/** Layout of a minute in the array. `latencies` is the sum over the received packets of rounds with a latency, `weight`. */
const at = { minute: 0, latencies: 1, weight: 2, sent: 3, received: 4 } as const
const width = 5

export interface Quality {
  /** average over the received packets, in milliseconds; null without a reply */
  readonly latency: number | null
  /** lost packets, a fraction; null without a round */
  readonly loss: number | null
}

const higher = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.max(a, b))

/** The worse of both, per field. */
export const worse = (a: Quality, b: Quality): Quality => ({
  latency: higher(a.latency, b.latency),
  loss: higher(a.loss, b.loss),
})

export const unmeasured: Quality = { latency: null, loss: null }

/** The packets of a target in the last minutes. */
export class RecentMinutes {
  readonly #all: Float64Array

  constructor(dump: Float64Array = new Float64Array(minutesKept * width)) {
    this.#all = dump
  }

  dump(): Float64Array {
    return this.#all.slice()
  }

  add({ at: second, avg, sent, received }: Round): void {
    const minute = Math.floor(second / 60)
    const i = (minute % minutesKept) * width
    const all = this.#all
    if (all[i] !== minute) all.fill(0, i, i + width)
    all[i] = minute
    const raise = (field: number, by: number) => {
      all[i + field] = (all[i + field] as number) + by
    }
    raise(at.sent, sent)
    raise(at.received, received)
    if (avg === null) return
    const packets = Math.max(1, received)
    raise(at.latencies, avg * packets)
    raise(at.weight, packets)
  }

  /** The average of the current minute and those before it, ten by default; `now` in epoch seconds. */
  average(now: number, minutes = lookBack): Quality {
    const last = Math.floor(now / 60)
    let [latencies, weight, sent, received] = [0, 0, 0, 0]
    for (let i = 0; i < this.#all.length; i += width) {
      const of = (field: number) => this.#all[i + field] as number
      const minute = of(at.minute)
      if (minute <= 0 || minute < last - minutes || minute > last) continue
      latencies += of(at.latencies)
      weight += of(at.weight)
      sent += of(at.sent)
      received += of(at.received)
    }
    return {
      latency: weight === 0 ? null : latencies / weight,
      loss: sent === 0 ? null : (sent - received) / sent,
    }
  }
}
