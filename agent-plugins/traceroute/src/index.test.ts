import { createTestAgent, type TestAgent } from '@svc/agent/testing'
import { Traceroute, TracerouteCancel, TracerouteRoundUpdate } from '@svc/plugin-traceroute/wire'
import { CapabilityDenied } from '@svc/protocol'
import { createTestNetwork, withoutRawSockets } from '@svc/raw-socket/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import traceroute from './index.ts'

let network: Awaited<ReturnType<typeof makeNetwork>>
const makeNetwork = () =>
  createTestNetwork(
    ['host', 'r1', 'target'],
    [
      ['host', 'r1'],
      ['r1', 'target'],
    ],
  )
beforeAll(async () => {
  network = await makeNetwork()
})
afterAll(() => network.remove())

let agent: TestAgent
afterEach(() => agent.close())

async function start({ deny = [], config = {} }: { deny?: readonly string[]; config?: object } = {}) {
  const denials = { ping_icmp: { traceroute: 'request_id' } }
  agent = await createTestAgent({
    plugins: [{ plugin: traceroute, capabilities: ['ping_icmp'], denials }],
    deny,
    config: { ...config },
  })
  return agent.server
}

const request = (request_id: string, target: string, more: object = {}) => ({
  request_id,
  target,
  max_hops: 30,
  protocol: 'icmp' as const,
  rounds: 1,
  ...more,
})

describe('a trace', () => {
  it('sends each round with everything so far, and the last one as completed', async () => {
    const server = await start()
    const { host, r1, target } = network.nodes
    const [address] = target.ipv4 as [string]
    await host.within(async () => {
      server.send(Traceroute, request('1', address, { rounds: 2 }))
      const common = { request_id: '1', target: address, total_rounds: 2, address, reached: true, error: null }
      expect(await server.next(TracerouteRoundUpdate)).toMatchObject({
        ...common,
        round: 1,
        completed: false,
        hops: [
          { hop: 1, ips: [r1.ipv4[0]], total_sent: 1, total_recv: 1, loss_pct: 0 },
          { hop: 2, ips: [address], total_sent: 1, total_recv: 1, loss_pct: 0 },
        ],
      })
      expect(await server.next(TracerouteRoundUpdate)).toMatchObject({
        ...common,
        round: 2,
        completed: true,
        hops: [
          { hop: 1, total_sent: 2, total_recv: 2 },
          { hop: 2, total_sent: 2, total_recv: 2 },
        ],
        path_mtu: 1500,
      })
    })
  })

  it('stops when the server cancels it, and four run at a time', async () => {
    const server = await start()
    const { host, target } = network.nodes
    const [address] = target.ipv4 as [string]
    /** Sends a request and returns the error of its first answer. */
    const attempt = async (id: string, rounds: number) => {
      server.send(Traceroute, request(id, address, { rounds }))
      for (;;) {
        const { request_id, error } = await server.next(TracerouteRoundUpdate)
        if (request_id === id) return error
      }
    }
    await host.within(async () => {
      for (const id of ['1', '2', '3', '4']) expect(await attempt(id, 20)).toBeNull()
      expect(await attempt('5', 1)).toBe('at most 4 traces at a time')
      server.send(TracerouteCancel, { request_id: '1' })
      let turn = 6
      await expect
        .poll(() => {
          turn += 1
          return attempt(String(turn), 1)
        })
        .toBeNull()
    })
  })

  it('is refused where ping_icmp is denied', async () => {
    const server = await start({ deny: ['ping_icmp'] })
    server.send(Traceroute, request('1', '192.0.2.1'))
    expect(await server.next(CapabilityDenied)).toMatchObject({ msg_id: '1', capability: 'ping_icmp' })
  })

  it.each([
    ['127.0.0.1', /must not be/],
    ['-h', /must contain a host name/],
    ['...', /must contain a host name/],
    ['a;b', /must contain a host name/],
    ['no-such-name.invalid', /^no-such-name\.invalid (?:has no address|cannot be resolved)/],
    ['10.1.2.3', /^this host does not trace 10\.1\.2\.3$/],
    ['::ffff:10.1.2.3', /^this host does not trace 10\.1\.2\.3$/],
  ])('to %s fails with the reason', async (target, reason) => {
    const server = await start({ config: { traceroute: { deny: ['10.1.0.0/16', '192.0.2.9'] } } })
    server.send(Traceroute, request('1', target))
    const { error, ...update } = await server.next(TracerouteRoundUpdate)
    expect(update).toMatchObject({ request_id: '1', round: 0, total_rounds: 0, hops: [], completed: true })
    expect(error).toMatch(reason)
  })

  it('fails at once where there is no route', async () => {
    const server = await start()
    await network.nodes.host.within(async () => {
      server.send(Traceroute, request('1', '203.0.113.1'))
      expect((await server.next(TracerouteRoundUpdate)).error).toBe('the network is unreachable from this host')
    })
  })

  it.each([['icmp'], ['udp'], ['tcp']] as const)(
    'with %s says what is missing without privileges, and needs no restart once it is there',
    async (protocol) => {
      const server = await start()
      const { host, target } = network.nodes
      await host.within(async () => {
        await withoutRawSockets(async () => {
          server.send(Traceroute, request('1', target.ipv4[0] as string, { protocol }))
          expect(await server.next(TracerouteRoundUpdate)).toMatchObject({
            completed: true,
            error: expect.stringContaining('CAP_NET_RAW'),
          })
        })
        server.send(Traceroute, request('2', target.ipv4[0] as string, { protocol }))
        expect(await server.next(TracerouteRoundUpdate)).toMatchObject({ completed: true, error: null, reached: true })
      })
    },
  )

  it.each([['ipv4'], ['ipv6']] as const)(
    'works over %s without privileges where the host allows ICMP to everybody',
    async (version) => {
      const server = await start()
      const { host, r1, target } = network.nodes
      host.run('sysctl', '-q', '-w', 'net.ipv4.ping_group_range=0 2147483647')
      await host.within(() =>
        withoutRawSockets(async () => {
          server.send(Traceroute, request('1', target[version][0] as string))
          expect(await server.next(TracerouteRoundUpdate)).toMatchObject({
            completed: true,
            error: null,
            reached: true,
            hops: [{ ips: [r1[version][0]] }, { ips: [target[version][0]] }],
            path_mtu: 1500,
          })
        }),
      )
      host.run('sysctl', '-q', '-w', 'net.ipv4.ping_group_range=1 0')
    },
  )
})
