import { expect, it } from 'vitest'
import { parseNotificationsSearch } from '../pages.ts'
import { parseAlertsSearch, startOf } from './alerts-search.ts'

it('parses valid URL parameters and ignores others', () => {
  expect(parseAlertsSearch({ view: 'history', server: 'a', rule: 'r', span: 'all' })).toEqual({
    view: 'history',
    server: 'a',
    rule: 'r',
    span: 'all',
  })
  expect(parseAlertsSearch({ view: '<b>', server: '', span: 'ever' })).toEqual({
    view: 'now',
    server: undefined,
    rule: undefined,
    span: 'week',
  })
  expect(parseNotificationsSearch({ tab: 'deliveries', state: 'failed', channel: 'c'.repeat(99) })).toEqual({
    tab: 'deliveries',
    state: 'failed',
    channel: 'c'.repeat(64),
    add: false,
  })
  expect(parseNotificationsSearch({ tab: 'x', state: 'y' })).toEqual({
    tab: 'channels',
    state: undefined,
    channel: undefined,
    add: false,
  })
})

it('a time range starts on the hour', () => {
  const now = Date.parse('2026-05-08T12:34:56.789Z')
  expect(startOf('day', now)).toBe('2026-05-07T12:00:00Z')
  expect(startOf('week', now)).toBe(startOf('week', now + 60_000))
  expect(startOf('all', now)).toBeUndefined()
})
