import { setTimeout as pause } from 'node:timers/promises'
import { createTestNetwork } from '@svc/raw-socket/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mtrFrom, traceFrom } from '../test/run.ts'

const protocols = ['icmp', 'udp', 'tcp'] as const
const versions = ['ipv4', 'ipv6'] as const
const combinations = protocols.flatMap((protocol) => versions.map((version) => [protocol, version] as const))

type Network = Awaited<ReturnType<typeof makeNetwork>>
/** Two equal ways in the middle, and a slow link at the end: 20 ms there and back. */
const makeNetwork = () =>
  createTestNetwork(
    ['host', 'r1', 'a', 'b', 'r3', 'target'],
    [
      ['host', 'r1'],
      ['r1', 'a'],
      ['r1', 'b'],
      ['a', 'r3'],
      ['b', 'r3'],
      ['r3', 'target', { delayMs: 10 }],
    ],
  )

let network: Network
beforeAll(async () => {
  network = await makeNetwork()
})
afterAll(() => network.remove())

/** Runs `work` while a node drops packets. */
async function whileDropping<T>(node: Network['nodes']['host'], rule: string, work: () => Promise<T> | T): Promise<T> {
  const rules = rule.split(' ')
  node.run('iptables', '-A', ...rules)
  try {
    return await work()
  } finally {
    node.run('iptables', '-D', ...rules)
  }
}

const repliesOf = '-p icmp --icmp-type time-exceeded'

describe('a path', () => {
  it.each(combinations)('is found with %s over %s, each hop at its place', async (protocol, version) => {
    const { host, r1, a, b, r3, target } = network.nodes
    const address = target[version][0]
    const { hops, reached, paths, path_mtu, path_mtu_hop } = await traceFrom(host, address, { protocol })
    expect(hops.map(({ hop, total_sent, total_recv }) => ({ hop, total_sent, total_recv }))).toEqual(
      [1, 2, 3, 4].map((hop) => ({ hop, total_sent: 3, total_recv: 3 })),
    )
    expect(hops[0]?.ips).toEqual([r1[version][0]])
    expect([a[version][0], b[version][0]]).toEqual(expect.arrayContaining(hops[1]?.ips ?? ['none']))
    expect(r3[version].slice(0, 2)).toEqual(expect.arrayContaining(hops[2]?.ips ?? ['none']))
    expect(hops[3]?.ips).toEqual([address])
    expect({ reached, path_mtu, path_mtu_hop }).toEqual({ reached: true, path_mtu: 1500, path_mtu_hop: null })
    expect(paths?.flatMap(({ rounds }) => rounds).reduce((sum, rounds) => sum + rounds)).toBe(3)
  })

  it.each([['udp'], ['tcp']] as const)('shows equal ways with %s, each round one that exists', async (protocol) => {
    const { host, a, b, r3, target } = network.nodes
    const { hops, paths } = await traceFrom(host, target.ipv4[0], { protocol, rounds: 20 })
    expect(hops[1]?.ips?.toSorted()).toEqual([a.ipv4[0], b.ipv4[0]].toSorted())
    const entrances = new Map([
      [a.ipv4[0], r3.ipv4[0]],
      [b.ipv4[0], r3.ipv4[1]],
    ])
    expect(paths).toHaveLength(2)
    for (const { ips } of paths ?? []) expect(ips[2]).toBe(entrances.get(ips[1] ?? ''))
  })

  it.each([['udp'], ['tcp']] as const)('stays on one way with %s if all rounds have one flow', async (protocol) => {
    const { host, target } = network.nodes
    const { hops, paths } = await traceFrom(host, target.ipv4[0], { protocol, rounds: 20, flow: 'fixed' })
    expect(hops.map(({ ips }) => ips?.length)).toEqual([1, 1, 1, 1])
    expect(paths).toMatchObject([{ rounds: 20 }])
  })

  it.each([['udp'], ['tcp']] as const)('mixes the ways with %s if each packet has its own flow', async (protocol) => {
    const { host, target } = network.nodes
    const { hops, paths } = await traceFrom(host, target.ipv4[0], { protocol, rounds: 20, flow: 'classic' })
    expect(hops.map(({ ips }) => ips?.length)).toEqual([1, 2, 2, 1])
    expect(paths).toEqual([])
  })
})

