import { columns, type MetricColumn } from '@svc/plugin-metrics/columns'

/** Chart metrics and their columns. */
const columnNames = {
  cpu: 'cpu',
  memory: 'mem_used',
  disk: 'disk_used',
  load1: 'load1',
  load5: 'load5',
  load15: 'load15',
  net_in: 'net_in_speed',
  net_out: 'net_out_speed',
} as const

export type ChartMetric = keyof typeof columnNames
export const chartMetrics = Object.keys(columnNames) as [ChartMetric, ...ChartMetric[]]

/** Hours that charts can show. */
export const chartHours = { h1: 1, h6: 6, h12: 12, h24: 24, h72: 72, h168: 168 } as const

const cache = new Map<ChartMetric, readonly MetricColumn[]>()

/** The column of a metric, as a referentially stable list. */
export function columnsOf(metric: ChartMetric): readonly MetricColumn[] {
  const cached = cache.get(metric) ?? columns.filter(({ name }) => name === columnNames[metric])
  cache.set(metric, cached)
  return cached
}
