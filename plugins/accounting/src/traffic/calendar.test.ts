import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromDate, makeZone, toDate } from './calendar.ts'

const hours = (name: string, date: string) => {
  const zone = makeZone(name)
  const day = fromDate(date) as number
  return (zone.startOf(day + 1) - zone.startOf(day)) / 3600
}
const start = (name: string, date: string) =>
  new Date(makeZone(name).startOf(fromDate(date) as number) * 1000).toISOString()

describe('the local day', () => {
  it.each([
    ['UTC', '2026-05-01', 24],
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Asia/Beirut', '2026-03-29', 23], // midnight itself is skipped
    ['America/Santiago', '2026-04-04', 25], // the last hour is repeated
  ])('%s has on %s %d hours', (name, date, expected) => expect(hours(name, date)).toBe(expected))

  it.each([
    ['Asia/Kolkata', '2026-05-01', '2026-04-30T18:30:00.000Z'],
    ['Asia/Kathmandu', '2026-05-01', '2026-04-30T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-05-01', '2026-04-30T10:00:00.000Z'],
    ['Etc/GMT+12', '2026-05-01', '2026-05-01T12:00:00.000Z'],
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z'],
  ])('%s starts %s at %s', (name, date, expected) => expect(start(name, date)).toBe(expected))

  it('agrees with the local date, also at its boundaries', () => {
    const names = fc.constantFrom('UTC', 'Europe/London', 'Asia/Shanghai', 'America/Santiago', 'Pacific/Chatham')
    fc.assert(
      fc.property(names, fc.integer({ min: 1_600_000_000, max: 2_000_000_000 }), (name, seconds) => {
        const zone = makeZone(name)
        const day = zone.dayOf(seconds)
        const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short' }).format(seconds * 1000)
        expect(toDate(day)).toBe(shown)
        const first = zone.startOf(day)
        expect(first).toBeLessThanOrEqual(seconds)
        expect([zone.dayOf(first - 1), zone.dayOf(first)]).toEqual([day - 1, day])
        expect(zone.startOf(day + 1)).toBeGreaterThan(seconds)
      }),
    )
  })
})
