import { expect, it } from 'vitest'
import { parseNotificationsSearch } from '../channels/notifications-search.ts'
import { beginOf, parseAlertsSearch } from './alerts-search.ts'

it('what an address says is taken when it makes sense', () => {
  expect(parseAlertsSearch({ view: 'history', server: 'a', rule: 'r', span: 'all' })).toEqual({
    ...{ view: 'history', server: 'a', rule: 'r', span: 'all' },
  })
  expect(parseAlertsSearch({ view: '<b>', server: '', span: 'ever' })).toEqual({
    ...{ view: 'now', server: undefined, rule: undefined, span: 'week' },
  })
  expect(parseNotificationsSearch({ tab: 'deliveries', state: 'failed', channel: 'c'.repeat(99) })).toEqual({
    ...{ tab: 'deliveries', state: 'failed', channel: 'c'.repeat(64) },
  })
  expect(parseNotificationsSearch({ tab: 'x', state: 'y' })).toEqual({
    ...{ tab: 'channels', state: undefined, channel: undefined },
  })
})

it('a span begins on the hour, so that the same is asked for all of it', () => {
  const now = Date.parse('2026-05-08T12:34:56.789Z')
  expect(beginOf('day', now)).toBe('2026-05-07T12:00:00Z')
  expect(beginOf('week', now)).toBe(beginOf('week', now + 60_000))
  expect(beginOf('all', now)).toBeUndefined()
})
