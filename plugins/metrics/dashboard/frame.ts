import type { DeviceLines, MetricColumn } from '@svc/plugin-metrics/columns'
import type { Point } from './points.ts'

/** One device of a list, with a number for each member that was asked for. */
export type DeviceEntry = Readonly<Record<string, string | number>> & { readonly name: string }

/** The devices in a text of the API. Text that is no list, and what in it is no device, is left out. */
export function entriesOf(text: unknown, members: readonly string[]): readonly DeviceEntry[] {
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

/** The figures of one device of a list, by member. */
export interface DeviceValues {
  readonly name: string
  readonly values: Readonly<Record<string, Values>>
}

/** Figures over time, by column: made once of what was read, drawn many times. */
export interface Frame {
  /** seconds since the epoch, ascending */
  readonly times: readonly number[]
  /** columns of numbers by name */
  readonly values: Readonly<Record<string, Values>>
  /** columns of devices by name; the devices in the order of their names */
  readonly devices: Readonly<Record<string, readonly DeviceValues[]>>
}

type Row = Readonly<Record<string, unknown>>

const finite = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

function meanOf(rows: readonly Row[], name: string, largest: boolean): number | null {
  let sum = 0
  let count = 0
  let most = Number.NEGATIVE_INFINITY
  for (const row of rows) {
    const value = row[name]
    if (!finite(value)) continue
    sum += value
    count++
    if (value > most) most = value
  }
  return count === 0 ? null : largest ? most : sum / count
}

/** One value per point; of several records their mean, and of counters the largest. */
function numbers(points: readonly Point[], { name, aggregate }: MetricColumn): Values {
  return points.map(({ rows }) => {
    if (rows.length !== 1) return meanOf(rows, name, aggregate === 'max')
    const value = rows[0]?.[name]
    return finite(value) ? value : null
  })
}

/** The devices that some record names; a point without one of them has no value for it. */
function devices(points: readonly Point[], name: string, members: readonly string[]): readonly DeviceValues[] {
  const found = new Map<string, Record<string, (number | null)[]>>()
  const nothing = () =>
    Object.fromEntries(members.map((member) => [member, Array<number | null>(points.length).fill(null)]))
  for (const [at, { rows }] of points.entries()) {
    const seen = new Map<string, number>()
    for (const row of rows) {
      for (const entry of entriesOf(row[name], members)) {
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

/** The figures of `points` in the declared columns. */
export function frameOf(points: readonly Point[], columns: readonly MetricColumn[]): Frame {
  const values: Record<string, Values> = {}
  const lists: Record<string, readonly DeviceValues[]> = {}
  for (const column of columns) {
    const { name, type, chart } = column
    if (type !== 'TEXT') values[name] = numbers(points, column)
    else if (isDeviceLines(chart))
      lists[name] = devices(
        points,
        name,
        chart.devices.map(({ member }) => member),
      )
  }
  return { times: points.map(({ time }) => time), values, devices: lists }
}
