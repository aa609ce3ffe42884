import { describe, expect, it } from 'vitest'
import { filterAndSort } from '../table-search.ts'
import { costColumns, parseCostSearch } from './cost-search.ts'
import { type CostRow, costCsv, costKeys, hasAdvisories } from './fleet-cost.ts'

const row = (name: string, of: Partial<CostRow> = {}): CostRow => ({
  server_id: `id-${name}`,
  name,
  configured: true,
  invalid_reason: null,
  currency: 'USD',
  billing_cycle: 'monthly',
  cost_per_second: 0,
  cost_per_hour: 0,
  cost_per_day: 1,
  cost_per_month_equivalent: 30,
  cycle_cost_elapsed: 5,
  cycle_burn_percent: 16,
  days_remaining: 25,
  advisories: [],
  ...of,
})
const unknown = row('unknown', {
  configured: false,
  invalid_reason: 'missing_price',
  cost_per_day: null,
  cost_per_month_equivalent: null,
  cycle_cost_elapsed: null,
  cycle_burn_percent: null,
  days_remaining: null,
})
const rows = [
  unknown,
  row('yen', { currency: 'JPY', cost_per_day: 300 }),
  row('dear', { cost_per_day: 9, advisories: ['idle_burn', 'low_uptime'] }),
  row('cheap', { cost_per_day: 0.1 }),
]
const names = (by: string, direction: 'asc' | 'desc') =>
  filterAndSort(rows, undefined, { by, direction }, costKeys).map(({ name }) => name)

describe('fleet costs', () => {
  it('are compared within a currency, unknown ones last', () => {
    expect(names('day', 'desc')).toEqual(['dear', 'cheap', 'yen', 'unknown'])
    expect(names('day', 'asc')).toEqual(['yen', 'cheap', 'dear', 'unknown'])
  })
  it('are sorted by advisories', () => {
    expect(names('advice', 'desc').slice(0, 2)).toEqual(['dear', 'unknown'])
    expect(rows.filter(hasAdvisories).map(({ name }) => name)).toEqual(['unknown', 'dear'])
  })
  it.each(costColumns)('are sorted by %s', (by) => expect(names(by, 'desc')).toHaveLength(4))
  it('are exported, without a currency if there is no price', () => {
    const [head, first, , third] = costCsv(rows)
    expect(first).toHaveLength(head?.length ?? 0)
    expect(first).toEqual(['id-unknown', 'unknown', '', 'monthly', '', '', '', '', '', '', 'missing_price'])
    expect(third?.at(-2)).toBe('idle_burn low_uptime')
  })
})

it('keeps the filter in the URL', () => {
  expect(parseCostSearch({ advised: 'yes', sort: '-day' })).toEqual({ advised: 'yes', sort: '-day' })
  expect(parseCostSearch({ advised: 'no', sort: '-usage' })).toEqual({})
})