describe('statistics', () => {
  it('agree with mtr on the same path: loss, times and their spread', async () => {
    const { host, r3, target } = network.nodes
    const [address] = target.ipv4
    // Every fourth packet that ends at the target, and every fifth answer of r3, in either program.
    const measured = await whileDropping(
      target,
      'INPUT -p icmp -m ttl --ttl-eq 1 -m statistic --mode nth --every 4 --packet 0 -j DROP',
      () =>
        whileDropping(r3, `OUTPUT ${repliesOf} -m statistic --mode nth --every 5 --packet 0 -j DROP`, async () => ({
          mtr: mtrFrom(host, address, '-c', '20', '-i', '0.1'),
          ours: await traceFrom(host, address, { rounds: 20, timing: { roundMs: 100, answerMs: 300, spacingMs: 2 } }),
        })),
    )
    const { hops } = measured.ours
    expect(hops.map(({ ips }) => ips?.[0])).toEqual(measured.mtr.map(({ host: name }) => name))
    expect(measured.mtr.map((hub) => hub['Loss%'])).toEqual([0, 0, 20, 25])
    for (const [i, hub] of measured.mtr.entries()) {
      const {
        loss_pct = 0,
        total_sent,
        best_ms = 0,
        avg_ms = 0,
        worst_ms = 0,
        jitter_ms = 0,
        stddev_ms = 0,
      } = hops[i] ?? {}
      expect(Math.abs(loss_pct - hub['Loss%'])).toBeLessThanOrEqual(2)
      expect(total_sent).toBe(hub.Snt)
      expect(Math.abs(best_ms - hub.Best)).toBeLessThanOrEqual(Math.max(1, hub.Best * 0.1))
      expect(best_ms).toBeLessThanOrEqual(avg_ms)
      expect(avg_ms).toBeLessThanOrEqual(worst_ms)
      expect(jitter_ms).toBeLessThanOrEqual(worst_ms - best_ms)
      expect(stddev_ms).toBeLessThanOrEqual(worst_ms - best_ms)
    }
    expect(hops[3]?.best_ms).toBeGreaterThanOrEqual(20)
  })

  it('count an answer that comes after the round was over', async () => {
    const { host, target } = network.nodes
    const { hops } = await traceFrom(host, target.ipv4[0], {
      rounds: 3,
      timing: { roundMs: 100, answerMs: 5, spacingMs: 1 },
    })
    expect(hops.at(-1)).toMatchObject({ ips: [target.ipv4[0]], total_recv: expect.any(Number) })
    expect(hops.at(-1)?.total_recv).toBeGreaterThanOrEqual(2)
  })
})

describe('a router that does not tell everything', () => {
  it('is a hop without an address if it never answers', async () => {
    const { host, r3, target } = network.nodes
    const { hops, reached } = await whileDropping(r3, `OUTPUT ${repliesOf} -j DROP`, () =>
      traceFrom(host, target.ipv4[0]),
    )
    expect(hops[2]).toMatchObject({ hop: 3, total_sent: 3, total_recv: 0, loss_pct: 100 })
    expect(hops[2]).not.toHaveProperty('ips')
    expect(hops[3]).toMatchObject({ hop: 4, ips: [target.ipv4[0]], loss_pct: 0 })
    expect(reached).toBe(true)
  })

  it('has loss of its own if it limits its answers, and later hops have none', async () => {
    const { host, r1, target } = network.nodes
    const { hops } = await whileDropping(
      r1,
      `OUTPUT ${repliesOf} -m limit --limit 1/minute --limit-burst 1 -j ACCEPT`,
      () => whileDropping(r1, `OUTPUT ${repliesOf} -j DROP`, () => traceFrom(host, target.ipv4[0], { rounds: 4 })),
    )
    expect(hops.map(({ loss_pct }) => loss_pct)).toEqual([75, 0, 0, 0])
  })

  it('is the end if it says that packets cannot get further', async () => {
    const { host, r3, target } = network.nodes
    const { hops, reached } = await whileDropping(
      r3,
      'FORWARD -p icmp --icmp-type echo-request -j REJECT --reject-with icmp-admin-prohibited',
      () => traceFrom(host, target.ipv4[0]),
    )
    expect(hops.map(({ unreachable }) => unreachable)).toEqual([undefined, undefined, undefined, 'prohibited'])
    expect(r3.ipv4.slice(0, 2)).toContain(hops[3]?.ips?.[0])
    expect(reached).toBe(false)
  })
})

