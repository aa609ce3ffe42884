import type { AbsoluteRange } from '@svc/dashboard-sdk'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StoredRecord } from '../../frame.ts'
import { joinParts, splitSpan } from './split-span.ts'

const minute = 60
const hour = 3600
const noon = Date.UTC(2026, 4, 1, 12) / 1000

const at = (time: number): StoredRecord => ({ time: new Date(time * 1000).toISOString() })
const recordsOf = ({ from, to }: AbsoluteRange) => {
  const records: StoredRecord[] = []
  for (let time = Math.ceil(from / minute) * minute; time <= to; time += minute) records.push(at(time))
  return records
}
const timesOf = (records: readonly StoredRecord[]) => records.map(({ time }) => Date.parse(time) / 1000)

const lengths = fc.constantFrom(1, 6, 12, 24)
const ends = fc.integer({ min: 0, max: 3 * 24 * 60 }).map((count) => noon + count * minute)

describe('the parts of a range', () => {
  it('cover each minute once', () => {
    fc.assert(
      fc.property(ends, lengths, (to, hours) => {
        const span = { from: to - hours * hour, to }
        const { settled, fresh } = splitSpan(span)
        const times = timesOf(joinParts(settled ? recordsOf(settled) : [], recordsOf(fresh), fresh))
        const wanted = timesOf(recordsOf(span))
        expect(times.filter((time) => time >= span.from)).toEqual(wanted)
        expect(new Set(times).size).toBe(times.length)
      }),
    )
  })

  it('keep the settled part for an hour and the fresh part short', () => {
    fc.assert(
      fc.property(ends, lengths, (to, hours) => {
        const next = (end: number) => splitSpan({ from: end - hours * hour, to: end })
        const { settled, fresh } = next(to)
        expect(fresh.to - fresh.from).toBeLessThanOrEqual(Math.min(hours + 1, 2.5) * hour)
        if ((to + minute - 15 * minute) % hour !== 0 && (to + minute) % hour !== 0) {
          expect(next(to + minute).settled).toEqual(settled)
        }
      }),
    )
  })

  it('leave no hole while the settled part is an hour old', () => {
    fc.assert(
      fc.property(ends, fc.constantFrom(6, 12, 24), (to, hours) => {
        const before = splitSpan({ from: to - minute - hours * hour, to: to - minute }).settled
        const { fresh } = splitSpan({ from: to - hours * hour, to })
        if (!before) return
        const times = timesOf(joinParts(recordsOf(before), recordsOf(fresh), fresh))
        expect(times.every((time, index) => index === 0 || time - (times[index - 1] ?? 0) === minute)).toBe(true)
      }),
    )
  })
})
