import { lossOf, type Round } from '../../rounds/round.ts'

/** Minutes that rules look back, in addition to the current one. */
const lookBack = 10
const minutesKept = lookBack + 1

/** Layout of a minute in the array. */
const at = { minute: 0, latency: 1, loss: 2 } as const
const width = 3
/** The latency of a minute without a reply. */
const noReply = -1

export interface Worst {
  /** the highest average of a round; null without a reply */
  readonly latency: number | null
  /** the highest loss, a fraction; null without a round */
  readonly loss: number | null
}

const higher = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.max(a, b))

/** The worse of both, per field. */
export const worse = (a: Worst, b: Worst): Worst => ({
  latency: higher(a.latency, b.latency),
  loss: higher(a.loss, b.loss),
})

export const unmeasured: Worst = { latency: null, loss: null }

/** The worst round of a target in each of the last minutes. */
export class WorstMinutes {
  readonly #all: Float64Array

  constructor(dump: Float64Array = new Float64Array(minutesKept * width)) {
    this.#all = dump
  }

  dump(): Float64Array {
    return this.#all.slice()
  }

  add(round: Round): void {
    const minute = Math.floor(round.at / 60)
    const i = (minute % minutesKept) * width
    const all = this.#all
    const isFirst = all[i] !== minute
    const loss = lossOf(round)
    const latency = round.avg ?? noReply
    all[i] = minute
    all[i + at.loss] = isFirst ? loss : Math.max(all[i + at.loss] as number, loss)
    all[i + at.latency] = isFirst ? latency : Math.max(all[i + at.latency] as number, latency)
  }

  /** Of the current minute and the ten before it; `now` in epoch seconds. */
  worst(now: number): Worst {
    const last = Math.floor(now / 60)
    let found = unmeasured
    for (let i = 0; i < this.#all.length; i += width) {
      const minute = this.#all[i] as number
      if (minute <= 0 || minute < last - lookBack || minute > last) continue
      const latency = this.#all[i + at.latency] as number
      found = worse(found, { latency: latency === noReply ? null : latency, loss: this.#all[i + at.loss] as number })
    }
    return found
  }
}
