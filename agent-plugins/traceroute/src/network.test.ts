import { createTestNetwork } from '@svc/raw-socket/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runTrace, type TraceRequest } from './run.ts'

const never = new AbortController().signal
const quick = { roundMs: 50, answerMs: 400, spacingMs: 2 }
const ports = { icmp: 0, udp: 33_434, tcp: 80 } as const
const protocols = ['icmp', 'udp', 'tcp'] as const

const trace = (address: string, request: Partial<TraceRequest> = {}) => {
  const protocol = request.protocol ?? 'icmp'
  const whole = { protocol, flow: 'paris', port: ports[protocol], rounds: 3, maxHops: 30, timing: quick } as const
  return runTrace({ ...whole, address, ...request }, never, async () => {})
}

describe('a path over three routers', () => {
  let network: ReturnType<typeof makeNetwork>
  const makeNetwork = () =>
    createTestNetwork(
      ['host', 'r1', 'r2', 'r3', 'target'],
      [
        ['host', 'r1'],
        ['r1', 'r2'],
        ['r2', 'r3'],
        ['r3', 'target'],
      ],
    )
  beforeAll(() => {
    network = makeNetwork()
  })
  afterAll(() => network.remove())

  it.each(protocols.flatMap((protocol) => (['ipv4', 'ipv6'] as const).map((version) => [protocol, version] as const)))(
    'is found with %s over %s, each hop at its place',
    async (protocol, version) => {
      const { host, r1, r2, r3, target } = network.nodes
      const address = target[version][0] as string
      const { hops, reached, paths, path_mtu, path_mtu_hop } = await host.within(() => trace(address, { protocol }))
      expect(hops.map(({ hop, ips, total_sent, total_recv }) => ({ hop, ips, total_sent, total_recv }))).toEqual(
        [r1, r2, r3, target].map((node, i) => ({ hop: i + 1, ips: [node[version][0]], total_sent: 3, total_recv: 3 })),
      )
      expect({ reached, path_mtu, path_mtu_hop }).toEqual({ reached: true, path_mtu: 1500, path_mtu_hop: null })
      expect(paths).toEqual([{ ips: [r1, r2, r3, target].map((node) => node[version][0]), rounds: 3 }])
    },
  )
})
