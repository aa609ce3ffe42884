import type { DeviceLines, MetricColumn } from '@svc/plugin-metrics/columns'
import type { HistoryQuery } from './history-query.ts'

/** A row of `GET /api/servers/{id}/records`. */
export type StoredRecord = Readonly<Record<string, unknown>> & { readonly time: string }

/** A point on the time axis with its records: one, several to be merged, or none. */
export interface Point<Row = Readonly<Record<string, unknown>>> {
  /** seconds since the epoch */
  readonly time: number
  readonly rows: readonly Row[]
}

/** The points of a chart. */
export interface Points {
  readonly points: readonly Point[]
  /** seconds; points further apart are not connected */
  readonly gapAfter: number
  /** times of the hourly points */
  readonly hours: readonly number[]
}

const hour = 3600
/** Seconds. Raw records are a minute apart and one may be late; hourly ones are exact. */
const maxDistance = { raw: 150, hourly: 1.5 * hour }

const hourOf = (at: number) => Math.floor(at / hour) * hour

const toPoint = (record: StoredRecord): Point => ({ time: Date.parse(record.time) / 1000, rows: [record] })

/** Groups per-minute points by hour. */
function byHour(raw: readonly Point[]): ReadonlyMap<number, readonly Point[]> {
  const hours = new Map<number, Point[]>()
  for (const point of raw) {
    const start = hourOf(point.time)
    const group = hours.get(start)
    if (group) group.push(point)
    else hours.set(start, [point])
  }
  return hours
}

/** Hourly points, with the mean so far for hours not aggregated yet, and the latest record at its own time. */
function hourlyPoints(hourly: readonly Point[], raw: readonly Point[]): Points {
  const aggregated = new Set(hourly.map(({ time }) => time))
  const fresh = [...byHour(raw)].filter(([start]) => !aggregated.has(start))
  const folded = fresh.map(([time, points]): Point => ({ time, rows: points.flatMap(({ rows }) => rows) }))
  const all = [...hourly, ...folded].sort((a, b) => a.time - b.time)
  const last = fresh.at(-1)?.[1].at(-1)
  const points = last && last.time > (all.at(-1)?.time ?? 0) ? [...all, last] : all
  return { points, gapAfter: maxDistance.hourly, hours: all.map(({ time }) => time) }
}

/** Per-minute points, or hourly ones where the minutes have expired. */
function rawPoints(minutes: readonly Point[], hourly: readonly Point[], from: number): Points {
  const rawHours = byHour(minutes)
  const raw = minutes.filter(({ time }) => time >= from)
  const olderHours = hourly.filter(({ time }) => !rawHours.has(time))
  if (olderHours.length === 0) return { points: raw, gapAfter: maxDistance.raw, hours: [] }
  const isHour = new Set(olderHours)
  const points: Point[] = []
  for (const point of [...olderHours, ...raw].sort((a, b) => a.time - b.time)) {
    const before = points.at(-1)
    // hourly points may be far apart, per-minute ones may not: an empty point keeps their gap open
    if (before && !isHour.has(before) && !isHour.has(point) && point.time - before.time > maxDistance.raw) {
      points.push({ time: before.time + 60, rows: [] })
    }
    points.push(point)
  }
  return { points, gapAfter: maxDistance.hourly, hours: olderHours.map(({ time }) => time) }
}

/** Combines raw and hourly records into ascending points. */
export function toPoints(
  { tier, span }: Pick<HistoryQuery, 'tier' | 'span'>,
  { raw, hourly }: { raw: readonly StoredRecord[]; hourly: readonly StoredRecord[] },
): Points {
  const minutes = raw.map(toPoint)
  const hours = hourly.map(toPoint)
  return tier === 'raw' ? rawPoints(minutes, hours, span.from) : hourlyPoints(hours, minutes)
}

/** A device with a number for each requested member. */
export type DeviceEntry = Readonly<Record<string, string | number>> & { readonly name: string }

/** Parses a device list from the API. Invalid lists and entries are ignored. */
function parseDevices(text: unknown, members: readonly string[]): readonly DeviceEntry[] {
  if (typeof text !== 'string' || text === '') return []
  const isEntry = (value: unknown): value is DeviceEntry => {
    const device = (value ?? {}) as Readonly<Record<string, unknown>>
    return typeof device.name === 'string' && members.every((member) => Number.isFinite(device[member]))
  }
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter(isEntry) : []
  } catch {
    return []
  }
}

export type Values = readonly (number | null)[]

/** The values of one device, by member. */
export interface DeviceValues {
  readonly name: string
  readonly values: Readonly<Record<string, Values>>
}

/** Values over time, by column. */
export interface Frame {
  /** seconds since the epoch, ascending */
  readonly times: readonly number[]
  /** columns of numbers by name */
  readonly values: Readonly<Record<string, Values>>
  /** columns of devices by name; the devices in the order of their names */
  readonly devices: Readonly<Record<string, readonly DeviceValues[]>>
}

type Row = Readonly<Record<string, unknown>>

const isFiniteNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

function meanOf(rows: readonly Row[], name: string): number | null {
  let sum = 0
  let count = 0
  for (const row of rows) {
    const value = row[name]
    if (!isFiniteNumber(value)) continue
    sum += value
    count++
  }
  return count === 0 ? null : sum / count
}

/** One value per point; the mean of several records. */
function numberColumn(points: readonly Point[], { name }: MetricColumn): Values {
  return points.map(({ rows }) => {
    if (rows.length !== 1) return meanOf(rows, name)
    const value = rows[0]?.[name]
    return isFiniteNumber(value) ? value : null
  })
}

/** The devices in any of the records; null at points without them. */
function deviceColumn(points: readonly Point[], name: string, members: readonly string[]): readonly DeviceValues[] {
  const found = new Map<string, Record<string, (number | null)[]>>()
  const nothing = () =>
    Object.fromEntries(members.map((member) => [member, Array<number | null>(points.length).fill(null)]))
  for (const [at, { rows }] of points.entries()) {
    const seen = new Map<string, number>()
    for (const row of rows) {
      for (const entry of parseDevices(row[name], members)) {
        const values = found.get(entry.name) ?? nothing()
        found.set(entry.name, values)
        const before = seen.get(entry.name) ?? 0
        seen.set(entry.name, before + 1)
        for (const member of members) {
          const list = values[member] as (number | null)[]
          // the mean of those seen so far
          list[at] = ((list[at] ?? 0) * before + (entry[member] as number)) / (before + 1)
        }
      }
    }
  }
  return [...found]
    .map(([device, values]) => ({ name: device, values }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
}

export const isDeviceLines = (chart: MetricColumn['chart']): chart is DeviceLines => !!chart && 'devices' in chart

/** Builds the frame of `points` for the declared columns. */
export function buildFrame(points: readonly Point[], columns: readonly MetricColumn[]): Frame {
  const values: Record<string, Values> = {}
  const lists: Record<string, readonly DeviceValues[]> = {}
  for (const column of columns) {
    const { name, type, chart } = column
    if (type !== 'TEXT') values[name] = numberColumn(points, column)
    else if (isDeviceLines(chart))
      lists[name] = deviceColumn(
        points,
        name,
        chart.devices.map(({ member }) => member),
      )
  }
  return { times: points.map(({ time }) => time), values, devices: lists }
}
