import { createTestKernel } from '@svc/kernel/testing'
import accounting from '@svc/plugin-accounting'
import system from '@svc/plugin-system'
import type { ReportPayload } from '@svc/protocol'
import { report } from '@svc/protocol/testing'
import metrics from '../src/index.ts'
import { makeFleet } from '../src/testing.ts'

/** The first simulated minute. */
export const startMinute = Date.UTC(2026, 4, 1, 0, 3) / 60_000
/** Minutes between reports: few enough for a record in every hour. */
export const reportInterval = 7
export const fleetSize = 40
/** Servers from this number on are deleted one by one. */
export const firstDeletable = 31

/** The report of a server in a minute; deterministic, so that results can be checked. */
export const reportAt = (number: number, minute: number): ReportPayload =>
  report({
    cpu: (minute * number) % 101,
    net_in_transfer: 5_000 + (minute - startMinute) * (1_000_003 + number),
    net_out_transfer: 700 + (minute - startMinute) * (10_007 + number),
    uptime: (minute - startMinute + 1000) * 60,
    disk_io: [{ name: 'vda', read_bytes_per_sec: minute % 1000, write_bytes_per_sec: number }],
    gpu: {
      count: 1,
      average_usage: minute % 101,
      detailed_info: [{ name: 'G', mem_total: 2, mem_used: 1, utilization: minute % 101, temperature: number }],
    },
  })

/** Short, so that Cleanup deletes something in every tier. */
const retention = {
  records_days: 1,
  records_hourly_days: 2,
  gpu_records_days: 1,
  traffic_hourly_days: 1,
}

type Parts = Readonly<Record<string, unknown>>

const without = (parts: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(parts).filter(([name]) => !names.includes(name)))

/** Services of the system plugin. */
const offered = ['audit', 'runs', 'scheduler', 'settings']

/** The fleet without the extension points, services and settings that the real system plugin provides. */
function withoutSystemParts({ plugin }: ReturnType<typeof makeFleet>) {
  const start = plugin.setup as (context: object) => Promise<{ readonly provides: Parts }>
  return {
    ...without(plugin, 'config'),
    id: plugin.id,
    points: without(plugin.points ?? {}, 'runs', 'retentionTiers'),
    provides: without(plugin.provides ?? {}, ...offered),
    async setup(context: object) {
      const system = { config: { scheduler: { timezone: 'UTC' } }, retentionTiers: { all: () => [] } }
      const parts = await start({ ...context, ...system })
      return { ...parts, provides: without(parts.provides, ...offered) }
    },
  }
}

/** Boots the program on an existing `dataDir` at `minute`, without the `deleted` servers. */
export async function startCrashServer(dataDir: string, minute: number, deleted: readonly number[]) {
  const fleet = makeFleet()
  const kernel = await createTestKernel({
    plugins: [system, withoutSystemParts(fleet), metrics, accounting],
    dataDir,
    now: minute * 60_000,
    config: { retention },
  })
  const numbers = Array.from({ length: fleetSize }, (_, i) => i + 1).filter((number) => !deleted.includes(number))
  const servers = new Map(numbers.map((number) => [number, fleet.add(number, false, { createdAt: startMinute * 60 })]))
  return { fleet, kernel, servers }
}
