import { type FleetTraffic, liveMetrics, optionalLiveMetrics, type ServerMetrics } from '@svc/protocol'

/** Length of the window in seconds. */
const windowSeconds = 600
const metrics = [...liveMetrics, ...optionalLiveMetrics] as const
const width = metrics.length
const places: ReadonlyMap<string, number> = new Map(metrics.map((name, i) => [name, i]))
const inPlace = places.get('net_in_speed') as number
const outPlace = places.get('net_out_speed') as number

/** Shortest distance of two samples in seconds, in fleets of up to `denseServers`. Larger fleets keep fewer of each. */
const minSpacing = 2
const denseServers = 1000
const maxSamples = windowSeconds / minSpacing
const firstCapacity = 16
/** Points of a sparkline. */
const maxThinned = 60
/** Seconds; reports older than the last one by more than this mean that the clock was set back. */
const clockJump = 60

// Generated for the same reason as `packNumbers`: it runs for every report of the fleet.
const pack = new Function(
  'cells',
  'at',
  'sample',
  metrics.map((name, i) => `cells[at + ${i}] = sample.${name} ?? NaN`).join('\n'),
) as (cells: Float32Array, at: number, sample: ServerMetrics) => void

/** Columns of equal length by metric, with `last_active`; null where a value is unknown. */
export type SampleColumns = Record<string, (number | null)[]>

const readable = (value: number): number | null => (Number.isNaN(value) ? null : Math.round(value * 100) / 100)

/** The samples of one server in a ring that grows as needed. 32 bits per value are enough for charts. */
class Ring {
  #times = new Uint32Array(firstCapacity)
  #cells = new Float32Array(firstCapacity * width)
  #start = 0
  #count = 0

  get count(): number {
    return this.#count
  }

  #slot(index: number): number {
    return (this.#start + index) % this.#times.length
  }

  time(index: number): number {
    return this.#times[this.#slot(index)] as number
  }

  value(index: number, place: number): number {
    return this.#cells[this.#slot(index) * width + place] as number
  }

  push(sample: ServerMetrics, spacing: number): void {
    const time = sample.last_active
    if (this.#count > 0) {
      const last = this.time(this.#count - 1)
      if (last - time > clockJump) this.#count = 0
      else if (time - last < spacing) return
    }
    while (this.#count > 0 && this.time(0) <= time - windowSeconds) this.#dropOldest()
    if (this.#count === this.#times.length) this.#makeRoom()
    const slot = this.#slot(this.#count)
    this.#count += 1
    this.#times[slot] = time
    pack(this.#cells, slot * width, sample)
  }

  #dropOldest() {
    this.#start = this.#slot(1)
    this.#count -= 1
  }

  #makeRoom() {
    const capacity = this.#times.length
    if (capacity >= maxSamples) return this.#dropOldest()
    const larger = Math.min(maxSamples, capacity * 2)
    const times = new Uint32Array(larger)
    const cells = new Float32Array(larger * width)
    for (let i = 0; i < this.#count; i++) {
      const slot = this.#slot(i)
      times[i] = this.#times[slot] as number
      cells.set(this.#cells.subarray(slot * width, (slot + 1) * width), i * width)
    }
    this.#times = times
    this.#cells = cells
    this.#start = 0
  }
}

/**
 * The samples of the last ten minutes of each server, so that live charts and sparklines do not begin empty. About 20 KB
 * per server in fleets of up to a thousand, and 20 MB in all beyond.
 */
export function makeRecentSamples() {
  const rings = new Map<string, Ring>()
  const spacing = () => minSpacing * Math.max(1, Math.ceil(rings.size / denseServers))

  return {
    put(sample: ServerMetrics): void {
      let ring = rings.get(sample.id)
      if (!ring) {
        ring = new Ring()
        rings.set(sample.id, ring)
      }
      ring.push(sample, spacing())
    },
    delete: (serverId: string) => void rings.delete(serverId),
    /**
     * The samples of a server since `now` minus ten minutes, oldest first; undefined without any. With `wanted`, only those
     * metrics, and at most 60 samples.
     */
    columns(serverId: string, now: number, wanted?: readonly string[]): SampleColumns | undefined {
      const ring = rings.get(serverId)
      if (!ring) return undefined
      const step = wanted ? Math.max(1, Math.ceil(ring.count / maxThinned)) : 1
      const indexes: number[] = []
      for (let i = ring.count - 1; i >= 0 && ring.time(i) > now - windowSeconds; i -= step) indexes.unshift(i)
      if (indexes.length === 0) return undefined
      const columns: SampleColumns = { last_active: indexes.map((i) => ring.time(i)) }
      for (const [name, place] of places) {
        if (wanted && !wanted.includes(name)) continue
        columns[name] = indexes.map((i) => readable(ring.value(i, place)))
      }
      return columns
    },
    /** The traffic of these servers together, every ten seconds, since any of them reported. */
    traffic(serverIds: Iterable<string>, now: number): FleetTraffic {
      const step = 10
      const length = windowSeconds / step
      const incoming = new Float64Array(length)
      const outgoing = new Float64Array(length)
      const seen = new Uint8Array(length)
      const maxAge = Math.max(step, 2 * spacing()) + step
      for (const id of serverIds) {
        const ring = rings.get(id)
        if (!ring) continue
        let next = 0
        for (let at = 0; at < length; at++) {
          const time = now - (length - 1 - at) * step
          while (next < ring.count && ring.time(next) <= time) next++
          if (next === 0 || ring.time(next - 1) < time - maxAge) continue
          incoming[at] = (incoming[at] as number) + ring.value(next - 1, inPlace)
          outgoing[at] = (outgoing[at] as number) + ring.value(next - 1, outPlace)
          seen[at] = 1
        }
      }
      const first = seen.indexOf(1)
      const known = (sums: Float64Array) => (first < 0 ? [] : Array.from(sums.subarray(first), Math.round))
      return { step, in: known(incoming), out: known(outgoing) }
    },
  }
}

export type RecentSamples = ReturnType<typeof makeRecentSamples>
