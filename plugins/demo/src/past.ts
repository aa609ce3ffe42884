import type { Servers } from '@svc/plugin-enrollment/contract'
import type { PastRecords } from '@svc/plugin-metrics/contract'
import type { Clock } from '@svc/plugin-sdk'
import { reportAt } from './fleet/curves.ts'
import type { EnrolledHost } from './fleet.ts'

interface Options {
  readonly clock: Clock
  readonly servers: Pick<Servers, 'get'>
  readonly records: PastRecords
}

const pastHours = 30 * 24
/** Hours whose minutes are kept one by one. */
const detailedHours = 3 * 24
/** Hours that are written before others get their turn. */
const batch = 3

const pause = (clock: Clock) => new Promise<void>((resolve) => void clock.after(0, resolve))

/** Writes what the agent of a host would have reported in the last month. */
export function makePast({ clock, servers, records }: Options) {
  return async ({ host, serverId }: EnrolledHost, isStopped: () => boolean): Promise<void> => {
    const server = servers.get(serverId)
    if (!server) return
    const lastMinute = Math.floor(clock.now() / 60_000) - 1
    const last = Math.floor(lastMinute / 60)
    const isAway = (minute: number) =>
      (host.away ?? []).some(([from, to]) => minute >= lastMinute - from * 60 && minute < lastMinute - to * 60)
    for (let hour = last - pastHours; hour <= last && !isStopped(); hour++) {
      const step = hour < last - detailedHours ? 10 : 1
      const minutes = Array.from({ length: 60 / step }, (_, i) => hour * 60 + i * step)
      const online = minutes.filter((minute) => minute <= lastMinute && !isAway(minute))
      const reports = online.map((minute) => ({ minute, report: reportAt(host, minute * 60_000) }))
      records.write(server, hour, { step, reports })
      if (hour % batch === 0) await pause(clock)
    }
  }
}
