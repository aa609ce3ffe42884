import { type Core, makeBounded } from '@svc/plugin-sdk'
import type { History } from './contract.ts'
import type { HistoryRange } from './history.ts'
import type { JsonResult } from './json-bytes.ts'
import type { FleetUptimeInput } from './uptime/fleet-uptime.ts'
import type { UptimeEntry } from './uptime/uptime-schema.ts'

interface Dependencies extends Pick<Core, 'clock' | 'offload'> {
  read(range: HistoryRange): Promise<JsonResult>
}

const secondsOf = { raw: 60, hourly: 3600 } as const

/** Stored metrics, for pages of other plugins. */
export function makeHistory({ clock, offload, read }: Dependencies): History {
  const bounded = makeBounded()
  return {
    async uptimeDays(servers, days) {
      const module = new URL('./uptime/fleet-uptime.js', import.meta.url)
      const input = {
        servers: servers.map(({ id, number, createdAt }) => ({ id, number, createdAt })),
        days,
        today: Math.floor(clock.now() / 86_400_000),
      }
      const entries = await bounded(() => offload<FleetUptimeInput, UptimeEntry[][]>(module, input))
      return new Map(servers.map(({ id }, index) => [id, entries[index] ?? []]))
    },
    async records({ id, number }, { tier, from, to, fields }) {
      const unit = secondsOf[tier]
      const { bytes, release } = await read({
        tier,
        serverId: id,
        number,
        from: Math.ceil(from / unit),
        to: Math.floor(to / unit),
        fields,
      })
      const copy = Buffer.from(bytes)
      release()
      return copy
    },
  }
}
