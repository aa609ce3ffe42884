import type { MountUsage, ReportPayload } from '@svc/protocol'
import type { AlertName } from './alerting/alert-columns.ts'

/*
 * The dashboard imports this file too, so it may only import types.
 */

/**
 * How an hour of records is aggregated. `mean` covers the records that have a value, truncated for integer columns;
 * `deviceMeans` computes a mean per device, `listMeans` one per position.
 */
export type Aggregate = 'mean' | 'deviceMeans' | 'listMeans'

/** A line in a chart. Charts appear in the order of their first column; their names come from the dashboard's locales. */
export interface ChartLine {
  /** id of the chart; columns of one chart share its axis */
  readonly chart: string
  readonly line: string
  /** 1 to 6 */
  readonly color: number
  readonly unit: 'percent' | 'bytes' | 'rate' | 'number' | 'celsius'
  /** the server property that is 100 %; without it, the line is drawn in bytes */
  readonly shareOf?: 'mem_total' | 'swap_total' | 'disk_total'
}

/** Lines per device, for columns that store a device list as JSON: one chart of the sums and one per device. */
export interface DeviceLines {
  readonly chart: string
  readonly unit: 'rate'
  readonly devices: readonly { readonly member: string; readonly line: string; readonly color: number }[]
}

/** A stored metric. Everything about it derives from its row below. */
export interface MetricRow {
  /** name of the column and of the record's API member; with a `range`, also of the report's member */
  readonly name: string
  readonly unit: string
  readonly type: 'INTEGER' | 'REAL' | 'TEXT'
  readonly aggregate: Aggregate
  /** required for columns added after the first migration */
  readonly nullable?: true
  /** records contain it only if it is requested by name */
  readonly detail?: true
  /** number of the migration that adds the column; 1 creates the table */
  readonly since: number
  /** valid range; reported values are clamped to it */
  readonly range?: readonly [low: number, high: number]
  /** extracts the value from a report; default: the member `name` */
  readonly take?: (report: ReportPayload) => number | string | null
  readonly chart?: ChartLine | DeviceLines
  /** the alert rule type that evaluates it */
  readonly alert?: AlertName
}

/** A row with its extractor filled in. */
export type MetricColumn = MetricRow & Required<Pick<MetricRow, 'take'>>

/** Three decimals exceed the precision of every source, and noise digits would not compress. */
export const rounded = (value: number) => Math.round(value * 1000) / 1000

/** Fills in the default extractor. */
export function column(row: MetricRow): MetricColumn {
  const { name, type } = row
  const member = (report: ReportPayload) => {
    const value = (report as Readonly<Record<string, unknown>>)[name]
    if (typeof value !== 'number') return null
    return type === 'REAL' ? rounded(value) : value
  }
  return { take: member, ...row }
}

const whole = { type: 'INTEGER', aggregate: 'mean', since: 1, range: [0, Number.MAX_SAFE_INTEGER] } as const
const bytes = { ...whole, unit: 'bytes' } as const
const speed = { ...whole, unit: 'bytes per second' } as const
const counter = { ...whole, unit: 'bytes, cumulative' } as const
const count = { ...whole, range: [0, 2_147_483_647] } as const
const real = { type: 'REAL', aggregate: 'mean', since: 1 } as const
const load = { ...real, unit: 'load average', range: [0, 1_000_000] } as const

const share = (chart: string, color: number, shareOf: ChartLine['shareOf'] & string): ChartLine => ({
  chart,
  line: chart,
  color,
  unit: 'percent',
  shareOf,
})
const net = { chart: 'network', unit: 'rate' } as const
const loads = { chart: 'load', unit: 'number' } as const
const sockets = { chart: 'connections', unit: 'number' } as const

const rows: readonly MetricRow[] = [
  {
    name: 'cpu',
    unit: 'percent',
    ...real,
    range: [0, 100],
    chart: { chart: 'cpu', line: 'cpu', color: 1, unit: 'percent' },
    alert: 'cpu',
  },
  { name: 'mem_used', ...bytes, chart: share('memory', 3, 'mem_total'), alert: 'memory' },
  { name: 'swap_used', ...bytes, chart: { ...share('memory', 2, 'swap_total'), line: 'swap' }, alert: 'swap' },
  { name: 'disk_used', ...bytes, chart: share('disk', 4, 'disk_total'), alert: 'disk' },
  { name: 'net_in_speed', ...speed, chart: { ...net, line: 'in', color: 1 }, alert: 'net_in_speed' },
  { name: 'net_out_speed', ...speed, chart: { ...net, line: 'out', color: 2 }, alert: 'net_out_speed' },
  { name: 'net_in_transfer', ...counter },
  { name: 'net_out_transfer', ...counter },
  { name: 'load1', ...load, chart: { ...loads, line: 'load1', color: 5 }, alert: 'load1' },
  { name: 'load5', ...load, chart: { ...loads, line: 'load5', color: 2 }, alert: 'load5' },
  { name: 'load15', ...load, chart: { ...loads, line: 'load15', color: 4 }, alert: 'load15' },
  { name: 'tcp_conn', unit: 'connections', ...count, chart: { ...sockets, line: 'tcp', color: 1 }, alert: 'tcp_conn' },
  { name: 'udp_conn', unit: 'sockets', ...count, chart: { ...sockets, line: 'udp', color: 2 }, alert: 'udp_conn' },
  {
    name: 'process_count',
    unit: 'processes',
    ...count,
    chart: { chart: 'processes', line: 'processes', color: 3, unit: 'number' },
    alert: 'process',
  },
  {
    name: 'temperature',
    unit: 'degrees Celsius',
    ...real,
    nullable: true,
    range: [-273.15, 10_000],
    chart: { chart: 'temperature', line: 'temperature', color: 2, unit: 'celsius' },
    alert: 'temperature',
  },
  {
    name: 'gpu_usage',
    unit: 'percent, mean over the devices',
    ...real,
    nullable: true,
    take: ({ gpu }) => (gpu ? rounded(gpu.average_usage) : null),
    chart: { chart: 'gpu', line: 'gpu', color: 4, unit: 'percent' },
    alert: 'gpu',
  },
  {
    name: 'disk_io_json',
    unit: 'JSON text: array of { name, read_bytes_per_sec, write_bytes_per_sec }',
    type: 'TEXT',
    aggregate: 'deviceMeans',
    nullable: true,
    since: 1,
    take: (report) => (report.disk_io ? JSON.stringify(report.disk_io) : null),
    chart: {
      chart: 'io',
      unit: 'rate',
      devices: [
        { member: 'read_bytes_per_sec', line: 'read', color: 1 },
        { member: 'write_bytes_per_sec', line: 'write', color: 2 },
      ],
    },
  },
]

