import { columns, type MetricColumn } from '@svc/plugin-metrics/columns'

/** What charts can show of a server, and where it is stored. */
const stored = {
  cpu: 'cpu',
  memory: 'mem_used',
  disk: 'disk_used',
  load1: 'load1',
  load5: 'load5',
  load15: 'load15',
  net_in: 'net_in_speed',
  net_out: 'net_out_speed',
} as const

export type ChartMetric = keyof typeof stored
export const chartMetrics = Object.keys(stored) as [ChartMetric, ...ChartMetric[]]

/** Hours that charts can show. */
export const chartHours = { h1: 1, h6: 6, h12: 12, h24: 24, h72: 72, h168: 168 } as const

const made = new Map<ChartMetric, readonly MetricColumn[]>()

/** The column of a metric, as a list that stays the same. */
export function columnsOf(metric: ChartMetric): readonly MetricColumn[] {
  const known = made.get(metric) ?? columns.filter(({ name }) => name === stored[metric])
  made.set(metric, known)
  return known
}
