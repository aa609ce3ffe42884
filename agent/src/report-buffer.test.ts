import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeReportBuffer, type NumberedReport, type ReportBuffer } from './report-buffer.ts'

/** 2026-01-01T00:00:00Z by the server */
const midnight = 1_767_225_600
let elapsed: number
let seq: number
let ring: ReportBuffer
beforeEach(() => {
  elapsed = 5_000
  seq = 0
  ring = makeReportBuffer(() => elapsed)
})

const pass = (seconds: number) => {
  elapsed += seconds * 1000
}
const add = () => {
  seq += 1
  ring.add({ seq } as NumberedReport)
}
/** One report every three seconds. */
const report = (seconds: number) => {
  for (let passed = 0; passed < seconds; passed += 3) {
    pass(3)
    add()
  }
}
const minute = (nth: number) => midnight + nth * 60
const numbers = () => ring.minutes().map((first) => [first, ring.reportOf(first)?.seq])

describe('the ring of reports', () => {
  it('keeps the last report of each complete minute, by the clock of the server', () => {
    ring.syncClock((midnight + 30) * 1000)
    report(93)
    // 00:02:03: the one of 00:02:00 and later belong to a minute that still runs
    expect(numbers()).toEqual([
      [minute(0), 9],
      [minute(1), 29],
    ])
  })

  it('keeps ten of them', () => {
    ring.syncClock(midnight * 1000)
    report(20 * 60)
    expect(ring.minutes()).toEqual(Array.from({ length: 10 }, (_, nth) => minute(nth + 10)))
    expect(ring.reportOf(minute(9))).toBeUndefined()
  })

  it('offers nothing that is too old, however long nothing was added', () => {
    ring.syncClock(midnight * 1000)
    report(57)
    pass(9 * 60)
    expect(ring.minutes()).toEqual([minute(0)])
    pass(60)
    expect(ring.minutes()).toEqual([minute(0)])
    pass(60)
    expect(ring.minutes()).toEqual([])
  })

  it('keeps nothing before it knows the time', () => {
    report(300)
    expect(ring.minutes()).toEqual([])
    ring.syncClock(midnight * 1000)
    expect([ring.minutes(), ring.msUntilComplete()]).toEqual([[], undefined])
  })

  it('a minute without a report is not among them', () => {
    ring.syncClock(midnight * 1000)
    report(60)
    pass(120)
    report(60)
    expect(ring.minutes()).toEqual([minute(0), minute(1), minute(3)])
  })

  it('stays when the server shows a few seconds more or less, as slow links make', () => {
    ring.syncClock(midnight * 1000)
    report(90)
    ring.syncClock((midnight + 80) * 1000)
    expect(ring.minutes()).toEqual([minute(0)])
    report(40)
    ring.syncClock((midnight + 134) * 1000)
    expect(ring.minutes()).toEqual([minute(0), minute(1)])
  })

  it.each([
    ['the clock of the server was set forward', 3600],
    ['the clock of the server was set back', -3600],
    ['the host stood still for a minute and its clock did not notice', 60],
  ])('forgets what nobody can date: %s', (_, jump) => {
    ring.syncClock(midnight * 1000)
    report(180)
    ring.syncClock((midnight + 180 + jump) * 1000)
    expect([ring.minutes(), ring.msUntilComplete()]).toEqual([[], undefined])
    report(60)
    expect(ring.minutes()).toEqual([minute(3) + jump])
  })

  it('returns the rest of the current minute if it has a report', () => {
    ring.syncClock((midnight + 10) * 1000)
    expect(ring.msUntilComplete()).toBeUndefined()
    add()
    expect(ring.msUntilComplete()).toBe(50_000)
    pass(49)
    expect(ring.msUntilComplete()).toBe(1_000)
    pass(1)
    expect([ring.minutes(), ring.msUntilComplete()]).toEqual([[minute(0)], undefined])
  })

  it('never offers more than ten, nor a minute that runs or is to come, whatever clocks do', () => {
    const step = fc.oneof(
      fc.record({ pass: fc.integer({ min: 0, max: 900 }) }),
      fc.record({ server: fc.integer({ min: 0, max: 8_640_000_000_000_000 }) }),
      fc.record({ slip: fc.integer({ min: -20_000, max: 20_000 }) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        ring = makeReportBuffer(() => elapsed)
        let origin: number | undefined
        for (const what of steps) {
          if ('pass' in what) pass(what.pass)
          else if ('server' in what) origin = what.server - elapsed
          else if (origin !== undefined) origin += what.slip
          if (!('pass' in what) && origin !== undefined) ring.syncClock(elapsed + origin)
          add()
          const now = (elapsed + (origin ?? 0)) / 1000
          const minutes = ring.minutes()
          expect(minutes.length).toBeLessThanOrEqual(10)
          expect(minutes).toEqual([...new Set(minutes)].sort((a, b) => a - b))
          for (const first of minutes) {
            expect(Number.isInteger(first / 60)).toBe(true)
            expect(first + 60).toBeLessThanOrEqual(now)
            expect(first).toBeGreaterThanOrEqual(now - 660)
          }
        }
      }),
    )
  })
})
