import type { Health, HealthSource } from '@svc/plugin-enrollment/contract'
import { text, toSeconds } from '@svc/plugin-sdk'
import type { MonitorRow, MonitorsStore } from './monitors/monitors-store.ts'

interface Dependencies {
  readonly monitors: Pick<MonitorsStore, 'get' | 'list'>
  readonly health: Pick<Health, 'refresh'>
}

interface DownMonitor {
  readonly id: string
  readonly name: string
  /** epoch seconds */
  readonly since: number
  readonly serverIds: readonly string[]
}

/** Failed more often in a row than it tolerates. */
const isDown = (row: MonitorRow) =>
  row.enabled === 1 &&
  row.last_status === 0 &&
  (row.outage_announced === 1 || row.consecutive_failures > row.retry_count)

const downOf = (row: MonitorRow): DownMonitor => ({
  id: row.id,
  name: row.name,
  since: row.outage_since ?? toSeconds(row.checked_at_ms ?? 0),
  serverIds: JSON.parse(row.server_ids_json) as string[],
})

/** A server with a failing monitor is not healthy. */
export function makeMonitorHealth({ monitors, health }: Dependencies) {
  let loaded: Map<string, DownMonitor> | undefined
  const down = () => {
    loaded ??= new Map(
      monitors
        .list()
        .filter(isDown)
        .map((row) => [row.id, downOf(row)]),
    )
    return loaded
  }

  const source: HealthSource = {
    plugin: 'monitors',
    reasons: (serverId) =>
      [...down().values()]
        .filter(({ serverIds }) => serverIds.includes(serverId))
        .map(({ id, name, since }) => ({
          ...{ id, level: 2, since, text: text('monitors.HEALTH', { name }) },
          link: `/service-monitors/${encodeURIComponent(id)}`,
        })),
  }

  return {
    source,
    /** A monitor was checked, changed or deleted. */
    onChanged(id: string) {
      const row = monitors.get(id)
      const before = down().get(id)
      if (row && isDown(row)) down().set(id, downOf(row))
      else down().delete(id)
      health.refresh([...new Set([before, down().get(id)].flatMap((monitor) => monitor?.serverIds ?? []))])
    },
  }
}
