import { type TSchema, Type } from '@sinclair/typebox'
import { Nullable } from '@svc/plugin-sdk'
import type { ReportPayload } from '@svc/protocol'

/**
 * How the records of an hour become one. `mean` is over the records that have a value, and a whole number without its
 * fraction where the column is one; `max` is for counters that only grow; `deviceMeans` is a mean per device.
 */
export type Aggregate = 'mean' | 'max' | 'deviceMeans'

/** A metric that is stored. Tables, INSERTs, aggregation, sealed hours, the API and its schema derive from the rows below. */
export interface MetricColumn {
  readonly name: string
  readonly unit: string
  readonly type: 'INTEGER' | 'REAL' | 'TEXT'
  readonly aggregate: Aggregate
  /** columns that came after the first migration must be */
  readonly nullable?: true
  /** number of the migration that adds it: 1 creates the table, a later free number adds the column */
  readonly since: number
  readonly take: (report: ReportPayload) => number | string | null
}

/** Three decimals: beyond the precision of any source, and digits of noise would not compress. */
export const rounded = (value: number) => Math.round(value * 1000) / 1000
const roundedOrNull = (value: number | null | undefined) => (value == null ? null : rounded(value))

/** To add a metric, add a row with the next free migration number as `since`. */
export const columns: readonly MetricColumn[] = [
  { name: 'cpu', unit: 'percent', type: 'REAL', aggregate: 'mean', since: 1, take: (r) => rounded(r.cpu) },
  { name: 'mem_used', unit: 'bytes', type: 'INTEGER', aggregate: 'mean', since: 1, take: (r) => r.mem_used },
  { name: 'swap_used', unit: 'bytes', type: 'INTEGER', aggregate: 'mean', since: 1, take: (r) => r.swap_used },
  { name: 'disk_used', unit: 'bytes', type: 'INTEGER', aggregate: 'mean', since: 1, take: (r) => r.disk_used },
  {
    name: 'net_in_speed',
    unit: 'bytes per second',
    type: 'INTEGER',
    aggregate: 'mean',
    since: 1,
    take: (r) => r.net_in_speed,
  },
  {
    name: 'net_out_speed',
    unit: 'bytes per second',
    type: 'INTEGER',
    aggregate: 'mean',
    since: 1,
    take: (r) => r.net_out_speed,
  },
  {
    name: 'net_in_transfer',
    unit: 'bytes, cumulative',
    type: 'INTEGER',
    aggregate: 'max',
    since: 1,
    take: (r) => r.net_in_transfer,
  },
  {
    name: 'net_out_transfer',
    unit: 'bytes, cumulative',
    type: 'INTEGER',
    aggregate: 'max',
    since: 1,
    take: (r) => r.net_out_transfer,
  },
  { name: 'load1', unit: 'load average', type: 'REAL', aggregate: 'mean', since: 1, take: (r) => rounded(r.load1) },
  { name: 'load5', unit: 'load average', type: 'REAL', aggregate: 'mean', since: 1, take: (r) => rounded(r.load5) },
  { name: 'load15', unit: 'load average', type: 'REAL', aggregate: 'mean', since: 1, take: (r) => rounded(r.load15) },
  { name: 'tcp_conn', unit: 'connections', type: 'INTEGER', aggregate: 'mean', since: 1, take: (r) => r.tcp_conn },
  { name: 'udp_conn', unit: 'sockets', type: 'INTEGER', aggregate: 'mean', since: 1, take: (r) => r.udp_conn },
  {
    name: 'process_count',
    unit: 'processes',
    type: 'INTEGER',
    aggregate: 'mean',
    since: 1,
    take: (r) => r.process_count,
  },
  {
    name: 'temperature',
    unit: 'degrees Celsius',
    type: 'REAL',
    aggregate: 'mean',
    nullable: true,
    since: 1,
    take: (r) => roundedOrNull(r.temperature),
  },
  {
    name: 'gpu_usage',
    unit: 'percent, mean over the devices',
    type: 'REAL',
    aggregate: 'mean',
    nullable: true,
    since: 1,
    take: (r) => roundedOrNull(r.gpu?.average_usage),
  },
  {
    name: 'disk_io_json',
    unit: 'JSON text: array of { name, read_bytes_per_sec, write_bytes_per_sec }',
    type: 'TEXT',
    aggregate: 'deviceMeans',
    nullable: true,
    since: 1,
    take: (r) => (r.disk_io ? JSON.stringify(r.disk_io) : null),
  },
]

const kinds = { INTEGER: Type.Integer, REAL: Type.Number, TEXT: Type.String }

type Declared = Pick<MetricColumn, 'name' | 'unit' | 'type' | 'nullable'>

/** The members of a record in the API that come from columns. */
export const columnSchemas = (of: readonly Declared[]): Record<string, TSchema> =>
  Object.fromEntries(
    of.map(({ name, unit, type, nullable }) => {
      const schema = kinds[type]({ description: unit })
      return [name, nullable ? Nullable(schema) : schema]
    }),
  )
