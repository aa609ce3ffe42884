import { describe, expect, it } from 'vitest'
import { noon, record } from '../testing/rounds.ts'
import { mergeRounds, roundOf, roundsOf } from './round.ts'
import { statsOf, statsOfAll } from './stats.ts'

const rounds = (...latencies: (number | null)[]) =>
  latencies.map((avg_latency, index) => {
    const lost = avg_latency === null ? { packet_loss: 1, packet_received: 0 } : {}
    return roundOf(record('a', index * 60, { avg_latency, ...lost }))
  })

describe('the statistics of rounds', () => {
  it('are percentiles of the rounds with a reply, and the packet loss', () => {
    const many = rounds(...Array.from({ length: 100 }, (_, index) => index + 1), null)
    expect(statsOf(many)).toEqual({ mean: 50.5, p50: 50, p95: 95, loss: 1 / 101 })
  })

  it('weigh hours by their packets', () => {
    const hour = { ...rounds(100)[0], sent: 90, received: 90 } as ReturnType<typeof roundOf>
    const lossy = { ...rounds(200)[0], loss: 0.5, received: 5 } as ReturnType<typeof roundOf>
    expect(statsOf([hour, lossy])).toMatchObject({ mean: (100 * 90 + 200 * 5) / 95, loss: 0.05 })
  })

  it('are null without rounds, and have only a loss if everything was lost', () => {
    expect(statsOf([])).toEqual({ mean: null, p50: null, p95: null, loss: null })
    expect(statsOf(rounds(null, null))).toEqual({ mean: null, p50: null, p95: null, loss: 1 })
  })

  it('of all targets weigh all packets equally', () => {
    const all = roundsOf([record('a', 0, { avg_latency: 10 }), record('b', 0, { avg_latency: 30 })])
    expect(statsOfAll(all).mean).toBe(20)
  })
})

describe('rounds aggregated into an hour', () => {
  it('have the extremes, the packets and the average of rounds with a reply', () => {
    const hour = mergeRounds(rounds(10, null, 30), noon)
    expect(hour).toEqual({ time: noon, avg: 20, min: 10, max: 30, loss: 1 / 3, sent: 30, received: 20 })
  })

  it('have no latency without a reply', () => {
    const lost = rounds(null).map((round) => ({ ...round, min: null, max: null }))
    expect(mergeRounds(lost, noon)).toMatchObject({ avg: null, min: null, max: null, loss: 1 })
  })
})
