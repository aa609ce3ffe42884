import { type Core, makeBounded } from '@svc/plugin-sdk'
import type { ServiceStates } from './contract.ts'
import type { MonitorRow, MonitorsStore } from './monitors/monitors-store.ts'
import type { CheckDaysInput, FoundDay } from './records/check-days.ts'

interface Dependencies extends Pick<Core, 'offload'> {
  readonly monitors: Pick<MonitorsStore, 'get'>
}

/** The monitors, for pages of other plugins. */
export function makeServiceStates({ monitors, offload }: Dependencies): ServiceStates {
  const bounded = makeBounded()
  const existing = (ids: readonly string[]): MonitorRow[] => ids.flatMap((id) => monitors.get(id) ?? [])
  return {
    has: (id) => monitors.get(id) !== undefined,
    of: (ids) =>
      existing(ids).map((row) => ({
        id: row.id,
        name: row.name,
        isUp: row.enabled === 0 || row.last_status === null ? null : row.last_status === 1,
        latency: row.last_latency,
        serverIds: JSON.parse(row.server_ids_json) as string[],
      })),
    async daysSince(ids, day) {
      const rows = existing(ids)
      const module = new URL('./records/check-days.js', import.meta.url)
      const input = { monitors: rows.map(({ number }) => number), since: day }
      const found = await bounded(() => offload<CheckDaysInput, FoundDay[]>(module, input))
      const byMonitor = Map.groupBy(found, ({ monitor }) => monitor)
      return new Map(
        rows.map(({ id, number }) => [
          id,
          (byMonitor.get(number) ?? []).map(({ day, checks, failures }) => ({ day, checks, failures })),
        ]),
      )
    },
  }
}
