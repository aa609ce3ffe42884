import { type Core, makeBounded } from '@svc/plugin-sdk'
import type { TotalsInput } from './read-totals.ts'
import { fewTotals } from './totals-by-key.ts'
import type { TrafficRow } from './traffic-store.ts'

/** Rows that are looked up on the main thread in a few milliseconds; more goes to the worker. */
const fewRows = 10_000

/** Adds up the traffic of the fleet over days. Throws 429 when too many wait already. */
export function makeTotalsReader({ db, offload }: Pick<Core, 'db' | 'offload'>) {
  const bounded = makeBounded()
  return async (input: TotalsInput): Promise<TrafficRow[]> => {
    const [from, fleet] =
      input.of === 'days'
        ? [input.from, input.servers.length]
        : [input.since.reduce((least, [, day]) => Math.min(least, day), input.to), input.since.length]
    if ((input.to - from + 1) * fleet <= fewRows) return fewTotals(db, input, from)
    return bounded(() => offload<TotalsInput, TrafficRow[]>(new URL('./read-totals.js', import.meta.url), input))
  }
}
export type TotalsReader = ReturnType<typeof makeTotalsReader>
