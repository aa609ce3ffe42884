import { collectLog } from '@svc/agent/testing'
import { createTestNetwork, withoutRawSockets } from '@svc/raw-socket/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePing } from './icmp.ts'
import { type Ping, PingUnavailable } from './ping.ts'

const never = new AbortController().signal

type Network = Awaited<ReturnType<typeof makeNetwork>>
const makeNetwork = () =>
  createTestNetwork(
    ['host', 'router', 'target'],
    [
      ['host', 'router'],
      ['router', 'target', { delayMs: 10 }],
    ],
  )
let network: Network
beforeAll(async () => {
  network = await makeNetwork()
})
afterAll(() => network.remove())

/** Fails the test when it is run. */
const noProgram = (): Ping => () => expect.unreachable('the program was run')
const { log } = collectLog()

describe.each(['ipv4', 'ipv6'] as const)('echo requests over %s', (version) => {
  it('are answered by the target, with its times', async () => {
    const { host, target } = network.nodes
    const ping = makePing(log, noProgram)
    const run = await host.within(() => ping({ address: target[version][0] ?? '', count: 2, timeoutMs: 5000 }, never))
    expect(run).toMatchObject({ sent: 2, routerError: undefined, errorOutput: undefined })
    expect(run.times).toHaveLength(2)
    expect(Math.min(...run.times)).toBeGreaterThanOrEqual(20)
  })

  it('need no privilege where the host allows them to everybody', async () => {
    const { host, target } = network.nodes
    host.run('sysctl', '-q', '-w', 'net.ipv4.ping_group_range=0 2147483647')
    const ping = makePing(log, noProgram)
    const run = await host.within(() =>
      withoutRawSockets(() => ping({ address: target[version][0] ?? '', count: 1, timeoutMs: 5000 }, never)),
    )
    host.run('sysctl', '-q', '-w', 'net.ipv4.ping_group_range=1 0')
    expect(run).toMatchObject({ sent: 1, times: [expect.any(Number)] })
  })
})

describe('echo requests', () => {
  it('get lost one by one', async () => {
    const { host, target } = network.nodes
    const rule = 'INPUT -p icmp -m statistic --mode nth --every 2 --packet 0 -j DROP'.split(' ')
    target.run('iptables', '-A', ...rule)
    const ping = makePing(log, noProgram)
    const run = await host.within(() => ping({ address: target.ipv4[0] ?? '', count: 2, timeoutMs: 1500 }, never))
    target.run('iptables', '-D', ...rule)
    expect([run.sent, run.times.length]).toEqual([2, 1])
  })

  it('end with what a router says', async () => {
    const { host, router, target } = network.nodes
    const rule = 'FORWARD -p icmp -j REJECT --reject-with icmp-host-unreachable'.split(' ')
    router.run('iptables', '-A', ...rule)
    const ping = makePing(log, noProgram)
    const run = await host.within(() => ping({ address: target.ipv4[0] ?? '', count: 1, timeoutMs: 5000 }, never))
    router.run('iptables', '-D', ...rule)
    expect(run).toEqual({ sent: 1, times: [], routerError: 'destination host unreachable', errorOutput: undefined })
  })

  it('cannot be sent without a route', async () => {
    const ping = makePing(log, noProgram)
    const run = await network.nodes.host.within(() =>
      ping({ address: '203.0.113.1', count: 1, timeoutMs: 5000 }, never),
    )
    expect(run).toMatchObject({ sent: 0, times: [], errorOutput: 'network unreachable' })
  })

  it('stop when the signal aborts', async () => {
    const over = new AbortController()
    const ping = makePing(log, noProgram)
    const ended = network.nodes.host.within(() =>
      ping({ address: network.nodes.target.ipv4[0] ?? '', count: 20, timeoutMs: 60_000 }, over.signal),
    )
    setTimeout(() => over.abort(new Error('not wanted')), 50)
    await expect(ended).rejects.toThrow('not wanted')
  })

  it('of many probes at once keep their answers apart', async () => {
    const { host, router, target } = network.nodes
    const ping = makePing(log, noProgram)
    const addresses = [target.ipv4[0], router.ipv4[0], router.ipv4[1], target.ipv4[0]]
    const runs = await host.within(() =>
      Promise.all(addresses.map((address) => ping({ address: address ?? '', count: 2, timeoutMs: 5000 }, never))),
    )
    expect(runs.map(({ times }) => times.length)).toEqual([2, 2, 2, 2])
    expect(runs.map(({ times }) => Math.min(...times) >= 20)).toEqual([true, false, false, true])
  })

  it('are left to the program without privileges, and unavailable without one', async () => {
    const program: Ping = async () => ({ sent: 1, times: [7], routerError: undefined, errorOutput: undefined })
    const order = { address: '192.0.2.1', count: 1, timeoutMs: 1000 }
    await withoutRawSockets(async () => {
      expect(await makePing(log, () => program)(order, never)).toMatchObject({ times: [7] })
      await expect(makePing(log, () => undefined)(order, never)).rejects.toThrow(PingUnavailable)
    })
  })
})
