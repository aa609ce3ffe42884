import { type OffloadContext, toTimestamp } from '@svc/plugin-sdk'
import { numbersStore } from '../numbers-store.ts'
import { type RoundRange, roundsReader } from '../rounds/rounds-reader.ts'
import { daySeconds, networkTables } from '../rounds/tables.ts'
import { anomaliesOf, type LatencyLimits } from './anomalies.ts'
import type { NetworkAnomaly } from './network-schema.ts'

export interface AnomaliesInput extends RoundRange {
  readonly limits: LatencyLimits
  /** how many to leave out: those at `to` that the previous page had */
  readonly skip: number
}

type FoundAnomaly = Omit<NetworkAnomaly, 'target_name'>

export interface AnomaliesPage {
  readonly found: readonly FoundAnomaly[]
  /** `to` and `skip` of the next page */
  readonly next: readonly [to: number, skip: number] | null
}

export const maxAnomalies = 500

/** Runs in the maintenance worker and finds the anomalies of a server, newest first. */
export default ({ db, log }: OffloadContext, { server, from, to, limits, skip }: AnomaliesInput): AnomaliesPage => {
  const reader = roundsReader(db, networkTables, { log })
  const numbers = numbersStore(db)
  const found: (FoundAnomaly & { readonly at: number })[] = []
  const end = skip + maxAnomalies
  for (let last = to; last >= from && found.length <= end; last -= daySeconds) {
    const span = { server, from: Math.max(from, last - daySeconds + 1), to: last }
    const ofDay = [...reader.all(span)].flatMap(([number, rounds]) => {
      const target_id = numbers.idOf(number)
      if (target_id === undefined) return []
      return rounds.flatMap((round) => anomaliesOf(round, limits).map((one) => ({ at: round.at, target_id, ...one })))
    })
    ofDay.sort((a, b) => b.at - a.at)
    found.push(...ofDay.map((one) => ({ timestamp: toTimestamp(one.at), ...one })))
  }
  const at = found[end - 1]?.at
  const isLast = at === undefined || found.length <= end
  return {
    found: found.slice(skip, end).map(({ at: _, ...one }) => one),
    next: isLast ? null : [at, found.slice(0, end).filter((one) => one.at === at).length],
  }
}
