import { api, type CsvCell, errorText, fileNameOf, saveFile, toast, toCsv, toIsoTime, useT } from '@svc/dashboard-sdk'
import { recordColumns as columns, type MetricColumn } from '@svc/plugin-metrics/columns'
import { gpuColumns } from '@svc/plugin-metrics/gpu-columns'
import { useEffect, useRef, useState } from 'react'
import type { GpuRecord } from './device-model.ts'
import { type Frame, isDeviceLines } from './frame.ts'
import { type CsvColumn, makeGpuCsv, readInChunks } from './gpu-csv.ts'
import type { FileParts } from './metric-chart.tsx'
import type { History } from './use-history.ts'

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

/** Exports the history as one CSV table. GPU records are fetched for it. */
export function useMetricsCsv(serverId: string, file: FileParts) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const run = useRef<AbortController>(undefined)
  useEffect(() => () => run.current?.abort(), [])

  async function save(history: History) {
    const { span } = history.query
    const control = new AbortController()
    const { signal } = control
    run.current = control
    const path = `/api/servers/${encodeURIComponent(serverId)}/gpu-records`
    const read = ({ from, to }: typeof span) =>
      api<readonly GpuRecord[]>('GET', path, undefined, {
        search: { from: toIsoTime(from), to: toIsoTime(to) },
        signal,
      })
    setBusy(true)
    try {
      const gpus = makeGpuCsv(history.frame.times, gpuColumns)
      if (history.hasGpus) await readInChunks(span, read, gpus.add)
      const table = metricsTable(history.frame, columns, gpus.columns())
      saveFile(fileNameOf(file, 'csv'), 'text/csv;charset=utf-8', toCsv(table))
    } catch (error) {
      if (!signal.aborted) toast.error(errorText(error, t))
    } finally {
      setBusy(false)
    }
  }
  return { busy, save }
}
