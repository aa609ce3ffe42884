import { liveMetrics, type ServerMetrics } from '@svc/protocol'
import { describe, expect, it } from 'vitest'
import { makeRecentSamples } from './recent-samples.ts'

const start = 1_790_000_000
const sample = (id: string, second: number, members: Partial<ServerMetrics> = {}): ServerMetrics => ({
  ...({ id, name: id, online: true, last_active: start + second } as ServerMetrics),
  ...(Object.fromEntries(liveMetrics.map((name) => [name, 0])) as object),
  temperature: null,
  gpu_usage: null,
  ...members,
})

/** Reports every three seconds. */
function reported(seconds: number) {
  const samples = makeRecentSamples()
  for (let at = 0; at <= seconds; at += 3) samples.put(sample('a', at, { cpu: at % 100, net_in_speed: 100 }))
  return samples
}

describe('recent samples', () => {
  it('are those of the last ten minutes, oldest first, with every metric', () => {
    const columns = reported(3600).columns('a', start + 3600)
    expect(columns?.last_active).toEqual(Array.from({ length: 200 }, (_, i) => start + 3003 + 3 * i))
    expect(columns?.cpu?.slice(0, 2)).toEqual([3, 6])
    expect(columns?.temperature?.[0]).toBeNull()
    expect(Object.keys(columns ?? {})).toEqual(['last_active', ...liveMetrics, 'temperature', 'gpu_usage'])
  })

  it('are none of a silent, an unknown and a deleted server', () => {
    const samples = reported(60)
    expect(samples.columns('a', start + 700)).toBeUndefined()
    expect(samples.columns('b', start + 60)).toBeUndefined()
    samples.delete('a')
    expect(samples.columns('a', start + 60)).toBeUndefined()
  })

  it('are thinned out for sparklines, ending with the newest', () => {
    const columns = reported(600).columns('a', start + 600, ['cpu'])
    expect(Object.keys(columns ?? {})).toEqual(['last_active', 'cpu'])
    expect(columns?.cpu?.length).toBeGreaterThan(45)
    expect(columns?.cpu?.length).toBeLessThanOrEqual(60)
    expect(columns?.last_active?.at(-1)).toBe(start + 600)
  })

  it('keep values to a hundredth, and large ones', () => {
    const samples = makeRecentSamples()
    samples.put(sample('a', 0, { cpu: 12.345, disk_used: 2 ** 40, temperature: 41.5 }))
    const columns = samples.columns('a', start)
    expect([columns?.cpu, columns?.disk_used, columns?.temperature]).toEqual([[12.35], [2 ** 40], [41.5]])
  })

  it('start over when the clock was set back, and drop what comes twice', () => {
    const samples = reported(30)
    samples.put(sample('a', 30))
    samples.put(sample('a', 29))
    expect(samples.columns('a', start + 30)?.last_active).toHaveLength(11)
    samples.put(sample('a', -3600))
    expect(samples.columns('a', start - 3600)?.last_active).toEqual([start - 3600])
  })

  it('are fewer per server in large fleets', () => {
    const samples = makeRecentSamples()
    for (let id = 0; id < 2500; id += 1) samples.put(sample(`s${id}`, 0))
    for (let at = 0; at <= 600; at += 3) samples.put(sample('s7', at))
    expect(samples.columns('s7', start + 600)?.last_active).toHaveLength(100)
  })
})

describe('the traffic of the fleet', () => {
  it('is a sum every ten seconds since the first report', () => {
    const samples = reported(100)
    for (let at = 50; at <= 100; at += 3) samples.put(sample('b', at, { net_in_speed: 10, net_out_speed: 7 }))
    const { step, in: incoming, out } = samples.traffic(['a', 'b', 'unknown'], start + 100)
    expect(step).toBe(10)
    expect(incoming).toEqual([100, 100, 100, 100, 100, 110, 110, 110, 110, 110, 110])
    expect(out.at(-1)).toBe(7)
  })

  it('has no share of servers that went silent or are not asked for', () => {
    const samples = reported(60)
    expect(samples.traffic(['a'], start + 300).in.at(-1)).toBe(0)
    expect(samples.traffic([], start + 60)).toEqual({ step: 10, in: [], out: [] })
  })
})
