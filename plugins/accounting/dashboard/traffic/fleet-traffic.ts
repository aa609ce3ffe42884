import type { TrafficOverview } from '@svc/plugin-accounting/contract'
import type { SortKeys } from '../table-search.ts'

/** Percent of the limit above which a server counts as near it. */
export const nearLimit = 80

export const totalOf = ({ cycle_in, cycle_out }: Pick<TrafficOverview, 'cycle_in' | 'cycle_out'>): number =>
  cycle_in + cycle_out

export const isNearLimit = ({ percent_used }: Pick<TrafficOverview, 'percent_used'>): boolean =>
  percent_used !== null && percent_used > nearLimit

export function trafficKeys(row: TrafficOverview, column: string): SortKeys {
  const keys: Record<string, SortKeys[number]> = {
    name: row.name,
    in: row.cycle_in,
    out: row.cycle_out,
    total: totalOf(row),
    limit: row.traffic_limit,
    usage: row.percent_used,
    prediction: row.prediction?.estimated_percent ?? null,
    left: row.days_remaining,
  }
  // servers without a limit are sorted by their total
  return [keys[column] ?? null, ...(column === 'usage' || column === 'prediction' ? [totalOf(row)] : [])]
}

/** Total traffic of all servers in their current cycles, and the top server. */
export function fleetTraffic(rows: readonly TrafficOverview[]) {
  let top: TrafficOverview | undefined
  let inward = 0
  let out = 0
  for (const row of rows) {
    inward += row.cycle_in
    out += row.cycle_out
    if (totalOf(row) > (top ? totalOf(top) : 0)) top = row
  }
  return { in: inward, out, top, near: rows.filter(isNearLimit).length, limited: rows.filter(hasLimit).length }
}

const hasLimit = ({ traffic_limit }: TrafficOverview) => traffic_limit !== null

/** The counted direction; undefined for the default, both. */
export const countedType = (type: string | null): 'up' | 'down' | undefined =>
  type === 'up' || type === 'down' ? type : undefined

/** CSV rows with bytes and percentages as plain numbers. */
export const trafficCsv = (rows: readonly TrafficOverview[]): string[][] => [
  [
    ...['server_id', 'name', 'billing_cycle', 'bytes_in', 'bytes_out', 'bytes_total', 'traffic_limit'],
    ...['traffic_limit_type', 'percent_used', 'estimated_total', 'estimated_percent', 'days_remaining'],
  ],
  ...rows.map((row) =>
    [
      ...[row.server_id, row.name, row.billing_cycle, row.cycle_in, row.cycle_out, totalOf(row), row.traffic_limit],
      ...[row.traffic_limit_type, row.percent_used, row.prediction?.estimated_total ?? null],
      ...[row.prediction?.estimated_percent ?? null, row.days_remaining],
    ].map((value) => String(value ?? '')),
  ),
]
