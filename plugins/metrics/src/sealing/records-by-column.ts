import type { MetricRow } from '../columns.ts'
import type { Cell } from './column-code.ts'

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
