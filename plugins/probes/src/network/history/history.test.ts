import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Round } from '../../rounds/round.ts'
import { codeOf, latencyOf, percentiles } from './latency-code.ts'
import { ServerHistory } from './server-history.ts'
import { TargetHistory } from './target-history.ts'

const limits = { high_latency_ms: 500, very_high_latency_ms: 800 }
const noon = 1_777_636_800
const hour = 3600
const made = (at: number, avg: number | null, lost = 0): Round => ({
  at,
  avg,
  min: avg === null ? null : avg / 2,
  max: avg === null ? null : avg * 2,
  sent: 10,
  received: avg === null ? 0 : 10 - lost,
  rounds: 1,
  error: null,
})

describe('latency codes', () => {
  it('are more precise than the displayed values', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 600_000, noNaN: true }), (ms) => {
        // Half a step of the code, and half of the last of four digits.
        expect(Math.abs(latencyOf(codeOf(ms)) - ms) / ms).toBeLessThan(0.0007)
        expect(codeOf(ms)).toBeLessThan(2 ** 16)
      }),
    )
    expect([latencyOf(codeOf(0)), latencyOf(codeOf(20))]).toEqual([0, 20])
  })

  it('have the percentiles of a sorted list', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(65_535), { minLength: 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (all, share) => {
          const sorted = [...all].sort((a, b) => a - b)
          expect(percentiles(Uint16Array.from(all), [share])).toEqual([
            sorted[Math.max(0, Math.ceil(share * all.length) - 1)],
          ])
        },
      ),
    )
    expect(percentiles(new Uint16Array(), [0.5])).toEqual([undefined])
  })
})

describe('the history of a target', () => {
  it('covers the current hour and the day before', () => {
    const history = new TargetHistory()
    for (let at = noon - 30 * hour; at <= noon; at += 60)
      history.add(made(at, at < noon - 24 * hour ? 900 : 40), limits)
    const { avg, min, max, p50, p95, loss, anomalies, last } = history.stats(noon)
    expect({ avg, min, max, p50, p95, loss, anomalies }).toEqual({
      avg: 40,
      min: 20,
      max: 80,
      p50: 40,
      p95: 40,
      loss: 0,
      anomalies: 0,
    })
    expect(last?.at).toBe(noon)
    expect(history.stats(noon + 26 * hour)).toMatchObject({ avg: null, p50: null, loss: null, anomalies: 0 })
  })

  it('counts loss and anomalies', () => {
    const history = new TargetHistory()
    for (let i = 1; i <= 100; i++) history.add(made(noon + i, i), limits)
    history.add(made(noon + 101, null), limits)
    history.add(made(noon + 102, 600, 2), limits)
    const { p50, p95, loss, anomalies } = history.stats(noon + 200)
    expect([p50, Math.round(p95 ?? 0), anomalies]).toEqual([51, 96, 3])
    expect(loss).toBeCloseTo(12 / 1020, 10)
  })

  it('survives the transfer between threads', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(40 * hour), fc.option(fc.nat(2000))), { maxLength: 100 }), (all) => {
        const rounds = all.sort(([a], [b]) => a - b).map(([at, avg]) => made(noon + at, avg))
        const whole = new TargetHistory()
        let moved = new TargetHistory()
        for (const [i, round] of rounds.entries()) {
          whole.add(round, limits)
          moved.add(round, limits)
          if (i % 7 === 0) moved = TargetHistory.from(structuredClone(moved.dump()))
        }
        expect(moved.stats(noon + 40 * hour)).toEqual(whole.stats(noon + 40 * hour))
      }),
    )
  })

  it('starts over when the clock was set back', () => {
    const history = new TargetHistory()
    history.add(made(noon + 1000 * hour, 700), limits)
    history.add(made(noon, 20), limits)
    expect(history.stats(noon)).toMatchObject({ avg: 20, anomalies: 0 })
  })
})

describe('the history of a server', () => {
  it('finds the highest averages of the last minutes over some targets', () => {
    const history = new ServerHistory()
    history.add(1, made(noon, 900), limits)
    history.add(2, made(noon, 40, 5), limits)
    history.add(2, made(noon + 30, 80, 5), limits)
    history.add(3, made(noon, null), limits)
    const moved = new ServerHistory(structuredClone(history.dump()))
    for (const one of [history, moved]) {
      expect(one.worst(noon + 60, [2])).toEqual({ latency: 60, loss: 0.5 })
      expect(one.worst(noon + 60, [2, 3])).toEqual({ latency: 60, loss: 1 })
      expect(one.worst(noon + 60, [3])).toEqual({ latency: null, loss: 1 })
      expect(one.worst(noon + 60, [])).toEqual({ latency: null, loss: null })
      expect(one.worst(noon + 60, [4])).toEqual({ latency: null, loss: null })
    }
    history.forget(1)
    expect(history.worst(noon + 60, [1, 2])).toEqual({ latency: 60, loss: 0.5 })
  })

  it('has sparklines of thirty buckets, newest last', () => {
    const history = new ServerHistory()
    for (let minute = 0; minute < 60; minute += 1) {
      history.add(1, made(noon + minute * 60, minute), limits)
      history.add(2, made(noon + minute * 60, minute % 2 === 0 ? null : minute + 10), limits)
    }
    const now = noon + 59 * 60
    const { latency, loss } = history.sparklines(now, 60)
    expect([latency.length, latency.at(-1), latency.at(-2), latency[0]]).toEqual([30, 64, 58, 30])
    expect([loss.at(-1), loss.at(-2)]).toEqual([0, 0.5])
    const wide = history.sparklines(now, 600)
    expect(wide.latency.slice(0, 24)).toEqual(Array(24).fill(null))
    expect(wide.latency.slice(24).every((value) => value !== null)).toBe(true)
    expect(history.sparklines(now, 90).latency.filter((value) => value === null)).toEqual([])
  })

  it('averages the rounds of the last minutes', () => {
    const history = new ServerHistory()
    history.add(1, made(noon, 900), limits)
    history.add(2, made(noon + 60, null), limits)
    history.add(2, made(noon + 300, 30, 2), limits)
    expect(history.worst(noon + 300, [1, 2])).toEqual({ latency: 900, loss: 0.6 })
    expect(history.worst(noon + 600, [1, 2])).toEqual({ latency: 900, loss: 0.6 })
    expect(history.worst(noon + 800, [1, 2])).toEqual({ latency: 30, loss: 0.2 })
    expect(history.worst(noon + 2000, [1, 2])).toEqual({ latency: null, loss: null })
    expect(history.worst(noon - 600, [1, 2])).toEqual({ latency: null, loss: null })
  })
})
