import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeWorld, noon, round, type World } from '../../test/world.ts'
import type { Round } from '../rounds/round.ts'
import { ServerHistory } from './history/server-history.ts'
import { networkRuleTypes } from './rule-types.ts'

vi.setConfig({ testTimeout: 60_000 })

const limits = { high_latency_ms: 500, very_high_latency_ms: 800 }
const now = noon / 1000

async function evaluate(rounds: readonly (Partial<Round> & { target?: number; ago: number })[], bounds: object) {
  const history = new ServerHistory()
  for (const { target = 1, ago, ...more } of rounds) {
    const usual = { avg: 20, min: 20, max: 20, sent: 10, received: 10, rounds: 1, error: null }
    history.add(target, { ...usual, ...more, at: now - ago }, limits)
  }
  const [latency, loss] = networkRuleTypes({
    histories: { get: (number) => (number === 7 ? history : undefined), loaded: async () => {} },
    catalog: { assignedNumbers: () => [1, 2] },
  })
  const servers = [7, 8].map((number) => ({ id: `server-${number}`, number })) as never
  const of = async (type: typeof latency) => {
    const verdicts = await type?.judge?.({ rule_type: '', ...bounds }, servers, now)
    return Object.fromEntries(verdicts ?? [])
  }
  return { latency: await of(latency), loss: await of(loss) }
}

describe('network rule types', () => {
  it('compare the averages of the last ten minutes, of the worst target', async () => {
    const rounds = [
      { ago: 700, avg: 900, received: 0 },
      { ago: 500, avg: 310 },
      { ago: 70, target: 2, received: 6 },
      { ago: 60, target: 2, received: 8 },
      { ago: 10, avg: 30 },
    ]
    const [latency, loss] = [170, 30]
    for (const [bounds, isSlow, isLossy] of [
      [{ min: 169 }, true, false],
      // equal values do not match
      [{ min: 170 }, false, false],
      [{ max: 170 }, false, false],
      [{ min: 29.9, max: 100 }, false, true],
      [{ min: 30, max: 170 }, true, false],
    ] as const) {
      expect([bounds, await evaluate(rounds, bounds)]).toEqual([
        bounds,
        {
          latency: { 'server-7': { matches: isSlow, value: latency } },
          loss: { 'server-7': { matches: isLossy, value: loss } },
        },
      ])
    }
  })

  it('have no latency without a reply, and no value without a measurement', async () => {
    const lost = [{ ago: 60, avg: null, min: null, max: null, received: 0 }]
    expect(await evaluate(lost, { min: 0 })).toEqual({
      latency: {},
      loss: { 'server-7': { matches: true, value: 100 } },
    })
    expect(await evaluate([], { min: 0 })).toEqual({ latency: {}, loss: {} })
  })
})

describe('with alerts and dashboards', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-network-rules-'))
  let world: World
  afterEach(async () => {
    await world.kernel.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const alerting = (condition: object) =>
    world.call('POST', '/api/alert-rules', {
      name: 'network',
      enabled: true,
      trigger_mode: 'once',
      cover_type: 'all',
      rules: [condition],
    })
  const events = () => world.call('GET', '/api/alert-events')
  const lost = { avg_latency: null, min_latency: null, max_latency: null, packet_loss: 1, packet_received: 0 }

  it.each([
    ['network_latency', { rule_type: 'network_latency', min: 500 }, { avg_latency: 900, max_latency: 990 }],
    ['network_packet_loss', { rule_type: 'network_packet_loss', min: 20 }, lost],
  ])('%s ends with the next pass when the server is rid of what was bad, and stays so', async (_, rule, bad) => {
    world = await makeWorld({ dataDir })
    const { assign, reportRounds } = await world.server('edge')
    await assign('intl-google', 'intl-cloudflare')
    await alerting(rule)
    await reportRounds(round('intl-google', noon, bad), round('intl-cloudflare', noon))
    await world.kernel.runJob('AlertEvaluator')
    expect(await events()).toMatchObject([{ status: 'firing' }])
    await assign('intl-cloudflare')
    await world.kernel.clock.advance(60_000)
    await world.kernel.runJob('AlertEvaluator')
    expect(await events()).toMatchObject([{ status: 'resolved' }])
    // The history is loaded at the start, for targets that still exist.
    await world.kernel.close()
    world = await makeWorld({ dataDir, now: noon + 120_000 })
    await world.kernel.runJob('AlertEvaluator')
    expect(await events()).toMatchObject([{ status: 'resolved' }])
  })

  it('an alert resolves in the next pass after its target is deleted', async () => {
    world = await makeWorld()
    const { assign, reportRounds } = await world.server('edge')
    const input = { name: 'own', provider: '', location: '', target: '203.0.113.7', probe_type: 'icmp' }
    const { id } = await world.call('POST', '/api/network-probes/targets', input)
    await assign(id, 'intl-google')
    await alerting({ rule_type: 'network_latency', min: 500 })
    await reportRounds(round(id, noon, { avg_latency: 900, max_latency: 990 }), round('intl-google', noon))
    await world.kernel.runJob('AlertEvaluator')
    expect(await events()).toMatchObject([{ status: 'firing' }])
    await world.call('DELETE', `/api/network-probes/targets/${id}`)
    await world.kernel.clock.advance(60_000)
    await world.kernel.runJob('AlertEvaluator')
    expect(await events()).toMatchObject([{ status: 'resolved' }])
  })

  it('a rule fires, and widgets can be added to dashboards', async () => {
    world = await makeWorld()
    const { id, assign, reportRounds } = await world.server('edge')
    await assign('intl-google')
    const conditions = [{ rule_type: 'network_packet_loss', min: 20 }]
    const rule = { name: 'losses', enabled: true, rules: conditions, trigger_mode: 'always', cover_type: 'all' }
    await world.call('POST', '/api/alert-rules', rule)
    const types: { type: string; unit: string }[] = await world.call('GET', '/api/alert-rule-types')
    expect(types.filter(({ type }) => type.startsWith('network_'))).toMatchObject([
      { type: 'network_latency', unit: 'milliseconds' },
      { type: 'network_packet_loss', unit: 'percent' },
    ])
    await reportRounds(round('intl-google', noon, { packet_received: 5 }))
    await world.kernel.runJob('AlertEvaluator')
    expect(await world.call('GET', '/api/alert-events')).toMatchObject([{ server_id: id, rule_name: 'losses' }])

    const board = await world.call('POST', '/api/dashboards', { name: 'network' })
    const place = { config: {}, grid_x: 0, grid_w: 6, grid_h: 5 }
    const widgets = ['network-latency', 'network-quality', 'network-overview'].map((widget_type, i) => ({
      widget_type,
      ...place,
      grid_y: i * 5,
    }))
    await world.call('PUT', `/api/dashboards/${board.id}`, { widgets })
  })
})
