import { expect, it } from 'vitest'
import { nextRuns, readCron } from './cron.ts'

const berlin = 'Europe/Berlin'
const runs = (expression: string, after: string, count = 3) =>
  nextRuns(expression, berlin, Date.parse(after), count).map((ms) => new Date(ms).toISOString())

it('runs a time of day once when daylight saving time skips or repeats it', () => {
  expect(runs('0 30 2 * * *', '2026-03-28T12:00:00Z', 2)).toEqual([
    '2026-03-29T01:00:00.000Z',
    '2026-03-30T00:30:00.000Z',
  ])
  expect(runs('0 30 2 * * *', '2026-10-24T12:00:00Z', 2)).toEqual([
    '2026-10-25T00:30:00.000Z',
    '2026-10-26T01:30:00.000Z',
  ])
})

it('keeps intervals through the change', () => {
  expect(runs('0 0 * * * *', '2026-10-24T23:30:00Z')).toEqual([
    '2026-10-25T00:00:00.000Z',
    '2026-10-25T01:00:00.000Z',
    '2026-10-25T02:00:00.000Z',
  ])
})

it('requires day and weekday to match, and takes 1 as Monday', () => {
  expect(runs('0 0 0 1 * 1', '2026-10-25T00:00:00Z', 2)).toEqual([
    '2027-01-31T23:00:00.000Z',
    '2027-02-28T23:00:00.000Z',
  ])
})

it('normalizes spaces', () => {
  expect(readCron('  0  0 0 * *   * ', berlin, 0)).toBe('0 0 0 * * *')
})
