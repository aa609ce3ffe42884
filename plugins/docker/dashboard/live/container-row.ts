import type { Container, ContainerStats } from '../../src/wire.ts'

/** A point of the sparklines. */
export interface Sample {
  /** percent of one core */
  readonly cpu: number
  /** bytes */
  readonly memory: number
}

/** Bytes per second. */
export interface Rates {
  readonly rx: number
  readonly tx: number
  readonly read: number
  readonly write: number
}

/** A container with what is known of it now. Immutable: a row without news keeps its identity. */
export interface Row {
  readonly id: string
  readonly container: Container
  /** of a running container */
  readonly stats: ContainerStats | undefined
  /** undefined before the second sample */
  readonly rates: Rates | undefined
  /** oldest first */
  readonly samples: readonly Sample[]
}

/** Rows and when they were taken, in milliseconds of any clock. */
export interface Rows {
  readonly at: number
  readonly list: readonly Row[]
}

/** The sparklines show as many. */
const maxSamples = 60
const none: readonly Sample[] = []

function ratesOf(before: ContainerStats | undefined, now: ContainerStats, seconds: number): Rates | undefined {
  if (!before || seconds <= 0) return undefined
  const rate = (key: 'network_rx' | 'network_tx' | 'block_read' | 'block_write') => (now[key] - before[key]) / seconds
  const rates = {
    ...{ rx: rate('network_rx'), tx: rate('network_tx') },
    ...{ read: rate('block_read'), write: rate('block_write') },
  }
  // The counters start over with the container.
  return Object.values(rates).some((value) => value < 0) ? undefined : rates
}

const isSame = (a: object | undefined, b: object) => a === b || JSON.stringify(a) === JSON.stringify(b)

/** A changed list comes with the statistics of the tick before. Values that stay the same for longer are new ones. */
const maxRepeatMs = 5000

/** The rows after an update. Without statistics, those of the rows before are kept. */
export function nextRows(
  before: Rows | undefined,
  containers: readonly Container[],
  received: readonly ContainerStats[] | null | undefined,
  at: number,
): Rows {
  const rows = new Map(before?.list.map((row) => [row.id, row]))
  const isRepeated =
    before !== undefined &&
    at - before.at < maxRepeatMs &&
    received?.every((each) => isSame(rows.get(each.id)?.stats, each))
  const samples = received && !isRepeated ? new Map(received.map((each) => [each.id, each])) : undefined
  const seconds = before ? (at - before.at) / 1000 : 0
  const list = containers.map((now): Row => {
    const row = rows.get(now.id)
    const container = row && isSame(row.container, now) ? row.container : now
    const sample = samples?.get(now.id)
    if (sample) {
      const sparkline = [...(row?.samples ?? none), { cpu: sample.cpu_percent, memory: sample.memory_usage }]
      return {
        ...{ id: now.id, container, stats: sample, rates: ratesOf(row?.stats, sample, seconds) },
        samples: sparkline.slice(-maxSamples),
      }
    }
    const keepsStats = !samples && container.state === 'running'
    if (row && container === row.container && (keepsStats || !row.stats)) return row
    if (row && keepsStats) return { ...row, container }
    return { id: now.id, container, stats: undefined, rates: undefined, samples: none }
  })
  return { at: samples ? at : (before?.at ?? at), list }
}
