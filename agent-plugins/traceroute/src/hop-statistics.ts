import type { Hop } from '@svc/plugin-traceroute/wire'
import type { Answer } from './probers/prober.ts'

/** A router that balances packets may have many addresses. */
const maxAddresses = 16

/** Rounds to microseconds. */
const roundMs = (ms: number): number => Math.round(ms * 1000) / 1000

/** The statistics of a hop, as mtr has them. */
export class HopStatistics {
  readonly #hop: number
  readonly #addresses = new Set<string>()
  #sent = 0
  #received = 0
  /** answers of routers on the way */
  #transit = 0
  #best = Number.POSITIVE_INFINITY
  #worst = 0
  #mean = 0
  /** sum of squared differences from the mean */
  #squares = 0
  #last = 0
  #jitter: number | undefined
  #labels: Answer['labels'] = []
  #unreachable: Answer['unreachable']

  constructor(hop: number) {
    this.#hop = hop
  }

  get hasAnswered(): boolean {
    return this.#received > 0
  }

  /** Whether nothing that answered here is on the way to something else. */
  get isEnd(): boolean {
    return this.#received > 0 && this.#transit === 0
  }

  has(address: string): boolean {
    return this.#addresses.has(address)
  }

  sent(): void {
    this.#sent += 1
  }

  answered({ from, kind, labels, unreachable }: Answer, ms: number): void {
    if (this.#addresses.size < maxAddresses) this.#addresses.add(from)
    if (kind === 'transit') this.#transit += 1
    this.#labels = labels
    this.#unreachable = unreachable ?? this.#unreachable
    this.#received += 1
    this.#best = Math.min(this.#best, ms)
    this.#worst = Math.max(this.#worst, ms)
    if (this.#received > 1) this.#jitter = Math.abs(ms - this.#last)
    this.#last = ms
    const distance = ms - this.#mean
    this.#mean += distance / this.#received
    this.#squares += distance * (ms - this.#mean)
  }

  view(): Hop {
    const [sent, received] = [this.#sent, this.#received]
    return {
      hop: this.#hop,
      ...(received > 0 && { ips: [...this.#addresses] }),
      hostname: null,
      asn: null,
      total_sent: sent,
      total_recv: received,
      loss_pct: sent > 0 ? ((sent - received) / sent) * 100 : 0,
      avg_ms: roundMs(this.#mean),
      stddev_ms: received > 1 ? roundMs(Math.sqrt(this.#squares / (received - 1))) : 0,
      ...(received > 0 && {
        best_ms: roundMs(this.#best),
        worst_ms: roundMs(this.#worst),
        last_ms: roundMs(this.#last),
      }),
      ...(this.#jitter !== undefined && { jitter_ms: roundMs(this.#jitter) }),
      ...(this.#labels.length > 0 && { labels: [...this.#labels] }),
      ...(this.#unreachable && { unreachable: this.#unreachable }),
    }
  }
}
