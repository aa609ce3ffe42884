import { type Core, makeBounded } from '@svc/plugin-sdk'
import type { TotalsInput } from './read-totals.ts'
import { totalsByKey } from './totals-by-key.ts'
import type { TrafficRow } from './traffic-store.ts'

/** Looking up this many rows takes a few milliseconds; more go to the worker. */
const maxMainThreadRows = 10_000

/** Sums the traffic of the fleet over days. Throws 429 when too many reads are queued. */
export function makeTotalsReader({ db, offload }: Pick<Core, 'db' | 'offload'>) {
  const bounded = makeBounded()
  return async (input: TotalsInput): Promise<TrafficRow[]> => {
    const [from, fleet] =
      input.of === 'days'
        ? [input.from, input.servers.length]
        : [input.since.reduce((least, [, day]) => Math.min(least, day), input.to), input.since.length]
    if ((input.to - from + 1) * fleet <= maxMainThreadRows) return totalsByKey(db, input, from)
    return bounded(() => offload<TotalsInput, TrafficRow[]>(new URL('./read-totals.js', import.meta.url), input))
  }
}
export type TotalsReader = ReturnType<typeof makeTotalsReader>
