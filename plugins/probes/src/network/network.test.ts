import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeWorld, noon, round, type World } from '../../test/world.ts'

// The maintenance worker compiles its sources first.
vi.setConfig({ testTimeout: 60_000 })

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.kernel.close())
const advance = (ms: number) => world.kernel.clock.advance(ms)
const minute = 60_000
const custom = { name: 'Office', provider: 'Own', location: 'Here', target: 'office.example:443', probe_type: 'tcp' }
const stamp = (ms: number) => new Date(ms).toISOString().replace('.000', '')

describe('rounds', () => {
  it('are sent to browsers and appear in records, summary and overview', async () => {
    const { id, assign, reportRounds, records } = await world.server('edge')
    await assign('intl-google', 'cn-bj-ct')
    const browser = await world.viewer()
    await reportRounds(round('intl-google', noon), round('cn-bj-ct', noon, { avg_latency: null, packet_received: 0 }))
    await advance(1000)
    const shown = {
      target_id: 'intl-google',
      avg_latency: 20,
      min_latency: 18.5,
      max_latency: 24.25,
      packet_loss: 0,
      packet_sent: 10,
      packet_received: 10,
      timestamp: stamp(noon),
    }
    const lost = { ...shown, target_id: 'cn-bj-ct', avg_latency: null, min_latency: null, max_latency: null }
    const all = [shown, { ...lost, packet_loss: 1, packet_received: 0 }]
    expect((await browser.next('network_probe_update')).results).toEqual(all)
    const stored = all.map((one) => ({ server_id: id, ...one }))
    const found = await records(noon - minute, noon + minute)
    expect(found).toHaveLength(2)
    expect(found).toEqual(expect.arrayContaining(stored))
    expect(await records(noon - minute, noon + minute, '&target_id=intl-google')).toEqual([stored[0]])

    const summary = await world.call('GET', `/api/servers/${id}/network-probes/summary`)
    expect(summary).toMatchObject({ server_id: id, server_name: 'edge', online: true, last_probe_at: stamp(noon) })
    expect(summary.anomaly_count).toBe(1)
    expect(summary.targets).toMatchObject([
      { target_id: 'intl-google', avg_latency: 20, p50_latency: 20, p95_latency: 20, packet_loss: 0, availability: 1 },
      { target_id: 'cn-bj-ct', avg_latency: null, p50_latency: null, packet_loss: 1, availability: 0 },
    ])
    const [overview] = await world.call('GET', '/api/network-probes/overview')
    expect(overview).toMatchObject(summary)
    expect(overview.latency_sparkline).toEqual([...Array(29).fill(null), 20])
    expect(overview.loss_sparkline).toEqual([...Array(29).fill(null), 0.5])
    expect(
      await world.call(
        'GET',
        `/api/servers/${id}/network-probes/anomalies?from=${stamp(noon - minute)}&to=${stamp(noon)}`,
      ),
    ).toEqual([
      {
        timestamp: stamp(noon),
        target_id: 'cn-bj-ct',
        target_name: 'Beijing Telecom',
        anomaly_type: 'unreachable',
        value: 1,
      },
    ])
  })

  it('are null where nothing was measured', async () => {
    const { id, assign } = await world.server('edge')
    await assign('intl-google')
    const { targets, last_probe_at } = await world.call('GET', `/api/servers/${id}/network-probes/summary`)
    expect([last_probe_at, targets[0].packet_loss, targets[0].availability, targets[0].avg_latency]).toEqual(
      Array(4).fill(null),
    )
  })

  it('are dropped unless assigned', async () => {
    const { assign, reportRounds, records } = await world.server('edge')
    await assign('intl-google')
    await reportRounds(round('intl-cloudflare', noon), round('nothing', noon))
    for (let i = 0; i < 50; i++) await reportRounds(round('intl-google', noon + i))
    expect(await records(noon - minute, noon + minute)).toHaveLength(1)
    for (let i = 0; i < 50; i++) {
      world.kernel.clock.set(noon + i * 1000)
      await reportRounds(round('intl-google', noon))
    }
    expect(await records(noon - minute, noon + minute)).toHaveLength(3)
  })

  it('are accepted in batches of any size, next to unknown targets with long ids', async () => {
    const { assign, reportRounds, records } = await world.server('edge')
    await assign('intl-google')
    const unknown = Array.from({ length: 150 }, (_, i) => round(`${'x'.repeat(100)}${i}`, noon))
    await reportRounds(...unknown, round('intl-google', noon))
    expect(await records(noon - minute, noon + minute)).toHaveLength(1)
  })

  it('are clamped to their ranges', async () => {
    const { assign, reportRounds, records } = await world.server('edge')
    await assign('intl-google', 'intl-cloudflare', 'cn-bj-ct')
    await reportRounds(
      round('intl-google', noon, { avg_latency: -5, packet_loss: 7 }),
      round('intl-cloudflare', noon, { avg_latency: 10, min_latency: 50, max_latency: 1, packet_received: 4_000_000 }),
      round('cn-bj-ct', noon, { packet_sent: 0, packet_received: 0, timestamp: 'yesterday' }),
    )
    const found = await records(noon - minute, noon + minute)
    const of = (id: string) => found.find(({ target_id }: { target_id: string }) => target_id === id)
    expect(of('intl-google')).toMatchObject({ avg_latency: null, min_latency: null, packet_loss: 0 })
    expect(of('intl-cloudflare')).toMatchObject({
      avg_latency: 10,
      min_latency: 10,
      max_latency: 10,
      packet_received: 10,
    })
    expect(of('cn-bj-ct')).toMatchObject({ packet_sent: 1, packet_loss: 1, avg_latency: null, timestamp: stamp(noon) })
  })

  it('of one batch keep the distances of the host clock', async () => {
    const { assign, reportRounds, records } = await world.server('edge')
    await assign('intl-google', 'intl-cloudflare')
    world.kernel.clock.set(noon + 10 * minute)
    const wrong = Date.UTC(1999, 0, 1)
    await reportRounds(round('intl-google', wrong), round('intl-cloudflare', wrong - 20_000))
    const found = await records(noon, noon + 20 * minute)
    expect(found.map(({ timestamp }: { timestamp: string }) => timestamp)).toEqual([
      stamp(noon + 10 * minute - 20_000),
      stamp(noon + 10 * minute),
    ])
  })
})

