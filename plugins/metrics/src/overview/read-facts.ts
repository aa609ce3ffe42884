import type { Server } from '@svc/plugin-enrollment/contract'
import type { Core, Database, OffloadContext } from '@svc/plugin-sdk'
import type { Uptime } from '../cost/advisories.ts'
import { readFleetFacts } from '../cost/read-fleet.ts'
import { diskSums, diskTrend, type Trend } from './disk-trend.ts'

/** Minute of the last record by server number. Outlives the record itself. */
export const lastMinutes = (db: Database): ReadonlyMap<number, number> =>
  new Map(
    db
      .prepare<[], { number: number; minute: number }>('SELECT number, minute FROM metrics_traffic_counters')
      .all()
      .map(({ number, minute }) => [number, minute]),
  )

export interface OverviewInput {
  readonly servers: readonly Pick<Server, 'number' | 'createdAt' | 'diskTotal'>[]
  /** epoch seconds */
  readonly now: number
}

/** Stored data of a server. */
export interface OverviewFacts {
  readonly number: number
  /** of its last record, since the epoch */
  readonly lastMinute: number | undefined
  /** of the last 30 days */
  readonly uptime: Uptime
  readonly disk: Trend | undefined
}

const gib = 2 ** 30

type Dependencies = Pick<Core, 'db' | 'log'>

/** Reads the facts of many servers. */
export function readOverviewFacts({ db, log }: Dependencies, { servers, now }: OverviewInput): OverviewFacts[] {
  const last = lastMinutes(db)
  const uptime = new Map(readFleetFacts(db, { servers, now }).map((facts) => [facts.number, facts.uptime]))
  const sized = servers.filter(({ diskTotal }) => (diskTotal ?? 0) > 0).map(({ number }) => number)
  const sums = diskSums(db, log, { numbers: sized, hour: Math.floor(now / 3600) })
  return servers.map(({ number, diskTotal }) => {
    const found = sums.get(number)
    return {
      number,
      lastMinute: last.get(number),
      uptime: uptime.get(number) ?? { online: 0, total: 0 },
      disk: found && diskTrend(found, (diskTotal ?? 0) / gib),
    }
  })
}

/** Entry point in the maintenance worker. */
export default (context: OffloadContext, input: OverviewInput): OverviewFacts[] => readOverviewFacts(context, input)
