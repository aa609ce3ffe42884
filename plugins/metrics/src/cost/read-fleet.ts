import type { Server } from '@svc/plugin-enrollment/contract'
import type { Database, OffloadContext } from '@svc/plugin-sdk'
import { uptimeOf } from '../uptime/uptime-store.ts'
import { activityOf } from './activity-store.ts'
import type { Activity, Uptime } from './advisories.ts'

export interface FleetInput {
  readonly servers: readonly Pick<Server, 'number' | 'createdAt'>[]
  /** epoch seconds */
  readonly now: number
}

/** Input to the advisories of a server. */
export interface FleetFacts {
  readonly number: number
  readonly activity: Activity | undefined
  readonly uptime: Uptime
}

const days = 30

export function readFleetFacts(db: Database, { servers, now }: FleetInput): FleetFacts[] {
  const activity = activityOf(
    db,
    servers.map(({ number }) => number),
    now,
  )
  const uptime = uptimeOf(db, Math.floor(now / 86_400))
  return servers.map((server) => {
    const counts = uptime(server, days)
    const sum = (of: 'online' | 'total') => counts.reduce((all, each) => all + each[of], 0)
    return {
      number: server.number,
      activity: activity.get(server.number),
      uptime: { online: sum('online'), total: sum('total') },
    }
  })
}

/** Entry point in the maintenance worker, for many servers. */
export default ({ db }: OffloadContext, input: FleetInput): FleetFacts[] => readFleetFacts(db, input)
