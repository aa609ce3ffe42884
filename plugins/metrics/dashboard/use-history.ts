import { type AbsoluteRange, type ApiError, toIsoTime, useApi, useApiBytes, useServer } from '@svc/dashboard-sdk'
import { columns } from '@svc/plugin-metrics/columns'
import { useMemo, useState } from 'react'
import type { Question } from './build-history.ts'
import type { ChartModel } from './chart-model.ts'
import type { Frame } from './frame.ts'
import { type Gap, gapsOf, type StoredGap } from './gaps.ts'
import type { Reading } from './history-query.ts'
import { frameIn, hasValues, modelOf, type PackedHistory } from './packed-history.ts'
import { useWorkedOut } from './use-history-worker.ts'

/** What is stored of a stretch of time, ready to be drawn. */
export interface History {
  readonly reading: Reading
  readonly times: readonly number[]
  readonly charts: readonly ChartModel[]
  /** of devices, the busiest first */
  readonly devices: readonly ChartModel[]
  readonly hasGpus: boolean
  readonly gaps: readonly Gap[]
  readonly gapAfter: number
  /** the times of the points that stand for an hour */
  readonly hours: readonly number[]
  /** everything that was read */
  frame(): Frame
}

const historyOf = (packed: PackedHistory, reading: Reading, gaps: readonly Gap[]): History => ({
  reading,
  times: packed.times,
  charts: packed.charts.map(modelOf),
  devices: packed.devices.map(modelOf),
  hasGpus: hasValues(packed.values.gpu_usage),
  gaps,
  gapAfter: packed.gapAfter,
  hours: packed.hours,
  frame: () => frameIn(packed),
})

const minute = 60_000
const nothing: readonly never[] = []
const noTotals = { mem_total: 0, swap_total: 0, disk_total: 0 }

const few = 600
const isNear = (a: AbsoluteRange, b: AbsoluteRange) => Math.abs(a.from - b.from) < few && Math.abs(a.to - b.to) < few

/** All that is drawn or exported, and not whose records they are. */
const fields = columns.map(({ name }) => name).join(',')

/** Reads records of one interval while a span is asked for. */
function useRecords(
  path: string,
  interval: 'raw' | 'hourly',
  span: AbsoluteRange | undefined,
  refetchInterval: number | false,
) {
  const { from, to } = span ?? { from: 0, to: 0 }
  return useApiBytes(`${path}/records`, {
    search: { from: toIsoTime(from), to: toIsoTime(to), interval, fields },
    enabled: span !== undefined,
    refetchInterval,
  })
}

/**
 * The history of a server. While another stretch is being read, `history` is the last one that was complete. An hour that
 * should be aggregated by now is asked for again every minute.
 */
export function useHistory(serverId: string, reading: Reading) {
  const path = `/api/servers/${encodeURIComponent(serverId)}`
  const { span, moving } = reading
  const again = moving && reading.hourly ? minute : false
  const raw = useRecords(path, 'raw', reading.raw, false)
  const hourly = useRecords(path, 'hourly', reading.hourly, again)
  // charts wait for the reasons, to be drawn once, but do without: one that cannot be told is no failure of theirs
  const told = useApi<readonly StoredGap[]>(`${path}/gaps`, {
    search: { from: toIsoTime(span.from), to: toIsoTime(span.to) },
  })
  const { mem_total, swap_total, disk_total } = useServer(serverId) ?? noTotals
  const question = useMemo((): Question | undefined => {
    const read = { ...(raw.data ? { raw: raw.data } : {}), ...(hourly.data ? { hourly: hourly.data } : {}) }
    const isRead = (!reading.raw || read.raw) && (!reading.hourly || read.hourly)
    return isRead ? { reading, ...read, totals: { mem_total, swap_total, disk_total } } : undefined
  }, [reading, raw.data, hourly.data, mem_total, swap_total, disk_total])
  const worked = useWorkedOut(question)
  const reasons = told.data ?? (told.error ? nothing : undefined)
  const { result } = worked
  const complete = useMemo(
    (): History | undefined =>
      result && reasons && historyOf(result, reading, gapsOf(reasons, reading.span, result.hours)),
    [reading, result, reasons],
  )
  const [last, setLast] = useState(complete)
  if (complete && complete !== last) setLast(complete)
  const failure: ApiError | null | undefined = raw.error ?? hourly.error ?? worked.failure
  return {
    history: complete ?? last,
    /** what is shown is not what was asked for, nor the same a few minutes ago */
    waiting: complete === undefined && last !== undefined && !isNear(last.reading.span, span),
    failure: failure ?? undefined,
    retry: () => {
      for (const answer of [raw, hourly]) if (answer.error) void answer.refetch()
      if (worked.failure) worked.again()
    },
  }
}
