import type { TrafficCycles } from '@svc/plugin-accounting/contract'

/** Number of past cycles shown with the current one. */
export const pastCount = 6

type Cycle = TrafficCycles['current']

export interface ComparedCycle extends Cycle {
  readonly total: number
  readonly running: boolean
  /** change from the previous cycle in percent; undefined for the incomplete current cycle and without a previous one */
  readonly change: number | undefined
}

/** Cycles with totals, without the oldest empty ones, in which the server may not have existed. */
export function compareCycles(answer: TrafficCycles | undefined): {
  readonly cycles: readonly ComparedCycle[]
  readonly largest: number
} {
  if (!answer) return { cycles: [], largest: 0 }
  const past = answer.history.slice(0, pastCount)
  const count = past.findLastIndex(({ bytes_in, bytes_out }) => bytes_in + bytes_out > 0) + 1
  const all = [answer.current, ...past.slice(0, count)]
  const totals = all.map(({ bytes_in, bytes_out }) => bytes_in + bytes_out)
  const cycles = all.map((cycle, index) => {
    const [total = 0, before = 0] = [totals[index], totals[index + 1]]
    const running = index === 0
    const change = running || before === 0 ? undefined : (total / before - 1) * 100
    return { ...cycle, total, running, change }
  })
  return { cycles, largest: Math.max(...totals) }
}