describe('the target', () => {
  it('is not shown if it never answers, and the list ends behind the last answer', async () => {
    const { host, target } = network.nodes
    const { hops, reached, path_mtu } = await whileDropping(target, 'INPUT -p icmp -j DROP', () =>
      traceFrom(host, target.ipv4[0], { rounds: 1, maxHops: 12 }),
    )
    expect(hops.map(({ total_recv }) => total_recv)).toEqual([1, 1, 1, 0])
    expect({ reached, path_mtu }).toEqual({ reached: false, path_mtu: null })
  })

  it.each(protocols)('is found where it is with %s even if its first packet got lost', async (protocol) => {
    const { host, target } = network.nodes
    const { hops } = await whileDropping(
      target,
      // Packets that end here are the ones of hop 4.
      'INPUT -m ttl --ttl-eq 1 -m limit --limit 1/hour --limit-burst 1 -j DROP',
      () => traceFrom(host, target.ipv4[0], { protocol }),
    )
    expect(hops).toHaveLength(4)
    expect(hops[3]).toMatchObject({ hop: 4, ips: [target.ipv4[0]], total_sent: 3, total_recv: 2 })
  })

  it.each(versions)('is found with TCP over %s if it accepts the connection', async (version) => {
    const { host, target } = network.nodes
    const { createServer } = await import('node:net')
    const server = createServer()
    await target.within(() => new Promise<void>((resolve) => server.listen(8080, () => resolve())))
    const { hops } = await traceFrom(host, target[version][0], { protocol: 'tcp', port: 8080, rounds: 5 })
    server.close()
    expect(hops.map(({ total_sent, total_recv }) => [total_sent, total_recv])).toEqual(Array(4).fill([5, 5]))
    expect(hops[3]?.ips).toEqual([target[version][0]])
  })
})

it('is not confused by others: four traces at once, each with its own answers', async () => {
  const { host, r1, r3, target } = network.nodes
  const targets = [target.ipv4[0], r3.ipv4[0], r3.ipv4[1], r1.ipv4[0]]
  const traces = await Promise.all(targets.map((address) => traceFrom(host, address, { rounds: 5 })))
  expect(traces.map(({ hops }) => hops.at(-1)?.ips)).toEqual(targets.map((address) => [address]))
  expect(traces.map(({ hops }) => hops.length)).toEqual([4, 3, 3, 1])
  for (const { hops } of traces) {
    expect(hops.map(({ total_sent, total_recv }) => [total_sent, total_recv])).toEqual(hops.map(() => [5, 5]))
  }
})

it.each(protocols)('traces with %s to one target do not take the answers of each other', async (protocol) => {
  const slow = await createTestNetwork(
    ['host', 'r1', 'r2', 'target'],
    [
      ['host', 'r1', { delayMs: 15 }],
      ['r1', 'r2'],
      ['r2', 'target'],
    ],
  )
  try {
    const { host, r1, r2, target } = slow.nodes
    const [address] = target.ipv4
    const timing = { roundMs: 0, answerMs: 400, spacingMs: 1 }
    const common = { protocol, flow: 'fixed', timing } as const
    // The packets of the first one are all for one hop; those of the others, with the same numbers, for another.
    const first = traceFrom(host, address, { ...common, rounds: 12, maxHops: 1 })
    const others: ReturnType<typeof traceFrom>[] = []
    for (let turn = 0; turn < 12; turn += 1) {
      await pause(25)
      others.push(traceFrom(host, address, { ...common, rounds: 1 }))
    }
    const { hops } = await first
    expect(hops).toMatchObject([{ ips: [r1.ipv4[0]], total_sent: 12, total_recv: 12 }])
    for (const other of await Promise.all(others)) {
      expect(other.hops.map(({ ips }) => ips)).toEqual([[r1.ipv4[0]], [r2.ipv4[0]], [address]])
    }
  } finally {
    await slow.remove()
  }
})

