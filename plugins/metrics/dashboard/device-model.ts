import type { MetricColumn } from '@svc/plugin-metrics/columns'
import type { GpuColumn } from '@svc/plugin-metrics/gpu-columns'
import type { ChartModel, Line } from './chart-model.ts'
import { type DeviceValues, type Frame, isDeviceLines, type Values } from './frame.ts'

/** Mean of the values, ignoring nulls. */
function meanOf(values: Values): number {
  let sum = 0
  let count = 0
  for (const value of values) {
    if (value === null) continue
    sum += value
    count++
  }
  return count > 0 ? sum / count : 0
}

const load = ({ values }: DeviceValues) => Object.values(values).reduce((sum, list) => sum + meanOf(list), 0)

/** One chart per device, busiest first. None for a single device: the total chart already shows it. */
export function deviceCharts(frame: Frame, columns: readonly MetricColumn[]): readonly ChartModel[] {
  return columns.flatMap(({ name, chart }) => {
    const devices = frame.devices[name] ?? []
    if (!isDeviceLines(chart) || devices.length < 2) return []
    return devices
      .map((device) => ({ device, load: load(device) }))
      .sort((a, b) => b.load - a.load)
      .map(
        ({ device }): ChartModel => ({
          id: `${chart.chart}:${device.name}`,
          title: `${chart.chart}Of`,
          device: device.name,
          unit: chart.unit,
          lines: chart.devices.map(({ member, line, color }) => ({
            id: line,
            values: device.values[member] ?? [],
            color,
          })),
        }),
      )
  })
}

/** A row of `GET /api/servers/{id}/gpu-records`. */
export type GpuRecord = Readonly<Record<string, unknown>> & { readonly time: string }

/** A GPU, identified by index and name. */
export interface Gpu {
  readonly id: string
  readonly index: number
  readonly name: string
  readonly values: Readonly<Record<string, Values>>
}

/** The GPU metrics of a time range. */
export interface GpuFrame {
  /** seconds since the epoch, ascending */
  readonly times: readonly number[]
  /** by index */
  readonly devices: readonly Gpu[]
}

const isFiniteNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

const share = (used: unknown, total: unknown) =>
  isFiniteNumber(used) && isFiniteNumber(total) && total > 0 ? (100 * used) / total : null

export function buildGpuFrame(records: readonly GpuRecord[], columns: readonly GpuColumn[]): GpuFrame {
  const places = new Map<string, number>()
  for (const { time } of records) if (!places.has(time)) places.set(time, places.size)
  const devices = new Map<
    string,
    { id: string; index: number; name: string; values: Record<string, (number | null)[]> }
  >()
  const declared = columns.filter(({ chart }) => chart)
  for (const record of records) {
    const { device_index: index, device_name: name } = record
    if (!isFiniteNumber(index) || typeof name !== 'string') continue
    const id = `${index}:${name}`
    const empty = () => Array<number | null>(places.size).fill(null)
    const values = () => Object.fromEntries(declared.map((column) => [column.name, empty()]))
    const device = devices.get(id) ?? { id, index, name, values: values() }
    devices.set(id, device)
    const at = places.get(record.time) ?? 0
    for (const { name: column, chart } of declared) {
      const value = record[column]
      const list = device.values[column] as (number | null)[]
      list[at] =
        chart?.shareOf === undefined ? (isFiniteNumber(value) ? value : null) : share(value, record[chart.shareOf])
    }
  }
  const times = [...places.keys()].map((time) => Date.parse(time) / 1000)
  const sorted = [...devices.values()].sort((a, b) => a.index - b.index || a.name.localeCompare(b.name, 'en'))
  return { times, devices: sorted }
}

/** The `count` devices with the highest means, by place. */
export function busiest(devices: readonly Gpu[], count: number): readonly Gpu[] {
  const ranked = devices.map((device) => ({ device, load: load(device) })).sort((a, b) => b.load - a.load)
  const chosen = new Set(ranked.slice(0, count).map(({ device }) => device))
  return devices.filter((device) => chosen.has(device))
}

/** A chart per declared column with a line per device. */
export function gpuCharts(devices: readonly Gpu[], columns: readonly GpuColumn[]): readonly ChartModel[] {
  return columns.flatMap(({ name, chart }) => {
    if (!chart) return []
    const lines = devices.map(
      (device, at): Line => ({
        id: device.id,
        name: `${device.index}: ${device.name}`,
        values: device.values[name] ?? [],
        color: (at % 6) + 1,
      }),
    )
    return [{ id: chart.chart, title: chart.chart, unit: chart.unit, lines }]
  })
}
