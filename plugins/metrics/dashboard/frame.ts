import type { DeviceLines, MetricColumn } from '@svc/plugin-metrics/columns'
import type { Point } from './points.ts'

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

function meanOf(rows: readonly Row[], name: string, largest: boolean): number | null {
  let sum = 0
  let count = 0
  let most = Number.NEGATIVE_INFINITY
  for (const row of rows) {
    const value = row[name]
    if (!isFiniteNumber(value)) continue
    sum += value
    count++
    if (value > most) most = value
  }
  return count === 0 ? null : largest ? most : sum / count
}

/** One value per point; the mean of several records, or the maximum for counters. */
function numberColumn(points: readonly Point[], { name, aggregate }: MetricColumn): Values {
  return points.map(({ rows }) => {
    if (rows.length !== 1) return meanOf(rows, name, aggregate === 'max')
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
