import type { CsvCell } from '@svc/dashboard-sdk'
import type { MetricColumn } from '@svc/plugin-metrics/columns'
import { type Frame, isDeviceLines, type Values } from './frame.ts'

/** A column and its heading. */
export interface CsvColumn {
  readonly header: string
  readonly values: Values
}

/** CSV columns of a metric: one, or one per device and member for device lists. */
function toCsvColumns({ name, chart }: MetricColumn, frame: Frame): readonly CsvColumn[] {
  if (!isDeviceLines(chart)) return frame.values[name] ? [{ header: name, values: frame.values[name] }] : []
  return (frame.devices[name] ?? []).flatMap((device) =>
    chart.devices.map(({ member }) => ({ header: `${device.name} ${member}`, values: device.values[member] ?? [] })),
  )
}

/** One row per point, with names and units as in the API so that scripts can rely on them. */
export function metricsTable(
  frame: Frame,
  columns: readonly MetricColumn[],
  gpus: readonly CsvColumn[],
): readonly (readonly CsvCell[])[] {
  const found = [...columns.flatMap((column) => toCsvColumns(column, frame)), ...gpus]
  return [
    ['time', ...found.map(({ header }) => header)],
    ...frame.times.map((time, at) => [
      new Date(time * 1000).toISOString(),
      ...found.map(({ values }) => values[at] ?? null),
    ]),
  ]
}