describe('agents receive their targets', () => {
  it('on connection and after changes', async () => {
    const edge = await world.server('edge')
    const other = await world.server('other')
    await advance(100)
    expect(await edge.agent.next('network_probe_sync')).toMatchObject({ targets: [], interval: 60, packet_count: 10 })
    await other.agent.next('network_probe_sync')
    const { id } = await world.call('POST', '/api/network-probes/targets', custom)
    await edge.assign('intl-google', id)
    await advance(100)
    const targets = [
      { target_id: 'intl-google', name: 'Google DNS', target: '8.8.8.8', probe_type: 'icmp' },
      { target_id: id, name: 'Office', target: 'office.example:443', probe_type: 'tcp' },
    ]
    expect((await edge.agent.next('network_probe_sync')).targets).toEqual(targets)
    await world.call('PUT', `/api/network-probes/targets/${id}`, { target: 'office.example:8443' })
    await world.call('PUT', `/api/network-probes/targets/${id}`, { target: 'office.example:9443' })
    await advance(100)
    expect((await edge.agent.next('network_probe_sync')).targets).toMatchObject([{}, { target: 'office.example:9443' }])
    await world.call('PUT', '/api/network-probes/setting', { interval: 30, packet_count: 5, default_target_ids: [] })
    await advance(100)
    expect(await edge.agent.next('network_probe_sync')).toMatchObject({ interval: 30, packet_count: 5 })
    await world.call('DELETE', `/api/network-probes/targets/${id}`)
    await advance(100)
    expect((await edge.agent.next('network_probe_sync')).targets).toEqual([targets[0]])
    await other.agent.settle()
    expect([edge, other].map(({ agent }) => agent.countOf('network_probe_sync'))).toEqual([0, 0])
    const again = await world.connectAgent(edge.token)
    await advance(100)
    expect((await again.next('network_probe_sync')).targets).toEqual([targets[0]])
  })
})
