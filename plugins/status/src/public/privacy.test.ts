import alerts from '@svc/plugin-alerts'
import metrics from '@svc/plugin-metrics'
import monitors from '@svc/plugin-monitors'
import probes from '@svc/plugin-probes'
import { contribute, definePlugin } from '@svc/plugin-sdk'
import { report } from '@svc/protocol/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeWorld, noon, type World } from '../../test/world.ts'
import { ipQualityPanels } from '../contract.ts'
import type { PublicPage, PublicServer, PublicService } from '../status-schema.ts'

// The maintenance worker compiles its sources first.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** What must never leave, by where it is entered or reported. */
const secrets = {
  ipv4: '203.0.113.77',
  ipv6: '2001:db8:77::77',
  interface: 'secretnic0',
  interfaceAddress: '10.77.77.77',
  remark: 'internal-remark-77',
  tag: 'secret-tag-77',
  hiddenName: 'hidden-host-77',
  hiddenGroup: 'hidden-group-77',
  target: 'internal-host-77.example',
  probeTarget: 'probe-host-77.example',
  panel: '198.18.77.77',
  price: '7777.77',
  secretIncident: 'secret-incident-77',
  secretWindow: 'secret-window-77',
}

const ipQuality = definePlugin({
  id: 'ip-quality',
  setup: () => ({
    contributes: contribute(ipQualityPanels, {
      plugin: 'ip-quality',
      read: (ids) => ({
        entries: ids.map((server_id) => ({
          server_id,
          ip: secrets.panel,
          ip_quality: {
            ip: secrets.panel,
            country: 'DE',
            ip_type: 'hosting',
            risk_score: 3,
            risk_level: 'low',
            checked_at: '2026-05-01T12:00:00Z',
          },
          unlock_results: [],
        })),
        services: [],
      }),
    }),
  }),
})

let world: World
let shown: { id: string }
let hidden: { id: string }
let monitor: string
/** Both agents report while time passes. */
let stay: (minutes: number) => Promise<void>
beforeAll(async () => {
  world = await makeWorld({ plugins: [alerts, metrics, probes, monitors, ipQuality] })
  const facts = { ipv4: secrets.ipv4, ipv6: secrets.ipv6, features: ['docker'] }
  const group = await world.call<{ id: string }>('POST', '/api/server-groups', { name: 'Europe' })
  const secretGroup = await world.call<{ id: string }>('POST', '/api/server-groups', { name: secrets.hiddenGroup })
  const one = await world.connected('web-1', facts)
  const other = await world.connected(secrets.hiddenName, facts)
  shown = one
  hidden = other
  const profile = { remark: secrets.remark, price: 7777.77, public_remark: 'Frankfurt' }
  await world.call('PUT', `/api/servers/${shown.id}`, { ...profile, group_id: group.id, country_code: 'DE' })
  await world.call('PUT', `/api/servers/${hidden.id}`, { ...profile, group_id: secretGroup.id, hidden: true })
  await world.call('PUT', `/api/servers/${shown.id}/tags`, { tags: ['secret-tag-77'] })
  for (const { agent } of [one, other]) {
    agent.send({
      type: 'ip_changed',
      ipv4: secrets.ipv4,
      ipv6: secrets.ipv6,
      interfaces: [{ name: secrets.interface, ipv4: [secrets.interfaceAddress], ipv6: [] }],
    })
  }
  const target = { name: 'Exchange', provider: 'X', location: 'Y', target: secrets.probeTarget, probe_type: 'icmp' }
  const { id: targetId } = await world.call<{ id: string }>('POST', '/api/network-probes/targets', target)
  for (const { id } of [shown, hidden]) {
    await world.call('PUT', `/api/servers/${id}/network-probes/targets`, { target_ids: [targetId] })
  }
  const { id } = await world.call<{ id: string }>('POST', '/api/service-monitors', {
    name: 'Shop',
    monitor_type: 'tcp',
    target: `${secrets.target}:443`,
    server_ids_json: [shown.id],
  })
  monitor = id
  stay = async (minutes: number) => {
    for (let i = 0; i < 3 * minutes; i++) {
      for (const { agent } of [one, other]) {
        const disk_io = [{ name: 'secretdisk', read_bytes_per_sec: 5, write_bytes_per_sec: 7 }]
        agent.send({ type: 'report', ...report({ disk_io }) })
        await agent.introduce(facts)
      }
      await world.kernel.clock.advance(20_000)
    }
  }
  await stay(5)
  await world.publish({
    server_ids: [shown.id, hidden.id],
    monitor_ids: [monitor],
    show_network: true,
    show_ip_quality: true,
    content: 'Hello',
  })
  await world.incident({ title: secrets.secretIncident, message: secrets.secretIncident })
  await world.incident({ title: 'Public', is_public: true, server_ids: [shown.id, hidden.id], message: 'x' })
  await world.maintenance({ title: secrets.secretWindow })
  await world.maintenance({ title: 'Public', is_public: true, server_ids: [shown.id, hidden.id] })
})
afterAll(() => world.kernel.close())

