import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lossOf } from '../rounds/round.ts'
import type { NetworkProbeResult } from '../wire.ts'
import { makeRateLimiter } from './limiters.ts'
import { toPingRound, toReceivedTimes, toRound } from './sanitize.ts'

describe('the rate limiter', () => {
  it('accepts one result per interval and a burst', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(200), { maxLength: 300 }), fc.integer({ min: 5, max: 600 }), (gaps, interval) => {
        const rateLimiter = makeRateLimiter()
        let [now, taken] = [1000, 0]
        for (const gap of gaps) {
          now += gap
          if (rateLimiter.take('a', now, interval)) taken += 1
        }
        expect(taken).toBeLessThanOrEqual(3 + (now - 1000) / (interval * 0.98))
      }),
    )
  })

  it('accepts everything from agents that keep the interval', () => {
    const rateLimiter = makeRateLimiter()
    for (let i = 0; i < 1000; i++) {
      const jitter = (i * 7919) % 5
      expect(rateLimiter.take('a', 1000 + i * 60 + jitter, 60)).toBe(true)
    }
  })

  it('ignores clock changes and drops idle buckets', () => {
    const rateLimiter = makeRateLimiter()
    const taken = Array.from({ length: 20 }, (_, i) => rateLimiter.take('a', i % 2 === 0 ? 1000 : 500, 600)).filter(
      Boolean,
    )
    expect(taken.length).toBeLessThan(15)
    rateLimiter.take('b', 1_000_000, 60)
    rateLimiter.sweep(1_000_060, 600)
    expect(rateLimiter.size()).toBe(1)
  })
})

const anything = fc.oneof(fc.double({ noNaN: true }), fc.constant(null), fc.constant(undefined))
const anyResult = fc.record({
  target_id: fc.constant('t'),
  avg_latency: anything,
  min_latency: anything,
  max_latency: anything,
  packet_loss: fc.double(),
  packet_sent: fc.nat(2 ** 32 - 1),
  packet_received: fc.nat(2 ** 32 - 1),
  timestamp: fc.string(),
}) as fc.Arbitrary<NetworkProbeResult>

describe('results of agents', () => {
  it('are converted to valid rounds', () => {
    fc.assert(
      fc.property(anyResult, (result) => {
        const { avg, min, max, sent, received } = toRound(result, 1000)
        expect([sent >= 1, received >= 0, received <= sent]).toEqual([true, true, true])
        const loss = lossOf({ sent, received })
        expect(loss >= 0 && loss <= 1).toBe(true)
        expect([min, max].map((one) => one === null)).toEqual([avg === null, avg === null])
        if (avg === null || min === null || max === null) return
        expect(0 <= min && min <= avg && avg <= max && max <= 600_000).toBe(true)
        for (const one of [avg, min, max]) expect(Math.round(one * 1000) / 1000).toBe(one)
      }),
    )
  })

  it('have errors of a single line', () => {
    const error = (text: string | null) =>
      toPingRound({ task_id: 't', latency: 0, success: false, error: text, time: '' }, 1).error
    expect(error('a\r\nb\u0000c\u202ed')).toBe('a b c d')
    expect(error(null)).toBe('failed')
    expect(error('\n')).toBe('failed')
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
        const made = error(text) ?? ''
        expect(made.length).toBeLessThanOrEqual(200)
        expect(made).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u)
      }),
    )
  })

  it('have no error if the ping succeeded', () => {
    expect(toPingRound({ task_id: 't', latency: 3, success: true, error: 'x', time: '' }, 1)).toMatchObject({
      avg: 3,
      sent: 1,
      received: 1,
      error: null,
    })
  })

  it('only use the distances between host timestamps', () => {
    const at = (seconds: number) => new Date(seconds * 1000).toISOString()
    expect(toReceivedTimes([at(50), at(80), at(10)], 5000, 60)).toEqual([4970, 5000, 5000])
    expect(toReceivedTimes(['never', at(80)], 5000, 60)).toEqual([5000, 5000])
    expect(toReceivedTimes(['never'], 5000, 60)).toEqual([5000])
    expect(toReceivedTimes([], 5000, 60)).toEqual([])
  })
})
