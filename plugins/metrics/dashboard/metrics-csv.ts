import type { CsvCell } from '@svc/dashboard-sdk'
import type { MetricColumn } from '@svc/plugin-metrics/columns'
import { type Frame, isDeviceLines, type Values } from './frame.ts'

/** A column and its heading. */
export interface CsvColumn {
  readonly head: string
  readonly values: Values
}

/** What there is of a column: the column itself, or for a list a column per device and figure. */
function csvColumns({ name, chart }: MetricColumn, frame: Frame): readonly CsvColumn[] {
  if (!isDeviceLines(chart)) return frame.values[name] ? [{ head: name, values: frame.values[name] }] : []
  return (frame.devices[name] ?? []).flatMap((device) =>
    chart.devices.map(({ member }) => ({ head: `${device.name} ${member}`, values: device.values[member] ?? [] })),
  )
}

/** Everything that was read, a row per point: names and units as in the API, so that a script can rely on them. */
export function metricsTable(
  frame: Frame,
  columns: readonly MetricColumn[],
  gpus: readonly CsvColumn[],
): readonly (readonly CsvCell[])[] {
  const found = [...columns.flatMap((column) => csvColumns(column, frame)), ...gpus]
  return [
    ['time', ...found.map(({ head }) => head)],
    ...frame.times.map((time, at) => [
      new Date(time * 1000).toISOString(),
      ...found.map(({ values }) => values[at] ?? null),
    ]),
  ]
}
