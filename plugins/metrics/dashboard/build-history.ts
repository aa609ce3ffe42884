import { recordColumns as columns } from '@svc/plugin-metrics/columns'
import { buildCharts, type ChartModel, type Totals } from './chart-model.ts'
import { deviceCharts } from './device-model.ts'
import { buildFrame, type Frame, type StoredRecord, toPoints, type Values } from './frame.ts'
import type { HistoryQuery } from './history-query.ts'

/** API responses and how to interpret them. */
export interface HistoryRequest {
  readonly query: HistoryQuery
  /** raw records, if requested */
  readonly raw?: ArrayBuffer
  /** hourly records, if requested */
  readonly hourly?: ArrayBuffer
  readonly totals: Totals
}

/** The data and charts of a time range. */
export interface HistoryData {
  readonly frame: Frame
  readonly charts: readonly ChartModel[]
  /** busiest first */
  readonly devices: readonly ChartModel[]
  /** seconds */
  readonly gapAfter: number
  /** times of the hourly points */
  readonly hours: readonly number[]
}

function parseRecords(bytes: ArrayBuffer | undefined): readonly StoredRecord[] {
  if (!bytes) return []
  const answer = JSON.parse(new TextDecoder().decode(bytes)) as { data?: unknown } | null
  if (!Array.isArray(answer?.data)) throw new Error('response has no records')
  return answer.data
}

/** Parses the responses and builds charts. Takes up to a second, so it must not run on the main thread. */
export function buildHistory({ query, raw, hourly, totals }: HistoryRequest): HistoryData {
  const { points, gapAfter, hours } = toPoints(query, { raw: parseRecords(raw), hourly: parseRecords(hourly) })
  const frame = buildFrame(points, columns)
  return {
    frame,
    charts: buildCharts(frame, { columns, totals }),
    devices: deviceCharts(frame, columns),
    gapAfter,
    hours,
  }
}

/** Data in which each list of numbers is an array that moves between threads without a copy; NaN stands for null. */
export type Packed = { readonly packed: unknown }

type Numbers = Float64Array<ArrayBuffer>
const isNumbers = (value: unknown): value is Numbers => value instanceof Float64Array

const isValues = (value: unknown): value is Values =>
  Array.isArray(value) && value.length > 0 && value.every((one) => one === null || typeof one === 'number')

const mapMembers = (value: object, to: (member: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [name, to(member)]))

/** Packs data of the worker, each list once. `buffers` must be transferred. */
export function pack(data: HistoryData): Packed & { readonly buffers: readonly ArrayBuffer[] } {
  const lists = new Map<Values, Numbers>()
  const packValue = (value: unknown): unknown => {
    if (isValues(value)) {
      const numbers = lists.get(value) ?? Float64Array.from(value, (one) => one ?? Number.NaN)
      lists.set(value, numbers)
      return numbers
    }
    if (Array.isArray(value)) return value.map(packValue)
    return typeof value === 'object' && value !== null ? mapMembers(value, packValue) : value
  }
  const packed = packValue(data)
  return { packed, buffers: [...lists.values()].map(({ buffer }) => buffer) }
}

/** Unpacks lists when they are first used: of two hundred disks, only four are drawn. */
export function unpack({ packed }: Packed): HistoryData {
  const lists = new Map<Numbers, Values>()
  /** Returns the same list every time, so that memoized charts do not change. */
  const unpackList = (numbers: Numbers): Values => {
    const list = lists.get(numbers) ?? Array.from(numbers, (one) => (Number.isNaN(one) ? null : one))
    lists.set(numbers, list)
    return list
  }
  const unpackValue = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(unpackValue)
    if (typeof value !== 'object' || value === null) return value
    const found = {}
    for (const [name, member] of Object.entries(value)) {
      const property = isNumbers(member) ? { get: () => unpackList(member) } : { value: unpackValue(member) }
      Object.defineProperty(found, name, { ...property, enumerable: true })
    }
    return found
  }
  return unpackValue(packed) as HistoryData
}
