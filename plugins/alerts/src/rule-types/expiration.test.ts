import { toTimestamp } from '@svc/plugin-sdk'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeWorld, start, type World } from '../../test/alerts-world.ts'

const day = 86_400
let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.kernel.close())

it.each<[string, number | undefined, number | null, string | undefined]>([
  ['without a date', undefined, null, undefined],
  ['in more than a week', undefined, 7 * day + 61, undefined],
  ['in a week', undefined, 7 * day + 60, 'Expiration in 7 days (within 7 days)'],
  ['tomorrow', 3, 1.5 * day, 'Expiration in 1 day (within 3 days)'],
  ['beyond its days', 3, 4 * day, undefined],
  ['past', 3, -1.5 * day, 'Expiration 2 days ago (within 3 days)'],
  ['today', 0, 60, 'Expiration in 0 days (within 0 days)'],
  ['not yet', 0, 3600, undefined],
])('expiration: %s', async (_, duration, seconds, message) => {
  const expired_at = seconds === null ? null : toTimestamp(start / 1000 + seconds)
  await world.server('web-1', { expired_at })
  await world.rule({ rules: [{ rule_type: 'expiration', ...(duration !== undefined && { duration }) }] })
  await world.pass()
  expect(world.notices().map((notice) => notice.message)).toEqual(
    message === undefined ? [] : [`web-1: ${message} [High heat]`],
  )
})

it.each<[string, number, 0 | 1, number]>([
  ['a date that came near two days ago', 5, 1, 2 * day],
  ['a date that came near before the span', -20, 1, 7 * day],
  ['a date that is far away', 30, 0, 0],
])('a back-test of expiration: %s', async (_, days, alerts, seconds) => {
  await world.server('web-1', { expired_at: toTimestamp(Math.floor(start / 60_000) * 60 + days * day) })
  const rule = { rules: [{ rule_type: 'expiration' }], trigger_mode: 'once' }
  expect(await world.request('POST', '/api/alert-rules/backtest', { rule, days: 7 })).toMatchObject({
    alerts,
    firing_seconds: seconds,
  })
})

it('resolves when the date is moved', async () => {
  const id = await world.server('web-1', { expired_at: toTimestamp(start / 1000 + day) })
  await world.rule({ rules: [{ rule_type: 'expiration' }] })
  await world.pass()
  await world.request('PUT', `/api/servers/${id}`, { expired_at: toTimestamp(start / 1000 + 365 * day) })
  await world.pass()
  expect(world.notices().map(({ event }) => event)).toEqual(['triggered', 'resolved'])
})
