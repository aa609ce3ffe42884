import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { isVirtualName, makeNetwork, parseNetDev, pickInterfaces, type Traffic } from './network.ts'

const head = `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
`
describe('/proc/net/dev', () => {
  it('is parsed by interface, with and without a space after the colon', () => {
    const text = `${head}    lo:    3193      29    0    0    0     0          0         0     4193      29    0    0    0     0       0          0
  eth0:584339465   16270    0    0    0     0          0         0  1582380   11074    0    0    0     0       0          0
enp3s0f1np1: 9007199254740991 1 0 0 0 0 0 0 18446744073709551615 1 0 0 0 0 0 0
`
    expect([...parseNetDev(text)]).toEqual([
      ['lo', { in: 3193, out: 4193 }],
      ['eth0', { in: 584339465, out: 1582380 }],
      ['enp3s0f1np1', { in: 9007199254740991, out: 18446744073709552000 }],
    ])
  })

  it.each(['', head, 'eth0\n', 'eth0:\n', 'eth0: 1 2 3\n', 'eth0: x 1 2 3 4 5 6 7 8\n', ': 1 2 3 4 5 6 7 8 9\n'])(
    'garbage is no interface: %j',
    (text) => {
      expect(parseNetDev(text).size).toBe(0)
    },
  )
})

describe('counted interfaces', () => {
  const sysNet = mkdtempSync(join(tmpdir(), 'svc-net-'))
  afterAll(() => rmSync(sysNet, { recursive: true, force: true }))
  for (const name of ['eth0', 'eth1']) mkdirSync(join(sysNet, name, 'device'), { recursive: true })
  for (const name of ['bond0', 'eth0.100', 'br0']) mkdirSync(join(sysNet, name), { recursive: true })

  it('are those with hardware, so that bonds, VLANs and bridges are not counted twice', () => {
    const names = ['lo', 'eth0', 'eth1', 'bond0', 'eth0.100', 'br0', 'docker0', 'veth12ab', 'wg0']
    expect([...pickInterfaces(names, sysNet)]).toEqual(['eth0', 'eth1'])
  })

  it('in a container are those without a virtual name', () => {
    expect([...pickInterfaces(['lo', 'ens3', 'venet0', 'docker0', 'ifb0'], sysNet)]).toEqual(['ens3', 'venet0'])
    expect([...pickInterfaces(['lo'], '/nowhere')]).toEqual([])
  })

  it.each(['lo', 'docker0', 'docker_gwbridge', 'veth1', 'br-0a1b', 'virbr0', 'vnet3', 'tun0', 'tap1', 'wg0', 'sit0'])(
    '%s is virtual',
    (name) => {
      expect(isVirtualName(name)).toBe(true)
    },
  )

  it.each(['eth0', 'enp0s3', 'wlan0', 'br0', 'bond0', 'ppp0', 'venet0', 'local0', 'wwan0'])('%s is not', (name) => {
    expect(isVirtualName(name)).toBe(false)
  })
})

type Counters = Record<string, [number, number]>

function network(script: (Counters | null)[], pick = (names: readonly string[]) => new Set(names)) {
  let time = 0
  const sampler = makeNetwork({
    read() {
      const counters = script.shift()
      if (!counters) return null
      return new Map(Object.entries(counters).map(([name, [i, o]]): [string, Traffic] => [name, { in: i, out: o }]))
    },
    pick,
    now: () => time,
  })
  return {
    reset: () => sampler.reset?.(),
    async sample(seconds = 3) {
      time += seconds * 1000
      const { net_in_speed, net_out_speed, net_in_transfer, net_out_transfer } = await sampler.sample()
      return [net_in_speed, net_out_speed, net_in_transfer, net_out_transfer]
    },
  }
}

describe('host traffic', () => {
  it('counts since the agent started; speed is since the last sample', async () => {
    const { sample } = network([{ eth0: [1000, 500] }, { eth0: [4000, 500] }, { eth0: [4100, 800] }])
    expect(await sample()).toEqual([1000, 0, 3000, 0])
    expect(await sample()).toEqual([33, 100, 3100, 300])
  })

  it('keeps the total when an interface disappears and ignores the past of a new one', async () => {
    const { sample } = network([
      { eth0: [0, 0], usb0: [9000, 0] },
      { eth0: [300, 0], usb0: [12_000, 0] },
      { eth0: [600, 0] },
      { eth0: [900, 0], usb0: [500_000, 0] },
      { eth0: [900, 0], usb0: [500_300, 0] },
    ])
    expect(await sample()).toEqual([1100, 0, 3300, 0])
    expect(await sample()).toEqual([100, 0, 3600, 0])
    expect(await sample()).toEqual([100, 0, 3900, 0])
    expect(await sample()).toEqual([100, 0, 4200, 0])
  })

  it('handles a counter reset', async () => {
    const { sample } = network([{ eth0: [5000, 5000] }, { eth0: [4700, 6000] }, { eth0: [5000, 6000] }])
    expect(await sample()).toEqual([0, 333, 0, 1000])
    expect(await sample()).toEqual([100, 0, 300, 1000])
  })

  it('divides by at least one second', async () => {
    const { sample } = network([{ eth0: [0, 0] }, { eth0: [1000, 0] }])
    expect(await sample(0.01)).toEqual([1000, 0, 1000, 0])
  })

  it('reports nothing while unreadable and catches up later', async () => {
    const { sample } = network([{ eth0: [0, 0] }, null, { eth0: [6000, 0] }])
    expect(await sample()).toEqual([undefined, undefined, undefined, undefined])
    expect(await sample()).toEqual([1000, 0, 6000, 0])
  })

  it('counts offline traffic, but not as speed', async () => {
    const { sample, reset } = network([{ eth0: [0, 0] }, { eth0: [900_000, 0] }, { eth0: [900_300, 0] }])
    reset()
    expect(await sample()).toEqual([100, 0, 900_300, 0])
  })

  it('never decreases', async () => {
    const counters = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.tuple(fc.nat(1e6), fc.nat(1e6)))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(counters, fc.constant(null)), { minLength: 2 }), async (script) => {
        const { sample } = network([...script])
        let before = 0
        for (let n = 1; n < script.length; n += 1) {
          const [speed, , total] = await sample()
          if (total === undefined) continue
          expect(total).toBeGreaterThanOrEqual(before)
          expect(speed).toBeGreaterThanOrEqual(0)
          before = total
        }
      }),
    )
  })
})
