import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Counters, trafficBetween } from './counters.ts'

const at = (minute: number, inward: number, out: number, uptime = minute * 60): Counters => ({
  minute,
  in: inward,
  out,
  uptime,
})

describe('traffic between two records', () => {
  it.each([
    ['the difference', at(10, 100, 50), at(11, 150, 50), { in: 50, out: 0 }],
    ['nothing at first sight', undefined, at(11, 150, 50), { in: 0, out: 0 }],
    ['all of a counter that fell', at(10, 100, 50), at(11, 30, 60), { in: 30, out: 10 }],
    ['all of both after a start of the host', at(10, 100, 50, 9000), at(20, 700, 60, 300), { in: 700, out: 60 }],
    ['the difference when only the uptime is odd', at(10, 100, 50, 9000), at(20, 700, 60, 8000), { in: 600, out: 10 }],
    ['the difference when there is no uptime', at(10, 100, 50, 9000), at(20, 700, 60, 0), { in: 600, out: 10 }],
    ['unknown while the counters do not run', at(10, 100, 50), at(11, 0, 0), undefined],
    ['unknown at a first sight of nothing', undefined, at(11, 0, 0), undefined],
    ['unknown for a record that comes late', at(10, 100, 50), at(3, 60, 50), undefined],
    [
      'the difference although the clock was ahead by a year',
      at(525_610, 100, 50),
      at(11, 130, 50, 40),
      { in: 30, out: 0 },
    ],
    [
      'exact up to the largest whole number',
      at(1, 1, 1),
      at(2, Number.MAX_SAFE_INTEGER, 1),
      { in: 2 ** 53 - 2, out: 0 },
    ],
  ])('is %s', (_, last, now, expected) => expect(trafficBetween(last, now)).toEqual(expected))

  it('sums up to the total, regardless of agent and host restarts', () => {
    const step = fc.record({
      minutes: fc.integer({ min: 1, max: 500 }),
      in: fc.integer({ min: 1, max: 10 ** 12 }),
      out: fc.integer({ min: 0, max: 10 ** 12 }),
      restart: fc.constantFrom('no', 'no', 'no', 'host'),
    })
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let last: Counters | undefined = at(1000, 5, 5)
        const sum = { in: 0, out: 0 }
        const expected = { in: 0, out: 0 }
        for (const { minutes, in: inward, out, restart } of steps) {
          const before: Counters = last
          const isReset = restart === 'host'
          last = {
            minute: before.minute + minutes,
            in: (isReset ? 0 : before.in) + inward,
            out: (isReset ? 0 : before.out) + out,
            // just booted
            uptime: isReset ? Math.min(30, before.uptime - 1) : before.uptime + minutes * 60,
          }
          if (isReset && last.uptime < 1) return
          const found = trafficBetween(before, last)
          sum.in += found?.in ?? 0
          sum.out += found?.out ?? 0
          expected.in += inward
          expected.out += out
        }
        expect(sum).toEqual(expected)
      }),
    )
  })
})
