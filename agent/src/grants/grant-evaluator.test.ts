import { type Capability, capabilities } from '@svc/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeGrantEvaluator } from './grant-evaluator.ts'
import type { GrantRecord } from './grant-record.ts'

const start = 1_000_000

function makeBook(maxSeconds = 86_400, isGrantable: (cap: Capability) => boolean = () => true) {
  const now = { wall: start, monotonic: 50 }
  const clocks = { wall: () => now.wall, monotonic: () => now.monotonic }
  const book = makeGrantEvaluator({ isGrantable, maxSeconds, clocks })
  return {
    now,
    pass(seconds: number) {
      now.wall += seconds
      now.monotonic += seconds
    },
    active: (...records: GrantRecord[]) =>
      book.activeGrants(new Map(records.map((record) => [record.cap, record]))).map(({ cap }) => cap),
    book,
  }
}
const grant = (seconds: number, from = start, cap: Capability = 'terminal'): GrantRecord => ({
  cap,
  granted_at: from,
  expires_at: from + seconds,
  granted_by: 'ada',
})

describe('a grant', () => {
  it('is active until its last second', () => {
    const { active, pass } = makeBook()
    pass(59)
    expect(active(grant(60))).toEqual(['terminal'])
    pass(1)
    expect(active(grant(60))).toEqual([])
  })

  it('is active only for grantable capabilities', () => {
    const { active } = makeBook(86_400, (cap) => cap === 'exec')
    expect(active(grant(60), grant(60, start, 'exec'))).toEqual(['exec'])
  })

  it('longer than the limit ends at the limit', () => {
    const { active, pass, book } = makeBook(100)
    expect(book.activeGrants(new Map([['terminal', grant(1_000_000)]]))).toMatchObject([{ expires_at: start + 100 }])
    pass(99)
    expect(active(grant(1_000_000))).toEqual(['terminal'])
    pass(1)
    expect(active(grant(1_000_000))).toEqual([])
  })

  it('is not extended by setting the clock back', () => {
    const { active, pass, now } = makeBook()
    expect(active(grant(60))).toEqual(['terminal'])
    now.wall -= 3600
    pass(59)
    expect(active(grant(60))).toEqual(['terminal'])
    pass(1)
    expect(active(grant(60))).toEqual([])
    pass(3600)
    expect(active(grant(60))).toEqual([])
  })

  it('made in the future is inactive until the clock reaches it', () => {
    const { active, pass, now, book } = makeBook()
    const future = grant(600, start + 500_000)
    expect(active(future)).toEqual([])
    expect(book.isInFuture(future)).toBe(true)
    pass(600)
    expect(active(future)).toEqual([])
    now.wall = start + 500_010
    expect(active(future)).toEqual(['terminal'])
    pass(589)
    expect(active(future)).toEqual(['terminal'])
    pass(1)
    expect(active(future)).toEqual([])
  })

  it('made before a small clock correction is active, but not for longer than its duration', () => {
    const { active, pass } = makeBook()
    expect(active(grant(60, start + 61))).toEqual([])
    expect(active(grant(60, start + 60))).toEqual(['terminal'])
    pass(60)
    expect(active(grant(60, start + 60))).toEqual([])
  })

  it('keeps its deadline while the file cannot be read', () => {
    const { active, pass, now, book } = makeBook()
    expect(active(grant(60))).toEqual(['terminal'])
    pass(40)
    expect(book.activeGrants(new Map(), false)).toEqual([])
    now.wall -= 40
    expect(active(grant(60))).toEqual(['terminal'])
    pass(20)
    expect(active(grant(60))).toEqual([])
  })

  it('stays expired when it is removed from the file and put back', () => {
    const { active, pass, now } = makeBook()
    active(grant(60))
    pass(60)
    expect(active(grant(60))).toEqual([])
    expect(active()).toEqual([])
    now.wall -= 60
    expect(active(grant(60))).toEqual([])
  })

  it('that is still in the file is remembered among many other expired ones', () => {
    const { active, pass, now, book } = makeBook()
    for (let index = 0; index < 200; index++) {
      active(grant(60, start, 'exec'), grant(60 + index, start - index))
      pass(60)
      expect(active(grant(60, start, 'exec'), grant(60 + index, start - index))).toEqual([])
      now.wall -= 60
    }
    expect(active(grant(60, start, 'exec'))).toEqual([])
    expect(book.expired()).toHaveLength(64)
  })

  it('stays expired after a restart, even with a lower limit', () => {
    const { active, pass, book } = makeBook()
    active(grant(60))
    pass(60)
    expect(active(grant(60))).toEqual([])
    for (const limit of [86_400, 30]) {
      const next = makeBook(limit)
      next.book.restoreExpired(book.expired())
      expect(next.active(grant(60))).toEqual([])
      expect(next.active(grant(60, start + 1))).toEqual(['terminal'])
    }
  })

  it('expires when the clock is set forward, and stays expired when it is set back', () => {
    const { active, now } = makeBook()
    expect(active(grant(60))).toEqual(['terminal'])
    now.wall += 7200
    expect(active(grant(60))).toEqual([])
    now.wall -= 7200
    expect(active(grant(60))).toEqual([])
    expect(active({ ...grant(60), granted_at: start + 1, expires_at: start + 61 })).toEqual(['terminal'])
  })

  it('never exceeds its duration in monotonic time, however the clock moves', () => {
    const steps = fc.array(fc.record({ step: fc.integer({ min: -5000, max: 5000 }), pass: fc.nat(40) }), {
      maxLength: 30,
    })
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 300 }), fc.constantFrom(...capabilities), (moves, seconds, cap) => {
        const { active, pass, now } = makeBook(200)
        const record = grant(seconds, start, cap)
        active(record)
        let ended = false
        for (const move of moves) {
          now.wall += move.step
          pass(move.pass)
          const isActive = active(record).length > 0
          if (isActive) expect(now.monotonic - 50).toBeLessThan(Math.min(seconds, 200))
          if (isActive) expect(ended).toBe(false)
          ended ||= !isActive
        }
      }),
    )
  })
})
