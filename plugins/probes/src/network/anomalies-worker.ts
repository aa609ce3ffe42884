import { type OffloadContext, toTimestamp } from '@svc/plugin-sdk'
import { numbersStore } from '../numbers-store.ts'
import { type RoundRange, roundsReader } from '../rounds/rounds-reader.ts'
import { daySeconds, networkTables } from '../rounds/tables.ts'
import { anomaliesOf, type LatencyLimits } from './anomalies.ts'
import type { NetworkAnomaly } from './network-schema.ts'

export interface AnomaliesInput extends RoundRange {
  readonly limits: LatencyLimits
}

export type FoundAnomaly = Omit<NetworkAnomaly, 'target_name'>

export const maxAnomalies = 500

/** Runs in the maintenance worker and finds the anomalies of a server, newest first. */
export default ({ db, log }: OffloadContext, { server, from, to, limits }: AnomaliesInput): FoundAnomaly[] => {
  const reader = roundsReader(db, networkTables, { log })
  const numbers = numbersStore(db)
  const found: FoundAnomaly[] = []
  for (let end = to; end >= from && found.length < maxAnomalies; end -= daySeconds) {
    const span = { server, from: Math.max(from, end - daySeconds + 1), to: end }
    const ofDay = [...reader.all(span)].flatMap(([number, rounds]) => {
      const target_id = numbers.idOf(number)
      if (target_id === undefined) return []
      return rounds.flatMap((round) => anomaliesOf(round, limits).map((one) => ({ at: round.at, target_id, ...one })))
    })
    ofDay.sort((a, b) => b.at - a.at)
    found.push(...ofDay.map(({ at, ...one }) => ({ timestamp: toTimestamp(at), ...one })))
  }
  return found.slice(0, maxAnomalies)
}
