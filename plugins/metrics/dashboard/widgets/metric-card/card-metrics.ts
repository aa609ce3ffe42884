import type { Unit } from '@svc/dashboard-sdk'
import { columns, type MetricColumn } from '@svc/plugin-metrics/columns'
import type { ServerStatus } from '@svc/widget-sdk'
import { ArrowDownUp, Cpu, HardDrive, type LucideIcon, MemoryStick } from 'lucide-react'
import type { Frame, Values } from '../../frame.ts'

/** A metric of a card: its live value and its history. */
export interface CardMetricSpec {
  readonly icon: LucideIcon
  /** 1 to 6 */
  readonly color: number
  readonly unit: Unit
  readonly columns: readonly MetricColumn[]
  /** undefined if the host has no such metric */
  readonly now: (server: ServerStatus) => number | undefined
  /** values from a frame of `columns`; `total` is 100 % */
  readonly past: (frame: Frame, total: number) => Values
  readonly total?: (server: ServerStatus) => number
  /** the summands, by translation key */
  readonly parts?: Readonly<Record<string, (server: ServerStatus) => number>>
}

/** Percent of a total; undefined if that is unknown. */
const share = (used: number, total: number): number | undefined => (total > 0 ? (100 * used) / total : undefined)

const named = (...names: readonly string[]) => columns.filter(({ name }) => names.includes(name))

/** Adds up the lists point by point; null where no list has a value. */
export function sumsOf(lists: readonly Values[]): Values {
  const [first = []] = lists
  return first.map((_, index) =>
    lists.reduce<number | null>((sum, list) => {
      const value = list[index] ?? null
      return value === null ? sum : (sum ?? 0) + value
    }, null),
  )
}

export const cardMetricSpecs = {
  cpu: {
    icon: Cpu,
    color: 1,
    unit: 'percent',
    columns: named('cpu'),
    now: ({ cpu }) => cpu,
    past: ({ values }) => values.cpu ?? [],
  },
  memory: {
    icon: MemoryStick,
    color: 3,
    unit: 'percent',
    columns: named('mem_used'),
    now: ({ mem_used, mem_total }) => share(mem_used, mem_total),
    past: ({ values }, total) =>
      (values.mem_used ?? []).map((used) => (used === null ? null : (share(used, total) ?? null))),
    total: ({ mem_total }) => mem_total,
  },
  network: {
    icon: ArrowDownUp,
    color: 2,
    unit: 'rate',
    columns: named('net_in_speed', 'net_out_speed'),
    now: ({ net_in_speed, net_out_speed }) => net_in_speed + net_out_speed,
    past: ({ values }) => sumsOf([values.net_in_speed ?? [], values.net_out_speed ?? []]),
    parts: { in: ({ net_in_speed }) => net_in_speed, out: ({ net_out_speed }) => net_out_speed },
  },
  disk_io: {
    icon: HardDrive,
    color: 4,
    unit: 'rate',
    columns: named('disk_io_json'),
    now: (server) => server.disk_read_bytes_per_sec + server.disk_write_bytes_per_sec,
    past: ({ devices }) => sumsOf((devices.disk_io_json ?? []).flatMap(({ values }) => Object.values(values))),
    parts: {
      read: ({ disk_read_bytes_per_sec }) => disk_read_bytes_per_sec,
      write: ({ disk_write_bytes_per_sec }) => disk_write_bytes_per_sec,
    },
  },
} satisfies Readonly<Record<string, CardMetricSpec>>

export type CardMetric = keyof typeof cardMetricSpecs
export const cardMetrics = Object.keys(cardMetricSpecs) as [CardMetric, ...CardMetric[]]
