import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { columns, type MetricRow } from '../columns.js'
import { type Cell, type Code, decodeColumn, encodeColumn } from './column-code.js'

/** Records of one server and hour, by column: `cells[c][i]` is column `c` of the record of minute `minutes[i]`. */
export interface HourOfRecords {
  /** minutes of the hour, 0 to 59, ascending */
  readonly minutes: readonly number[]
  /** in the order of `columns`, or of those that were asked for */
  readonly cells: readonly (readonly Cell[])[]
}

/** First byte of a block: how the rest is to be read. */
const version = 1
/** What a whole hour of 256 disks is by far below; a damaged block must not fill the memory. */
const largest = 64 * 1024 * 1024

interface Content {
  readonly minutes: readonly [count: number, Code]
  /** by name, so that columns may come later */
  readonly columns: Readonly<Record<string, Code>>
}

/** The records as a compressed block. Nothing is lost: what comes out is equal to what went in. */
export function sealHour({ minutes, cells }: HourOfRecords): Buffer {
  const content: Content = {
    minutes: [minutes.length, encodeColumn(minutes)],
    columns: Object.fromEntries(columns.map(({ name }, i) => [name, encodeColumn(cells[i] ?? [])])),
  }
  return Buffer.concat([Buffer.of(version), deflateRawSync(JSON.stringify(content), { level: 6 })])
}

const isMinute = (minute: unknown) => Number.isInteger(minute) && (minute as number) < 60

/** The records of a block, with some columns of it. Columns that did not exist when it was sealed are null. */
export function openHour(block: Uint8Array, wanted: readonly Pick<MetricRow, 'name'>[] = columns): HourOfRecords {
  if (block[0] !== version) throw new Error(`a sealed hour has version ${block[0]}; this program reads ${version}`)
  const text = inflateRawSync(block.subarray(1), { maxOutputLength: largest }).toString()
  const { minutes, columns: codes } = JSON.parse(text) as Content
  const [count] = minutes
  const found = decodeColumn(minutes[1], count) as number[]
  if (found.length !== count || !found.every((minute, i) => isMinute(minute) && minute > (found[i - 1] ?? -1))) {
    throw new Error('a sealed hour has minutes that no hour has')
  }
  return {
    minutes: found,
    cells: wanted.map(({ name }) => decodeColumn(codes[name] ?? ['c', null], count)),
  }
}

/** Both together; where both have a record of a minute, that of `newer` counts. */
export function mergeHours(older: HourOfRecords, newer: HourOfRecords): HourOfRecords {
  const from = new Map<number, readonly [HourOfRecords, number]>()
  for (const hour of [older, newer]) for (const [i, minute] of hour.minutes.entries()) from.set(minute, [hour, i])
  const minutes = [...from.keys()].sort((a, b) => a - b)
  const rows = minutes.map((minute) => from.get(minute) as readonly [HourOfRecords, number])
  return { minutes, cells: columns.map((_, c) => rows.map(([hour, i]) => hour.cells[c]?.[i] ?? null)) }
}