describe('a path that changes', () => {
  it.each([
    ['longer', 'short', 'long'],
    ['shorter', 'long', 'short'],
  ] as const)('to a %s one between two rounds is followed to the target', async (_, first, then) => {
    const changing = await createTestNetwork(
      ['host', 'r1', 'r2', 'target'],
      [
        ['host', 'r1'],
        ['r1', 'target'],
        ['r1', 'r2'],
        ['r2', 'target'],
      ],
    )
    try {
      const { host, r1, r2, target } = changing.nodes
      const [direct, behind] = target.ipv4 as [string, string]
      // An address of the target that is reached over either link.
      target.run('ip', 'address', 'add', '192.0.2.50/32', 'dev', 'lo')
      host.run('ip', 'route', 'add', '192.0.2.50/32', 'via', r1.ipv4[0] as string)
      r2.run('ip', 'route', 'add', '192.0.2.50/32', 'via', behind)
      const route = { short: direct, long: r2.ipv4[0] as string }
      const use = (way: 'short' | 'long') => r1.run('ip', 'route', 'replace', '192.0.2.50/32', 'via', route[way])
      use(first)
      let rounds = 0
      const { hops } = await traceFrom(host, '192.0.2.50', { rounds: 5 }, () => {
        rounds += 1
        if (rounds === 2) use(then)
      })
      expect(hops.map(({ ips }) => ips?.toSorted())).toEqual([
        [r1.ipv4[0]],
        ['192.0.2.50', r2.ipv4[0]].toSorted(),
        ['192.0.2.50'],
      ])
      expect(hops[2]?.total_recv).toBe(first === 'long' ? 2 : 3)
    } finally {
      await changing.remove()
    }
  })
})

describe('the path MTU', () => {
  const withMtu = async (mtu: number, work: () => Promise<void>) => {
    const { r3 } = network.nodes
    const set = (value: number) => r3.run('ip', 'link', 'set', 'e5', 'mtu', String(value))
    set(mtu)
    try {
      await work()
    } finally {
      set(1500)
    }
  }

  it.each(versions)('is what the narrowest link carries, over %s, with the hop before it', async (version) => {
    const { host, target } = network.nodes
    await withMtu(1400, async () => {
      const { path_mtu, path_mtu_hop } = await traceFrom(host, target[version][0])
      expect({ path_mtu, path_mtu_hop }).toEqual({ path_mtu: 1400, path_mtu_hop: 3 })
    })
  })

  it('is found where routers drop what is too large without a word', async () => {
    const { host, r3, target } = network.nodes
    await whileDropping(r3, 'OUTPUT -p icmp --icmp-type fragmentation-needed -j DROP', () =>
      withMtu(1372, async () => {
        const { path_mtu, path_mtu_hop } = await traceFrom(host, target.ipv4[0])
        expect({ path_mtu, path_mtu_hop }).toEqual({ path_mtu: 1372, path_mtu_hop: null })
      }),
    )
  })
})

describe('MPLS', () => {
  const labels = [
    { label: 16_001, tc: 5, bottom: false, ttl: 1 },
    { label: 1_048_575, tc: 0, bottom: true, ttl: 254 },
  ]

  it.each(protocols)('labels are shown where a router tells them, with %s', async (protocol) => {
    const address = '192.0.2.77'
    const tunnel = await createTestNetwork(
      ['host', 'r1', 'target'],
      [
        ['host', 'r1'],
        ['r1', 'target', { router: { address, labels } }],
      ],
    )
    try {
      const { host, target } = tunnel.nodes
      const { hops } = await traceFrom(host, target.ipv4[0], { protocol })
      expect(hops.map(({ ips, labels: shown }) => [ips, shown])).toEqual([
        [[tunnel.nodes.r1.ipv4[0]], undefined],
        [[address], labels],
        [[target.ipv4[0]], undefined],
      ])
    } finally {
      await tunnel.remove()
    }
  })
})
