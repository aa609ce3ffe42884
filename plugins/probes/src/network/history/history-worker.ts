import type { OffloadContext } from '@svc/plugin-sdk'
import { roundsReader } from '../../rounds/rounds-reader.ts'
import { networkTables } from '../../rounds/tables.ts'
import type { LatencyLimits } from '../anomalies.ts'
import { type ServerDump, ServerHistory } from './server-history.ts'

export interface LoadInput {
  readonly servers: readonly number[]
  /** epoch seconds, both inclusive */
  readonly from: number
  readonly to: number
  readonly limits: LatencyLimits
}

/** Runs in the maintenance worker and loads the recent history of some servers. */
export default (
  { db, log }: OffloadContext,
  { servers, from, to, limits }: LoadInput,
): (readonly [number, ServerDump])[] => {
  const { hours } = roundsReader(db, networkTables, { log })
  return servers.map((server) => {
    const history = new ServerHistory()
    for (const [, series] of hours({ server, from, to })) {
      for (const [number, rounds] of series) {
        for (const round of rounds) if (round.at <= to) history.add(number, round, limits)
      }
    }
    return [server, history.dump()]
  })
}
