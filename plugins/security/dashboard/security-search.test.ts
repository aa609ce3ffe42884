import { describe, expect, it } from 'vitest'
import { filterCount, filterOf, isAddress, matches, parseSecuritySearch, startOf } from './security-search.ts'
import { makeEvent } from './testing/event.ts'

const now = Date.parse('2026-05-01T12:34:56Z')

describe('the query string', () => {
  it('is read, and anything invalid is ignored', () => {
    expect(
      parseSecuritySearch({
        span: '7d',
        type: 'port_scan',
        severity: 'high',
        source: '::1',
        first: 'true',
        event: '12',
      }),
    ).toEqual({
      ...{
        tab: '',
        span: '7d',
        server: '',
        type: 'port_scan',
        severity: 'high',
        source: '::1',
        first: true,
        event: '12',
      },
    })
    const nothing = { span: 'year', type: '<b>', severity: 'bad', first: 'yes', event: '1e9', server: 'x'.repeat(99) }
    expect(parseSecuritySearch(nothing)).toMatchObject({
      ...{ span: '24h', type: '', severity: '', first: false, event: '', server: 'x'.repeat(64) },
    })
  })

  it('becomes a request, with a source only when its address is complete', () => {
    const search = parseSecuritySearch({ server: 's1', source: '198.51.100.' })
    expect(filterOf(search, now, undefined)).toEqual({ since: '2026-04-30T13:00:00Z', server_id: 's1' })
    expect(filterOf({ ...search, source: ' 198.51.100.7 ' }, now, 's2')).toMatchObject({
      server_id: 's2',
      source_ip: '198.51.100.7',
    })
    expect(filterCount(search)).toBe(2)
    expect(startOf('30d', now)).toBe(startOf('30d', now + 20 * 60_000))
  })

  it.each([
    ['198.51.100.7', true],
    ['2001:db8::1', true],
    ['::ffff:198.51.100.7', true],
    ['198.51.100', false],
    ['2001:db8', false],
    ['example.com', false],
  ])('%s is an address: %s', (text, expected) => expect(isAddress(text)).toBe(expected))
})

it('live events are filtered like the others', () => {
  const filter = filterOf(parseSecuritySearch({ type: 'ssh_login', first: 'true' }), now, 's1')
  expect(matches(filter, makeEvent())).toBe(true)
  expect(matches(filter, makeEvent({ server_id: 's2' }))).toBe(false)
  expect(matches(filter, makeEvent({ first_seen: false }))).toBe(false)
  expect(matches(filter, makeEvent({ event_type: 'sudo' }))).toBe(false)
  expect(matches({ ...filter, source_ip: '198.51.100.8' }, makeEvent())).toBe(false)
})
