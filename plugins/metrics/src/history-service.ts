import { type Core, makeBounded } from '@svc/plugin-sdk'
import type { History, MeasuredServer } from './contract.ts'
import type { ReadHistory } from './history.ts'
import type { FleetUptimeInput } from './uptime/fleet-uptime.ts'
import type { Uptime } from './uptime/uptime.ts'
import { sumMinutes, type UptimeDay } from './uptime/uptime-days.ts'
import type { UptimeMinutes } from './uptime/uptime-schema.ts'
import { viewDay } from './uptime/uptime-view.ts'

interface Dependencies extends Pick<Core, 'clock' | 'offload'> {
  readonly read: ReadHistory
  readonly uptime: Pick<Uptime, 'days' | 'windows'>
}

/** The reader of pages of other plugins. */
const pages = ''
const secondsOf = { raw: 60, hourly: 3600 } as const
/** Reading a year of this many servers takes a few milliseconds; larger fleets go to the worker. */
const maxMainThreadServers = 20

/** Stored metrics, for other plugins. */
export function makeHistory({ clock, offload, read, uptime }: Dependencies): History {
  const bounded = makeBounded()
  /** Reads the days of many servers in the worker, by a module that returns something for each server. */
  const inWorker = <T>(module: URL, servers: readonly MeasuredServer[], days: number): Promise<T[]> => {
    const input: FleetUptimeInput = {
      servers: servers.map(({ id, number, createdAt }) => ({ id, number, createdAt })),
      days,
      today: Math.floor(clock.now() / 86_400_000),
    }
    return bounded(() => offload<FleetUptimeInput, T[]>(module, input))
  }
  const isSmall = (servers: readonly MeasuredServer[]) => servers.length <= maxMainThreadServers
  const byId = <T>(servers: readonly MeasuredServer[], found: readonly T[]): ReadonlyMap<string, T> =>
    new Map(servers.map(({ id }, index) => [id, found[index] as T]))

  return {
    async uptimeDays(servers, days) {
      const found = isSmall(servers)
        ? uptime.days(servers, days)
        : await inWorker<UptimeDay[]>(new URL('./uptime/fleet-uptime.js', import.meta.url), servers, days)
      return byId(
        servers,
        found.map((each) => each.map(viewDay)),
      )
    },
    async uptimeTotals(servers, days) {
      const found = isSmall(servers)
        ? uptime.days(servers, days).map(sumMinutes)
        : await inWorker<UptimeMinutes>(new URL('./uptime/fleet-uptime-totals.js', import.meta.url), servers, days)
      return byId(servers, found)
    },
    uptimeWindows: uptime.windows,
    async records({ id, number }, { tier, from, to, fields }) {
      const unit = secondsOf[tier]
      const span = { from: Math.ceil(from / unit), to: Math.floor(to / unit) }
      const { bytes, release, rest } = await read({ tier, serverId: id, number, ...span, fields }, pages)
      const parts: Uint8Array[] = [Buffer.from(bytes)]
      release()
      if (rest) for await (const part of rest) parts.push(part)
      return Buffer.concat(parts)
    },
  }
}
