import { expect, test } from 'vitest'
import { fromRule, noRecurrence, type Recurrence, toRule, weekdayOf } from './recurrence.ts'

/** A Sunday, the fourth and last one of its month. */
const start = '2026-02-22T02:00'
const recurring = (change: Partial<Recurrence>): Recurrence => ({ ...noRecurrence, ...change })

test.each<[string | null, Recurrence]>([
  [null, noRecurrence],
  ['FREQ=DAILY', recurring({ repeats: 'DAILY' })],
  ['FREQ=DAILY;INTERVAL=3', recurring({ repeats: 'DAILY', interval: '3' })],
  ['FREQ=WEEKLY;BYDAY=MO,SU', recurring({ repeats: 'WEEKLY', days: ['MO', 'SU'] })],
  ['FREQ=MONTHLY;BYMONTHDAY=22', recurring({ repeats: 'MONTHLY' })],
  ['FREQ=MONTHLY;BYDAY=4SU', recurring({ repeats: 'MONTHLY', monthlyBy: 'weekday' })],
  ['FREQ=DAILY;UNTIL=20261231T235959Z', recurring({ repeats: 'DAILY', until: '2026-12-31' })],
  ['FREQ=YEARLY;BYMONTH=1', recurring({ repeats: 'custom', custom: 'FREQ=YEARLY;BYMONTH=1' })],
])('%s is shown in the form and back', (rule, recurrence) => {
  expect(fromRule(rule)).toEqual(recurrence)
  expect(toRule(recurrence, start)).toBe(rule)
})

test.each([
  'FREQ=WEEKLY',
  'FREQ=WEEKLY;BYDAY=1MO',
  'FREQ=DAILY;COUNT=3',
  'FREQ=MONTHLY;BYMONTHDAY=1,15',
  'FREQ=MONTHLY;BYDAY=5MO',
  'FREQ=DAILY;UNTIL=20261231T120000Z',
])('%s is more than the form can say', (rule) =>
  expect(fromRule(rule)).toMatchObject({ repeats: 'custom', custom: rule }),
)

test('a weekly window without days is on that of its start', () => {
  expect(toRule(recurring({ repeats: 'WEEKLY' }), start)).toBe('FREQ=WEEKLY;BYDAY=SU')
  expect(weekdayOf(start)).toBe('SU')
})

test('the fifth weekday of a month is the last one', () => {
  expect(toRule(recurring({ repeats: 'MONTHLY', monthlyBy: 'weekday' }), '2026-01-29T02:00')).toBe(
    'FREQ=MONTHLY;BYDAY=-1TH',
  )
})
