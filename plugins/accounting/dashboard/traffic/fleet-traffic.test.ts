import { toCsv } from '@svc/dashboard-sdk'
import type { TrafficOverview } from '@svc/plugin-accounting/contract'
import { describe, expect, it } from 'vitest'
import { filterAndSort } from '../table-search.ts'
import { fleetTraffic, isNearLimit, trafficCsv, trafficKeys } from './fleet-traffic.ts'
import { parseTrafficSearch, trafficColumns } from './traffic-search.ts'

const row = (name: string, of: Partial<TrafficOverview> = {}): TrafficOverview => ({
  server_id: `id-${name}`,
  name,
  cycle_in: 0,
  cycle_out: 0,
  traffic_limit: null,
  traffic_limit_type: null,
  billing_cycle: 'monthly',
  percent_used: null,
  prediction: null,
  days_remaining: 9,
  ...of,
})
const rows = [
  row('a', { cycle_in: 5, cycle_out: 1, traffic_limit: 10, percent_used: 60 }),
  row('b', { cycle_in: 1, cycle_out: 90, traffic_limit: 100, percent_used: 80.1 }),
  row('c', { cycle_in: 500 }),
  row('d', { cycle_in: 1, traffic_limit: 0, percent_used: 0 }),
]

describe('fleet traffic', () => {
  it('is summed, with the top server', () => {
    expect(fleetTraffic(rows)).toMatchObject({ in: 507, out: 91, near: 1, limited: 3, top: { name: 'c' } })
  })
  it('has no top server without traffic', () => {
    expect(fleetTraffic([])).toEqual({ in: 0, out: 0, top: undefined, near: 0, limited: 0 })
    expect(fleetTraffic([row('a')]).top).toBeUndefined()
  })
  it('80 % is not near yet', () => expect(isNearLimit({ percent_used: 80 })).toBe(false))
  it.each(trafficColumns)('is sorted by %s', (by) => {
    expect(filterAndSort(rows, '', { by, direction: 'desc' }, trafficKeys)).toHaveLength(rows.length)
  })
  it('sorts by usage; servers without a limit come last, by traffic', () => {
    const all = [...rows, row('e', { cycle_in: 501 })]
    const names = filterAndSort(all, '', { by: 'usage', direction: 'desc' }, trafficKeys).map(({ name }) => name)
    expect(names).toEqual(['b', 'a', 'd', 'e', 'c'])
  })
})

it('exports a column per value, without formulas', () => {
  const evil = row('=HYPERLINK("x")', {
    prediction: { estimated_total: 7, estimated_percent: 1.5, will_exceed: false },
  })
  const [head, line] = trafficCsv([evil])
  expect(line).toHaveLength(head?.length ?? 0)
  expect(line?.slice(2)).toEqual(['monthly', '0', '0', '0', '', '', '', '7', '1.5', '9'])
  expect(toCsv([line ?? []])).toContain(`"'=HYPERLINK`)
})

it('keeps trend and filter in the URL', () => {
  expect(parseTrafficSearch({ days: '90', near: 'yes', sort: 'left' })).toEqual({
    days: '90',
    near: 'yes',
    sort: 'left',
  })
  expect(parseTrafficSearch({ days: '31', near: 'no', sort: 'price' })).toEqual({})
})
