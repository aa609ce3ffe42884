import type { CostOverview } from '@svc/plugin-accounting/contract'
import type { SortKeys } from '../table-search.ts'

export type CostRow = CostOverview['servers'][number]

/** Costs are only comparable within a currency, so it is the first key. */
export function costKeys(row: CostRow, column: string): SortKeys {
  const currency = row.configured ? row.currency : null
  const keys: Record<string, SortKeys> = {
    name: [row.name],
    day: [currency, row.cost_per_day],
    month: [currency, row.cost_per_month_equivalent],
    burn: [row.cycle_burn_percent],
    left: [row.days_remaining],
    // servers without cost data rank after those with advisories
    advice: [row.configured ? row.advisories.length : 0.5],
  }
  return keys[column] ?? []
}

/** Whether there are advisories or no cost data. */
export const hasAdvisories = ({ advisories, configured }: CostRow): boolean => advisories.length > 0 || !configured

/** CSV rows with plain numbers and a currency column. */
export const costCsv = (rows: readonly CostRow[]): string[][] => [
  [
    ...['server_id', 'name', 'currency', 'billing_cycle', 'cost_per_day', 'cost_per_month_equivalent'],
    ...['cycle_cost_elapsed', 'cycle_burn_percent', 'days_remaining', 'advisories', 'invalid_reason'],
  ],
  ...rows.map((row) =>
    [
      ...[row.server_id, row.name, row.configured ? row.currency : null, row.billing_cycle, row.cost_per_day],
      ...[row.cost_per_month_equivalent, row.cycle_cost_elapsed, row.cycle_burn_percent, row.days_remaining],
      ...[row.advisories.join(' '), row.invalid_reason],
    ].map((value) => String(value ?? '')),
  ),
]
