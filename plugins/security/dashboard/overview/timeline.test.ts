import { expect, it } from 'vitest'
import { toBars } from './timeline.ts'

const noon = Date.parse('2026-05-01T12:00:00Z') / 1000
const count = (hours: number, number = 1, event_type: 'ssh_login' | 'port_scan' = 'ssh_login') => ({
  at: new Date((noon + hours * 3600) * 1000).toISOString(),
  event_type,
  count: number,
})

it('a bar is an hour of a day, and six hours of a week', () => {
  const day = toBars([count(0, 2), count(23), count(23, 5, 'port_scan')], noon, noon + 86_400)
  expect(day.times).toHaveLength(24)
  expect([day.values.get('ssh_login')?.[0], day.values.get('ssh_login')?.[23]]).toEqual([2, 1])
  expect(day.values.get('port_scan')?.[23]).toBe(5)
  const week = toBars([count(0), count(5), count(6), count(167)], noon, noon + 604_800)
  expect(week.times).toHaveLength(28)
  expect(week.values.get('ssh_login')?.slice(0, 3)).toEqual([2, 1, 0])
  expect(week.values.get('ssh_login')?.[27]).toBe(1)
})

it('of a month it is a day of the browser', () => {
  const { times, values } = toBars([count(0), count(20 * 24)], noon, noon + 30 * 86_400)
  expect(times.length).toBeGreaterThanOrEqual(30)
  for (const time of times) expect(new Date(time * 1000).getHours()).toBe(0)
  expect(values.get('ssh_login')?.reduce((sum, each) => sum + each, 0)).toBe(2)
})

it('without events all bars are empty', () => {
  expect(toBars([], noon, noon + 86_400).values.get('sudo')).toEqual(Array(24).fill(0))
})
