import { useServerValue } from '@svc/dashboard-sdk/widgets'
import type { ServerStatus } from '@svc/widget-sdk'
import { useEffect, useMemo } from 'react'
import type { HistoryQuery } from '../../history-query.ts'
import { type ChartMetric, columnsOf } from '../history/metrics.ts'
import { useWidgetHistory } from '../history/use-widget-history.ts'
import type { ServerResult } from './use-lines.ts'

const memory = ({ mem_total }: ServerStatus) => mem_total
const disk = ({ disk_total }: ServerStatus) => disk_total
const nothing = () => 0

/** Reads one server for a chart of several; shows nothing itself. */
export function ServerQuery(props: {
  id: string
  metric: ChartMetric
  reading: HistoryQuery
  tell: (id: string, read: ServerResult) => void
}): null {
  const { id, metric, reading, tell } = props
  const columns = columnsOf(metric)
  const { stored, error, retry } = useWidgetHistory(id, { columns, reading, gaps: false })
  const total = useServerValue(id, metric === 'memory' ? memory : metric === 'disk' ? disk : nothing) ?? 0
  const line = useMemo(() => {
    if (!stored) return undefined
    const { frame, span, gapAfter } = stored
    return { times: frame.times, values: frame.values[columns[0]?.name ?? ''] ?? [], total, span, gapAfter }
  }, [stored, columns, total])
  useEffect(() => tell(id, { line, error, retry }), [id, line, error, retry, tell])
  return null
}
