import { describe, expect, it } from 'vitest'
import { monitor } from '../testing/monitor.ts'
import { countStates, filterMonitors, sortMonitors } from './filter-and-sort.ts'
import { parseMonitorSearch } from './monitor-search.ts'

const shop = monitor('shop', { name: 'Shop 10', target: 'https://shop.example.org/', last_latency: 80 })
const mail = monitor('mail', { name: 'mail', monitor_type: 'tcp', target: 'mail.example.org:25', enabled: false })
const name = monitor('name', { name: 'Shop 9', monitor_type: 'dns', last_status: false, consecutive_failures: 3 })
const fresh = monitor('fresh', { name: 'Ünicode', last_status: null, last_latency: null, last_checked_at: null })
const all = [shop, mail, name, fresh]
const search = parseMonitorSearch({})
const typeText = (type: string) => ({ tcp: 'TCP port', dns: 'DNS records' })[type] ?? type
const ids = (monitors: readonly { id: string }[]) => monitors.map(({ id }) => id)

describe('the filter', () => {
  it.each([
    [{}, ['shop', 'mail', 'name', 'fresh']],
    [{ q: 'SHOP org' }, ['shop', 'name']],
    [{ q: 'port' }, ['mail']],
    [{ state: 'down' }, ['name']],
    [{ state: 'paused', type: 'tcp' }, ['mail']],
    [{ type: 'whois' }, []],
  ] as const)('%o matches %o', (patch, matching) => {
    expect(ids(filterMonitors(all, { ...search, ...patch }, typeText))).toEqual(matching)
  })

  it('counts states', () => {
    expect(Object.fromEntries(countStates(all))).toEqual({ up: 1, paused: 1, down: 1, pending: 1 })
  })
})

describe('the order', () => {
  it.each([
    ['state', false, ['name', 'fresh', 'shop', 'mail']],
    ['state', true, ['mail', 'shop', 'fresh', 'name']],
    ['name', false, ['mail', 'name', 'shop', 'fresh']],
    ['latency', false, ['mail', 'name', 'shop', 'fresh']],
    ['latency', true, ['shop', 'mail', 'name', 'fresh']],
    ['checked', true, ['mail', 'name', 'shop', 'fresh']],
  ] as const)('by %s, descending %s', (sort, desc, order) => {
    expect(ids(sortMonitors(all, { sort, desc }, 'en'))).toEqual(order)
  })
})

it.each([
  [{}, { state: undefined, type: undefined, sort: 'state', desc: false, page: 1 }],
  [
    { state: 'on fire', type: '__proto__', sort: 'x', page: '-1', desc: '1' },
    { sort: 'state', page: 1, desc: false },
  ],
  [
    { state: 'failing', type: 'whois', sort: 'latency', desc: 'true', page: '3' },
    { state: 'failing', page: 3 },
  ],
])('parses the query string %o', (raw, expected) => {
  expect(parseMonitorSearch(raw as Record<string, string>)).toMatchObject(expected)
})
