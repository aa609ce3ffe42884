import type { FleetTraffic } from '@svc/protocol'

const maxSamples = 60
const stepMs = 10_000

/** The network traffic of all servers together in the last ten minutes, oldest first, in bytes per second. */
export interface RecentTraffic {
  readonly in: readonly number[]
  readonly out: readonly number[]
}

const nothing: RecentTraffic = { in: [], out: [] }

/** Continues the traffic of a `full_sync` with what this tab receives, every ten seconds. */
export class TrafficHistory {
  #known = nothing
  #newestAt = Number.NEGATIVE_INFINITY

  get(): RecentTraffic {
    return this.#known
  }

  seed({ in: incoming, out: outgoing }: Pick<FleetTraffic, 'in' | 'out'>, now: number): void {
    this.#known = { in: incoming.slice(-maxSamples), out: outgoing.slice(-maxSamples) }
    this.#newestAt = now
  }

  /** Calls `sums` if the next sample is due. */
  add(now: number, sums: () => { readonly in: number; readonly out: number }): void {
    if (now - this.#newestAt < stepMs) return
    const sample = sums()
    this.#known = {
      in: [...this.#known.in, sample.in].slice(-maxSamples),
      out: [...this.#known.out, sample.out].slice(-maxSamples),
    }
    this.#newestAt = now
  }

  clear(): void {
    this.#known = nothing
    this.#newestAt = Number.NEGATIVE_INFINITY
  }
}
