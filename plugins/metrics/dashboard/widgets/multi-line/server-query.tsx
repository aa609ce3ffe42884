import { useServerValue } from '@svc/dashboard-sdk/widgets'
import type { ServerStatus } from '@svc/widget-sdk'
import { useEffect, useMemo } from 'react'
import type { HistoryQuery } from '../../history-query.ts'
import { type ChartMetric, columnsOf } from '../history/metrics.ts'
import { useWidgetHistory } from '../history/use-widget-history.ts'
import type { ServerResult } from './use-server-results.ts'

const memory = ({ mem_total }: ServerStatus) => mem_total
const disk = ({ disk_total }: ServerStatus) => disk_total
const nothing = () => 0

/** Queries the history of one server for a chart of several. Renders nothing. */
export function ServerQuery(props: {
  id: string
  metric: ChartMetric
  query: HistoryQuery
  onResult: (id: string, result: ServerResult) => void
}): null {
  const { id, metric, query, onResult } = props
  const columns = columnsOf(metric)
  const { stored, error, retry } = useWidgetHistory(id, { columns, query, gaps: false })
  const total = useServerValue(id, metric === 'memory' ? memory : metric === 'disk' ? disk : nothing) ?? 0
  const line = useMemo(() => {
    if (!stored) return undefined
    const { frame, span, gapAfter } = stored
    return { times: frame.times, values: frame.values[columns[0]?.name ?? ''] ?? [], total, span, gapAfter }
  }, [stored, columns, total])
  useEffect(() => onResult(id, { line, error, retry }), [id, line, error, retry, onResult])
  return null
}
