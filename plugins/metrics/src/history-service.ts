import { type Core, makeBounded } from '@svc/plugin-sdk'
import type { History } from './contract.ts'
import type { ReadHistory } from './history.ts'
import type { FleetUptimeInput } from './uptime/fleet-uptime.ts'
import type { UptimeEntry } from './uptime/uptime-schema.ts'

interface Dependencies extends Pick<Core, 'clock' | 'offload'> {
  readonly read: ReadHistory
}

/** The reader of pages of other plugins. */
const pages = ''
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
      const span = { from: Math.ceil(from / unit), to: Math.floor(to / unit) }
      const { bytes, release, rest } = await read({ tier, serverId: id, number, ...span, fields }, pages)
      const parts: Uint8Array[] = [Buffer.from(bytes)]
      release()
      if (rest) for await (const part of rest) parts.push(part)
      return Buffer.concat(parts)
    },
  }
}
