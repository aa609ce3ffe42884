import {
  type Blocks,
  hoursPerDay,
  minuteOfKey,
  minutesPerHour,
  packKey,
  packPeriod,
  periodOfKey,
  type ServerRange,
} from '@svc/series'
import { columns, type MetricColumn, type MetricRow } from './columns.ts'

/** A value in a record column. */
export type Cell = number | string | null

/**
 * Records of one server and period in columns: the minutes of an hour or the hours of a day. `cells[c][i]` is column `c` of
 * the record at `slots[i]`.
 */
export interface RecordBlock {
  /** minute of the hour (0–59) or hour of the day (0–23), ascending */
  readonly slots: readonly number[]
  /** in the order of `columns`, or of the requested columns */
  readonly cells: readonly (readonly Cell[])[]
}

/** The columns to read. */
export type Wanted = readonly Pick<MetricRow, 'name'>[]

/** The columns with these names; all but details without `fields`. */
export const columnsOf = (fields?: readonly string[]): readonly MetricColumn[] =>
  columns.filter(({ name, detail }) => (fields ? fields.includes(name) : !detail))

/** The names of all columns, for those who move whole records. */
export const allFields = (): readonly string[] => columns.map(({ name }) => name)

/** Merges two blocks; records of `newer` take precedence. */
export function mergeBlocks(older: RecordBlock, newer: RecordBlock): RecordBlock {
  const from = new Map<number, readonly [RecordBlock, number]>()
  for (const block of [older, newer]) for (const [i, slot] of block.slots.entries()) from.set(slot, [block, i])
  const slots = [...from.keys()].sort((a, b) => a - b)
  const rows = slots.map((slot) => from.get(slot) as readonly [RecordBlock, number])
  return { slots, cells: newer.cells.map((_, c) => rows.map(([block, i]) => block.cells[c]?.[i] ?? null)) }
}

/** Whether both blocks have the same records. */
export const isSameBlock = (a: RecordBlock, b: RecordBlock): boolean =>
  a.slots.length === b.slots.length &&
  a.slots.every((slot, i) => slot === b.slots[i]) &&
  a.cells.every((cells, c) => cells.every((cell, i) => cell === b.cells[c]?.[i]))

/** Total length of all strings. */
export const textLength = ({ cells }: RecordBlock): number =>
  cells.reduce((sum, column) => column.reduce<number>((n, c) => n + (typeof c === 'string' ? c.length : 0), sum), 0)

/** Records of one resolution: rows while they are written, and one block per server and period once it is complete. */
export interface Tier {
  readonly blocks: Blocks
  /** maximum number of records per period */
  readonly per: number
  /** interval between records */
  readonly seconds: number
  /** row key of a bucket (a minute or hour since the epoch) of server `number` */
  keyOf(bucket: number, number: number): number
  bucketOf(key: number): number
}

/** A record per minute, sealed by the hour. */
export const minutes: Tier = {
  blocks: { table: 'metrics_sealed_hours', unit: 'hour' },
  per: minutesPerHour,
  seconds: 60,
  keyOf: (minute, number) => packKey(minute, number),
  bucketOf: minuteOfKey,
}

/** A record per hour, sealed by the day. */
export const hours: Tier = {
  blocks: { table: 'metrics_sealed_days', unit: 'day' },
  per: hoursPerDay,
  seconds: 3600,
  keyOf: (hour, number) => packPeriod(number, hour),
  bucketOf: periodOfKey,
}

/** A row of a records table. */
export type Row = Readonly<Record<string, Cell>> & { readonly id: number }

/** Reads records as blocks by period. */
export type ReadBlocks = (range: ServerRange) => Map<number, RecordBlock>

/** Groups ascending rows of one server into blocks by period. */
export function blocksOf(rows: readonly Row[], wanted: Wanted, { bucketOf, per }: Tier): Map<number, RecordBlock> {
  const found = new Map<number, { slots: number[]; cells: Cell[][] }>()
  for (const row of rows) {
    const bucket = bucketOf(row.id)
    const period = Math.floor(bucket / per)
    const block = found.get(period) ?? { slots: [], cells: wanted.map(() => []) }
    found.set(period, block)
    block.slots.push(bucket - period * per)
    for (const [c, { name }] of wanted.entries()) block.cells[c]?.push(row[name] ?? null)
  }
  return found
}
