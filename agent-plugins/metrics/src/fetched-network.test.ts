import { describe, expect, it } from 'vitest'
import { makeFetchedNetwork } from './fetched-network.ts'

/** A host whose only interface received this many bytes. */
function network(...script: (number | Error)[]) {
  let time = 0
  const sampler = makeFetchedNetwork({
    async fetch() {
      const received = script.shift()
      if (typeof received !== 'number') throw received
      return new Map([['en0', { in: received, out: 0 }]])
    },
    pick: (names) => new Set(names),
    now: () => time,
  })
  return {
    reset: () => sampler.reset?.(),
    async sample() {
      time += 3000
      const { net_in_speed, net_in_transfer } = await sampler.sample()
      return [net_in_speed, net_in_transfer]
    },
  }
}

describe('traffic of slow counters', () => {
  it('counts from the first sample', async () => {
    const { sample } = network(5000, 5300, 5900)
    expect([await sample(), await sample(), await sample()]).toEqual([
      [0, 0],
      [100, 300],
      [200, 900],
    ])
  })

  it('counts offline traffic, but not as speed', async () => {
    const { sample, reset } = network(0, 900_000, 900_300)
    await sample()
    reset()
    expect([await sample(), await sample()]).toEqual([
      [0, 900_000],
      [100, 900_300],
    ])
  })

  it('resets later if the counters are not available immediately', async () => {
    const { sample, reset } = network(0, new Error('busy'), 900_000)
    await sample()
    reset()
    await expect(sample()).rejects.toThrow('busy')
    expect(await sample()).toEqual([0, 900_000])
  })

  it('resets after a pending fetch, whose counters are stale', async () => {
    const { sample, reset } = network(0, 300, 900_000)
    await sample()
    const underWay = sample()
    reset()
    expect(await underWay).toEqual([100, 300])
    expect(await sample()).toEqual([0, 900_000])
  })
})
