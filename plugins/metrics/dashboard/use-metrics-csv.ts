import { api, errorText, fileNameOf, saveFile, toast, toCsv, toIsoTime, useT } from '@svc/dashboard-sdk'
import { columns } from '@svc/plugin-metrics/columns'
import { gpuColumns } from '@svc/plugin-metrics/gpu-columns'
import { useEffect, useRef, useState } from 'react'
import type { GpuRecord } from './device-model.ts'
import { readInChunks } from './gpu-chunks.ts'
import { makeGpuCsv } from './gpu-csv.ts'
import type { FileParts } from './metric-chart.tsx'
import { metricsTable } from './metrics-csv.ts'
import type { History } from './use-history.ts'

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
      const gpus = makeGpuCsv(history.times, gpuColumns)
      if (history.hasGpus) await readInChunks(span, read, gpus.add)
      const table = metricsTable(history.frame(), columns, gpus.columns())
      saveFile(fileNameOf(file, 'csv'), 'text/csv;charset=utf-8', toCsv(table))
    } catch (error) {
      if (!signal.aborted) toast.error(errorText(error, t))
    } finally {
      setBusy(false)
    }
  }
  return { busy, save }
}
