import { describe, expect, it } from 'vitest'
import type { Schedule } from './plan-schema.ts'
import { nextStart } from './schedule.ts'

const seconds = (text: string) => Date.parse(text) / 1000
/** The next starts after a time, as instants. */
function starts(change: Partial<Schedule>, timezone: string, after: string, count = 3): string[] {
  const schedule: Schedule = { frequency: 'daily', time: '03:00', weekday: 7, day: 1, ...change }
  const found: string[] = []
  for (let at = seconds(after); found.length < count; ) {
    at = nextStart(schedule, timezone, at)
    found.push(new Date(at * 1000).toISOString().slice(0, 16))
  }
  return found
}

describe('the next start', () => {
  it.each<[string, Partial<Schedule>, string, string, string[]]>([
    ['every day', {}, 'UTC', '2026-01-31T02:59:59Z', ['2026-01-31T03:00', '2026-02-01T03:00', '2026-02-02T03:00']],
    ['never the same moment again', {}, 'UTC', '2026-01-31T03:00:00Z', ['2026-02-01T03:00']],
    [
      'every hour',
      { frequency: 'hourly', time: '00:20' },
      'UTC',
      '2026-01-31T23:20:00Z',
      ['2026-02-01T00:20', '2026-02-01T01:20'],
    ],
    [
      'every week',
      { frequency: 'weekly', weekday: 1 },
      'UTC',
      '2026-01-31T00:00:00Z',
      ['2026-02-02T03:00', '2026-02-09T03:00'],
    ],
    [
      'every month',
      { frequency: 'monthly', day: 28 },
      'UTC',
      '2026-01-31T00:00:00Z',
      ['2026-02-28T03:00', '2026-03-28T03:00'],
    ],
    ['in the time zone', { time: '00:30' }, 'Asia/Shanghai', '2026-01-31T00:00:00Z', ['2026-01-31T16:30']],
    [
      'an hour later where the clock skips it',
      { time: '02:30' },
      'Europe/Berlin',
      '2026-03-28T12:00:00Z',
      ['2026-03-29T01:30', '2026-03-30T00:30'],
    ],
    [
      'once where the clock repeats it',
      { time: '02:30' },
      'Europe/Berlin',
      '2026-10-24T12:00:00Z',
      ['2026-10-25T00:30', '2026-10-26T01:30'],
    ],
    [
      'every hour where the clock repeats one',
      { frequency: 'hourly', time: '00:00' },
      'Europe/Berlin',
      '2026-10-24T23:30:00Z',
      ['2026-10-25T00:00', '2026-10-25T01:00', '2026-10-25T02:00'],
    ],
    [
      'every hour where the offset has minutes',
      { frequency: 'hourly', time: '00:15' },
      'Asia/Kolkata',
      '2026-01-01T00:00:00Z',
      ['2026-01-01T00:45', '2026-01-01T01:45'],
    ],
  ])('%s', (_, schedule, timezone, after, expected) => {
    expect(starts(schedule, timezone, after, expected.length)).toEqual(expected)
  })
})