/** A mount and how much of it is used. */
export interface FullestMount {
  readonly path: string
  readonly percent: number
}

type Mounts = readonly MountUsage[] | null | undefined

/** Three decimals, as everywhere in the records. */
const percentOf = (used: number, total: number) => Math.round((100_000 * used) / total) / 1000

const fullest = (mounts: Mounts, shareOf: (mount: MountUsage) => number | undefined): FullestMount | undefined => {
  let found: FullestMount | undefined
  for (const mount of mounts ?? []) {
    const percent = shareOf(mount)
    if (percent !== undefined && percent > (found?.percent ?? -1)) found = { path: mount.path, percent }
  }
  return found
}

/** The mount with the least free space in proportion. */
export const fullestMount = (mounts: Mounts): FullestMount | undefined =>
  fullest(mounts, ({ used, total }) => (total > 0 ? percentOf(used, total) : undefined))

/** The mount with the fewest free inodes in proportion. */
export const fullestInodes = (mounts: Mounts): FullestMount | undefined =>
  fullest(mounts, ({ inodes, inodes_used }) =>
    inodes && inodes_used != null ? percentOf(inodes_used, inodes) : undefined,
  )

/** Agents before these columns do not report them, and no platform reports all. */
const detail = { nullable: true, detail: true, since: 3, aggregate: 'mean' } as const
const percent = { ...detail, type: 'REAL', unit: 'percent', range: [0, 100] } as const
const detailBytes = { ...detail, type: 'INTEGER', unit: 'bytes', range: [0, Number.MAX_SAFE_INTEGER] } as const
const text = { ...detail, type: 'TEXT' } as const

/** Whole numbers, because digits behind the point would take most of the space. */
const wholes = (values: readonly number[]) => values.map(Math.round)

/** What a record has beyond the totals. */
const detailRows: readonly MetricRow[] = [
  { name: 'cpu_user', ...percent },
  { name: 'cpu_system', ...percent },
  { name: 'cpu_iowait', ...percent, alert: 'cpu_iowait' },
  { name: 'cpu_steal', ...percent, alert: 'cpu_steal' },
  { name: 'mem_free', ...detailBytes },
  { name: 'mem_buffers', ...detailBytes },
  { name: 'mem_cached', ...detailBytes },
  { name: 'mem_shared', ...detailBytes },
  { name: 'pressure_cpu', ...percent, alert: 'pressure_cpu' },
  { name: 'pressure_memory', ...percent, alert: 'pressure_memory' },
  { name: 'pressure_memory_full', ...percent },
  { name: 'pressure_io', ...percent, alert: 'pressure_io' },
  { name: 'pressure_io_full', ...percent },
  {
    ...{
      ...detail,
      name: 'mount_percent',
      type: 'REAL',
      unit: 'percent, of the fullest mount',
      alert: 'mount_percent',
    },
    take: ({ mounts }) => fullestMount(mounts)?.percent ?? null,
  },
  {
    ...{ ...detail, name: 'inode_percent', type: 'REAL', unit: 'percent, of the mount with the fewest free inodes' },
    alert: 'inode_percent',
    take: ({ mounts }) => fullestInodes(mounts)?.percent ?? null,
  },
  {
    ...{ ...text, name: 'cores_json', unit: 'JSON text: array of percents', aggregate: 'listMeans' },
    take: ({ cores }) => (cores ? JSON.stringify(wholes(cores)) : null),
  },
  {
    ...{ ...text, name: 'mounts_json', unit: 'JSON text: array of { path, total, used, inodes, inodes_used }' },
    aggregate: 'deviceMeans',
    take: ({ mounts }) =>
      mounts
        ? JSON.stringify(
            mounts.map(({ path, total, used, inodes = null, inodes_used = null }) => ({
              ...{ path, total, used, inodes, inodes_used },
            })),
          )
        : null,
  },
  {
    ...{ ...text, name: 'interfaces_json', unit: 'JSON text: array of { name, in_speed, out_speed }' },
    aggregate: 'deviceMeans',
    take: ({ interfaces }) => (interfaces ? JSON.stringify(interfaces) : null),
  },
  {
    ...{ ...text, name: 'sensors_json', unit: 'JSON text: array of { name, celsius }' },
    aggregate: 'deviceMeans',
    take: ({ sensors }) =>
      sensors ? JSON.stringify(sensors.map(({ name, celsius }) => ({ name, celsius: Math.round(celsius) }))) : null,
  },
]

/** To add a metric, add a row above with the next free migration number as `since`. */
export const columns: readonly MetricColumn[] = [...rows, ...detailRows].map(column)

/** What a record contains unless its fields are requested by name. */
export const recordColumns: readonly MetricColumn[] = columns.filter(({ detail }) => !detail)