const range = `from=${new Date(noon - 3_600_000).toISOString()}&to=${new Date(noon + 3_600_000).toISOString()}`

/** Every public response about a server, and those about the page. */
const pathsOf = (id: string) => [
  `/api/status/servers/${id}`,
  `/api/status/servers/${id}/metrics?${range}`,
  `/api/status/servers/${id}/uptime-daily`,
  `/api/status/network/${id}`,
  `/status/server/${id}`,
  `/status/server/${id}?lang=zh`,
  `/status/badge/${id}.svg`,
]
const pagePaths = [
  ...['', '/config', '/page', '/summary', '/services', '/incidents', '/maintenances', '/history', '/network'].map(
    (path) => `/api/status${path}`,
  ),
  '/api/status/ip-quality',
  ...['', '?lang=zh', '/history', '/network', '/ip-quality', '/embed', '/badge.svg', '/calendar.ics'].map(
    (path) => `/status${path}`,
  ),
  '/status/feed.atom',
  '/status/feed.rss',
]

describe('with every plugin', () => {
  it('no public byte has an address, a host name, a remark or anything of a hidden server', async () => {
    const bytes: string[] = []
    for (const path of [...pagePaths, ...pathsOf(shown.id)]) {
      const response = await world.read(path)
      expect([path, response.statusCode]).toEqual([path, 200])
      bytes.push(`${JSON.stringify(response.headers)}\n${response.body}`)
    }
    for (const path of pathsOf(hidden.id)) {
      const response = await world.read(path)
      const unknown = await world.read(path.replace(hidden.id, 'nothing'))
      expect([path, response.statusCode, response.body]).toEqual([path, 404, unknown.body])
      bytes.push(response.body)
    }
    const all = bytes.join('\n')
    for (const [name, secret] of Object.entries({ ...secrets, hidden: hidden.id, disk: 'secretdisk' })) {
      expect([name, all.includes(secret)]).toEqual([name, false])
    }
    expect(all).toContain('web-1')
  })

  it('servers have live metrics, place and group', async () => {
    const [server] = await world.shown<PublicServer[]>('')
    expect(server).toMatchObject({
      id: shown.id,
      name: 'web-1',
      group_name: 'Europe',
      country_code: 'DE',
      public_remark: 'Frankfurt',
      online: true,
      degraded: false,
      metrics: {
        cpu: 7.25,
        mem_total: 16_000_000_000,
        load_1: 0.41,
        disk_read_bytes_per_sec: 5,
        disk_write_bytes_per_sec: 7,
        uptime: 86_400,
      },
    })
    expect(server?.uptime_daily).toHaveLength(90)
    expect(server?.uptime_daily.at(-1)).toMatchObject({ date: '2026-05-01', downtime_incidents: 0 })
    expect(server?.uptime_daily.at(-1)?.online_minutes).toBeGreaterThanOrEqual(4)
    expect(server?.uptime_percent).toBe(100)
    expect(await world.shown(`/servers/${shown.id}/uptime-daily`)).toEqual(server?.uptime_daily)
  })

  it('uptime shows maintenance, and what happens now within a minute', async () => {
    const today = async () => (await world.shown<PublicServer[]>(''))[0]?.uptime_daily.at(-1)
    const before = await today()
    const { id } = await world.maintenance({ start_at: world.minutes(-30), end_at: world.minutes(-20) })
    expect(await today()).toEqual({ ...before, maintenance_minutes: Number(before?.maintenance_minutes) + 10 })
    await world.call('DELETE', `/api/maintenances/${id}`)
    expect(await today()).toEqual(before)
    await stay(3)
    expect((await today())?.total_minutes).toBeGreaterThan(Number(before?.total_minutes))
  })

  it('services have their state and checks by day, without what they check', async () => {
    const insert = world.kernel.database.prepare(
      "INSERT INTO monitors_records (monitor, success, latency, detail_json, time) VALUES (1, ?, 5, '{}', ?)",
    )
    const day = (back: number) => noon / 1000 - back * 86_400
    for (const [success, back] of [
      [1, 0],
      [0, 0],
      [1, 0],
      [1, 0],
      [1, 3],
    ] as const) {
      insert.run(success, day(back))
    }
    await stay(61)
    const [service] = await world.shown<PublicService[]>('/services')
    expect(service).toMatchObject({ id: monitor, name: 'Shop', status: expect.stringMatching(/up|down|unknown/) })
    expect(service?.uptime_daily).toHaveLength(90)
    expect(service?.uptime_daily.at(-4)).toEqual({ date: '2026-04-28', checks: 1, failures: 0, uptime_percent: 100 })
    expect(service?.uptime_daily.at(-2)).toEqual({ date: '2026-04-30', checks: 0, failures: 0, uptime_percent: null })
    expect(service?.uptime_daily.at(-1)?.failures).toBeGreaterThanOrEqual(1)
    await world.call('DELETE', `/api/service-monitors/${monitor}`)
    await stay(1)
    expect(await world.read('/api/status/services')).toMatchObject({ statusCode: 200 })
    expect(await world.call('GET', '/api/status-page')).toMatchObject({ monitor_ids: [] })
  })

  it('metrics are the public columns, within the limits of their interval', async () => {
    const points = await world.shown<Record<string, unknown>[]>(`/servers/${shown.id}/metrics?${range}`)
    expect(points.length).toBeGreaterThanOrEqual(4)
    expect(Object.keys(points[0] ?? {}).toSorted()).toEqual(
      'cpu disk_used gpu_usage load1 load15 load5 mem_used net_in_speed net_in_transfer net_out_speed net_out_transfer process_count tcp_conn temperature time udp_conn'.split(
        ' ',
      ),
    )
    const late = new Date(noon + 26 * 3_600_000).toISOString()
    const raw = `from=${new Date(noon - 3_600_000).toISOString()}&to=${late}&interval=raw`
    const clamped = await world.shown<{ time: string }[]>(`/servers/${shown.id}/metrics?${raw}`)
    expect(clamped.map(({ time }) => Date.parse(time)).filter((at) => at < noon + 3_600_000)).toEqual([])
  })

  it('the page in one response has the same parts', async () => {
    const page = await world.shown<PublicPage>('/page')
    expect(page.servers).toEqual(await world.shown(''))
    expect(page.incidents).toEqual(await world.shown('/incidents'))
    expect(page.maintenances).toEqual(await world.shown('/maintenances'))
    expect(page.summary).toEqual(await world.shown('/summary'))
    expect(page.config).toEqual(await world.shown('/config'))
  })

  it('network and IP quality are about the servers of the page', async () => {
    expect(await world.shown('/network')).toMatchObject({
      servers: [{ server_id: shown.id, server_name: 'web-1', targets: [{ target_name: 'Exchange' }] }],
    })
    expect(await world.shown(`/network/${shown.id}`)).toMatchObject({
      summary: { server_id: shown.id },
      anomalies: [],
    })
    expect(await world.shown('/ip-quality')).toEqual({
      entries: [
        {
          server_id: shown.id,
          ip_quality: {
            country: 'DE',
            ip_type: 'hosting',
            risk_score: 3,
            risk_level: 'low',
            checked_at: '2026-05-01T12:00:00Z',
          },
          unlock_results: [],
        },
      ],
      services: [],
    })
  })
})
