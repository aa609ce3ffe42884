import { describe, expect, it } from 'vitest'
import { noon, overview, summary } from '../testing/rounds.ts'
import { type Assessed, defaultLimits, healthOfRound, maxAgeMs, ranked, standingOf } from './health.ts'

const now = (noon + 60) * 1000
const standing = (...targets: Parameters<typeof summary>[0][]) =>
  standingOf({ online: true, targets: targets.map((target) => summary(target)) }, now, defaultLimits)

describe('the health of a round', () => {
  it.each([
    [500, 0.1, 'healthy'],
    [501, 0, 'warning'],
    [20, 0.11, 'warning'],
    [800, 0.5, 'warning'],
    [801, 0, 'severe'],
    [20, 0.51, 'severe'],
    [null, 1, 'severe'],
    [null, null, 'severe'],
  ] as const)('of %s ms that lost %s is %s', (last_latency, last_loss, health) => {
    expect(healthOfRound({ last_latency, last_loss }, defaultLimits)).toBe(health)
  })
})

describe('the latency thresholds of the configuration', () => {
  const limits = { warning: 100, severe: 200 }
  it.each([
    [100, 'healthy'],
    [101, 'warning'],
    [201, 'severe'],
  ] as const)('make a round of %s ms %s', (last_latency, health) => {
    expect(healthOfRound({ last_latency, last_loss: 0 }, limits)).toBe(health)
    const server = { online: true, targets: [summary({}), summary({ target_id: 'far', last_latency })] }
    expect(standingOf(server, now, limits).health).toBe(health)
  })
})

describe('the health of a server', () => {
  it('is that of its worst target, with its name', () => {
    const { health, worst } = standing({}, { target_id: 'far', last_latency: 600 }, {})
    expect([health, worst?.target_id]).toEqual(['warning', 'far'])
  })

  it('prefers the target with more loss over a slower one', () => {
    const slow = { target_id: 'slow', last_latency: 5000 }
    expect(standing(slow, { target_id: 'lossy', last_loss: 0.9 }).worst?.target_id).toBe('lossy')
  })

  it('shows the averages of the newest rounds, without the latency of lost ones', () => {
    const { latency, loss } = standing({ last_latency: 10 }, { last_latency: 30 }, { last_latency: null, last_loss: 1 })
    expect([latency, loss]).toEqual([20, 1 / 3])
  })

  it('names no target while it is healthy', () => expect(standing({}, {}).worst).toBeUndefined())

  it.each([
    ['no targets', []],
    ['a target that was never measured', [{ last_probe_at: null, last_latency: null, last_loss: null }]],
    ['rounds that are old', [{ last_probe_at: new Date(now - maxAgeMs - 1).toISOString(), last_loss: 1 }]],
  ])('with %s has no data', (_, targets) => expect(standing(...targets)).toMatchObject({ health: 'none' }))

  it('is offline without its agent', () => {
    const server = { online: false, targets: [summary({ last_loss: 1, last_latency: null })] }
    expect(standingOf(server, now, defaultLimits)).toMatchObject({
      health: 'offline',
      latency: undefined,
      worst: undefined,
    })
  })
})

describe('sorting', () => {
  const assessed = (id: string, target: Parameters<typeof summary>[0], replaced = {}): Assessed => {
    const server = overview([summary(target)], { server_id: id, ...replaced })
    return { id, server, ...standingOf(server, now, defaultLimits) }
  }
  it('is by health, then anomalies, loss and latency', () => {
    const all = [
      assessed('well', {}),
      assessed('none', { last_probe_at: null }),
      assessed('slow', { last_latency: 40 }),
      assessed('away', {}, { online: false }),
      assessed('lossy', { last_loss: 0.05 }),
      assessed('severe', { last_loss: 0.9 }),
      assessed('odd', {}, { anomaly_count: 3 }),
      assessed('warning', { last_latency: 600 }),
    ]
    const order = ['severe', 'warning', 'away', 'none', 'odd', 'lossy', 'slow', 'well']
    expect(ranked(all).map(({ id }) => id)).toEqual(order)
  })
})
