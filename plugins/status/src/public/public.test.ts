import { gunzipSync } from 'node:zlib'
import { health, healthSources } from '@svc/plugin-enrollment/contract'
import { contribute, definePlugin, text } from '@svc/plugin-sdk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeWorld, noon, type World } from '../../test/world.ts'
import type {
  PublicConfig,
  PublicHistory,
  PublicIncidents,
  PublicMaintenance,
  PublicPage,
  PublicServer,
  PublicSummary,
} from '../status-schema.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.kernel.close())

const status = async (path: string) => (await world.read(`/api/status${path}`)).statusCode
const names = async () => (await world.shown<PublicServer[]>('')).map(({ name }) => name)

const paths = [
  ...['', '/page', '/summary', '/services', '/incidents', '/maintenances', '/history', '/network', '/ip-quality'],
  ...['/servers/x', '/servers/x/uptime-daily', '/network/x', '/logo'],
  '/servers/x/metrics?from=2026-05-01T00:00:00Z&to=2026-05-01T01:00:00Z',
]

describe('a page that is switched off', () => {
  it('answers only that', async () => {
    expect(await world.shown('/config')).toEqual({ enabled: false })
    for (const path of paths) expect([path, await status(path)]).toEqual([path, 404])
  })
})

describe('without the plugins that measure', () => {
  it('the page has servers, incidents and maintenance; other parts answer 404', async () => {
    await world.publish({ show_network: true, show_ip_quality: true, title: 'Ours', description: 'All of it' })
    const { id } = await world.connected('web')
    expect(await world.shown<PublicConfig>('/config')).toEqual({
      enabled: true,
      title: 'Ours',
      description: 'All of it',
      content_html: null,
      default_layout: 'grid',
      show_server_detail: true,
      show_network: false,
      show_ip_quality: false,
      show_incidents: true,
      show_maintenance: true,
      show_services: false,
      uptime_yellow_threshold: 99,
      uptime_red_threshold: 95,
      noindex: false,
      accent_color: null,
      logo_url: null,
      footer_text: null,
      subscriptions: [],
    })
    const server: PublicServer = {
      id,
      name: 'web',
      group_name: null,
      region: null,
      country_code: null,
      public_remark: null,
      os: 'Linux (Example 13)',
      online: true,
      degraded: false,
      in_maintenance: false,
      metrics: null,
      uptime_percent: null,
      uptime_daily: [],
    }
    expect(await world.shown('')).toEqual([server])
    expect(await world.shown(`/servers/${id}`)).toEqual({
      ...server,
      cpu_name: 'Example CPU',
      cpu_arch: 'x86_64',
      kernel_version: '6.12.9',
      agent_version: '1.4.0',
      cpu_cores: 8,
      mem_total: 16_000_000_000,
      disk_total: 256_000_000_000,
      process_count: null,
      tcp_conn: null,
      udp_conn: null,
    })
    expect(await world.shown(`/servers/${id}/uptime-daily`)).toEqual([])
    const range = 'from=2026-05-01T00:00:00Z&to=2026-05-01T01:00:00Z'
    expect(await world.shown(`/servers/${id}/metrics?${range}`)).toEqual([])
    for (const path of ['/network', `/network/${id}`, '/ip-quality', '/services', '/logo']) {
      expect([path, await status(path)]).toEqual([path, 404])
    }
  })
})

describe('the public page', () => {
  it('has the chosen servers in the order of the admin, and every visible one without a choice', async () => {
    const [a, b] = [await world.server('a'), await world.server('b')]
    await world.publish()
    expect((await names()).toSorted()).toEqual(['a', 'b'])
    await world.publish({ server_ids: [b, a] })
    expect(await names()).toEqual(['b', 'a'])
    await world.publish({ server_ids: [a, b] })
    expect(await names()).toEqual(['a', 'b'])
    await world.publish({ server_ids: [a] })
    for (const path of [`/servers/${b}`, `/servers/${b}/uptime-daily`, '/servers/nothing']) {
      expect([path, await status(path)]).toEqual([path, 404])
    }
    await world.call('DELETE', `/api/servers/${a}`)
    expect(await names()).toEqual([])
  })

  it('loses a server in the moment that it is hidden or deleted', async () => {
    const [a, b, c] = [await world.server('a'), await world.server('b'), await world.server('c')]
    await world.publish({ server_ids: [a, b, c] })
    expect(await names()).toEqual(['a', 'b', 'c'])
    await world.call('PUT', `/api/servers/${b}`, { hidden: true })
    expect(await names()).toEqual(['a', 'c'])
    expect(await status(`/servers/${b}`)).toBe(404)
    await world.call('DELETE', `/api/servers/${a}`)
    expect(await names()).toEqual(['c'])
  })

  it('does not have parts that are switched off', async () => {
    const id = await world.server('a')
    await world.publish({ show_server_detail: false, show_incidents: false })
    const range = 'from=2026-05-01T00:00:00Z&to=2026-05-01T01:00:00Z'
    for (const path of [`/servers/${id}`, `/servers/${id}/metrics?${range}`, '/incidents']) {
      expect([path, await status(path)]).toEqual([path, 404])
    }
    expect(await status(`/servers/${id}/uptime-daily`)).toBe(200)
    expect(await status('/history')).toBe(200)
    await world.incident({ is_public: true })
    await world.publish({ show_maintenance: false })
    await world.maintenance({ is_public: true })
    expect(await status('/maintenances')).toBe(404)
    expect(await status('/history')).toBe(404)
    expect(await world.shown<PublicPage>('/page')).toMatchObject({
      incidents: { active: [], recent: [], has_more: false },
      maintenances: [],
    })
  })

  it('has public incidents with their updates, and recent ones for a week', async () => {
    const [a, hidden] = [await world.server('a'), await world.server('hidden')]
    await world.call('PUT', `/api/servers/${hidden}`, { hidden: true })
    await world.publish()
    await world.incident({ title: 'Secret' })
    const { id } = await world.incident({
      title: '<b>Down</b>',
      is_public: true,
      server_ids: [hidden, a],
      message: '**Wait** <script>',
    })
    const shown = {
      id,
      title: '<b>Down</b>',
      severity: 'minor',
      status: 'investigating',
      created_at: '2026-05-01T12:00:00Z',
      resolved_at: null,
      server_ids: [a],
      updates: [
        {
          id: expect.any(String),
          status: 'investigating',
          message: '**Wait** <script>',
          message_html: '<p><strong>Wait</strong> &lt;script&gt;</p>',
          created_at: '2026-05-01T12:00:00Z',
        },
      ],
    }
    expect(await world.shown('/incidents')).toEqual({ active: [shown], recent: [], has_more: false })
    await world.call('POST', `/api/incidents/${id}/updates`, { status: 'resolved', message: 'Done' })
    const after = await world.shown<PublicIncidents>('/incidents')
    expect(after).toMatchObject({ active: [], recent: [{ id, resolved_at: '2026-05-01T12:00:00Z' }] })
    world.kernel.clock.set(noon + 7 * 86_400_000 + 1000)
    expect(await world.shown('/incidents')).toEqual({ active: [], recent: [], has_more: false })
    expect(await world.shown('/history?month=2026-05')).toMatchObject({ incidents: [{ id }], has_more: false })
  })

  it('are the newest hundred, and the history has the others', async () => {
    await world.publish()
    for (let n = 0; n <= 100; n += 1) await world.incident({ title: `No ${n}`, is_public: true })
    const { active, has_more } = await world.shown<PublicIncidents>('/incidents')
    expect([active.length, active[0]?.title, active.at(-1)?.title, has_more]).toEqual([100, 'No 100', 'No 1', true])
    const history = await world.shown<PublicHistory>('/history?month=2026-05')
    expect([history.incidents.length, history.has_more]).toEqual([101, false])
  })

  it('has public windows by start, the current or next occurrence of each', async () => {
    const [a, hidden] = [await world.server('a'), await world.server('hidden')]
    await world.call('PUT', `/api/servers/${hidden}`, { hidden: true })
    await world.publish()
    await world.maintenance({ title: 'Secret' })
    await world.maintenance({ title: 'Off', is_public: true, active: false })
    await world.maintenance({ title: 'Once', is_public: true, server_ids: [hidden, a], description: '_soon_' })
    await world.maintenance({
      title: 'Daily',
      is_public: true,
      start_at: world.minutes(-30),
      end_at: world.minutes(30),
      recurrence: 'FREQ=DAILY',
    })
    const windows = await world.shown<PublicMaintenance[]>('/maintenances')
    expect(windows).toEqual([
      expect.objectContaining({
        title: 'Daily',
        in_progress: true,
        recurring: true,
        all_servers: true,
        server_ids: [],
      }),
      {
        id: expect.any(String),
        title: 'Once',
        description: '_soon_',
        description_html: '<p><em>soon</em></p>',
        start_at: '2026-05-01T13:00:00Z',
        end_at: '2026-05-01T14:00:00Z',
        in_progress: false,
        recurring: false,
        all_servers: false,
        server_ids: [a],
      },
    ])
    expect(await world.shown<PublicServer[]>('')).toMatchObject([{ name: 'a', in_maintenance: true }])
    await world.kernel.clock.advance(6 * 3_600_000)
    expect(await world.shown('/maintenances')).toMatchObject([{ title: 'Daily', start_at: '2026-05-02T11:30:00Z' }])
    world.kernel.clock.set(noon + 3 * 86_400_000)
    const { maintenances } = await world.shown<PublicHistory>('/history?month=2026-05')
    expect(maintenances.map(({ title, start_at }) => `${title} ${start_at}`)).toEqual([
      'Daily 2026-05-04T11:30:00Z',
      'Daily 2026-05-03T11:30:00Z',
      'Daily 2026-05-02T11:30:00Z',
      'Once 2026-05-01T13:00:00Z',
      'Daily 2026-05-01T11:30:00Z',
    ])
  })

  it('has the history of a month', async () => {
    await world.publish()
    world.kernel.clock.set(Date.UTC(2026, 3, 30))
    const { id } = await world.incident({ title: 'Over the turn', is_public: true })
    world.kernel.clock.set(noon)
    await world.call('PUT', `/api/incidents/${id}`, { status: 'resolved' })
    await world.incident({ title: 'Open', is_public: true })
    const titles = async (month: string) =>
      (await world.shown<PublicHistory>(`/history?month=${month}`)).incidents.map(({ title }) => title)
    expect(await titles('2026-03')).toEqual([])
    expect(await titles('2026-04')).toEqual(['Over the turn'])
    expect(await titles('2026-05')).toEqual(['Open', 'Over the turn'])
    expect((await world.shown<PublicHistory>('/history')).month).toBe('2026-05')
    for (const month of ['2026-13', '2026-00', '26-01', '', 'now', '1969-12']) {
      expect([month, await status(`/history?month=${month}`)]).toEqual([month, 400])
    }
  })

  it('has an overall state', async () => {
    const state = async () => (await world.shown<PublicSummary>('/summary')).state
    await world.publish()
    expect(await state()).toBe('unknown')
    await world.connected('a')
    await world.connected('b')
    await world.kernel.clock.advance(5000)
    expect(await state()).toBe('operational')
    const offline = await world.server('c')
    expect(await state()).toBe('degraded')
    const { id } = await world.maintenance({ start_at: world.minutes(0), server_ids: [offline] })
    expect(await state()).toBe('maintenance')
    await world.call('DELETE', `/api/maintenances/${id}`)
    await world.incident({ is_public: true, severity: 'critical' })
    expect(await state()).toBe('outage')
    expect(await world.shown<PublicSummary>('/summary')).toEqual({
      title: 'Status',
      state: 'outage',
      servers: { total: 3, online: 2, in_maintenance: 0 },
      services: { total: 0, up: 0, in_maintenance: 0 },
      active_incidents: 1,
      ongoing_maintenances: 0,
    })
  })

  it('says that a server is degraded while its health is critical, but not why', async () => {
    let level: 1 | 2 = 1
    const secret = definePlugin({
      id: 'secret',
      setup: () => ({
        contributes: contribute(healthSources, {
          plugin: 'secret',
          reasons: () => [{ id: 'x', level, since: 1, text: text('status.STATE_OUTAGE', { name: 'private' }) }],
        }),
      }),
    })
    await world.kernel.close()
    world = await makeWorld({ plugins: [secret] })
    await world.publish()
    const { id } = await world.connected('a')
    const shown = async () => [(await world.shown<PublicServer[]>(''))[0]?.degraded, await summaryState()]
    const summaryState = async () => (await world.shown<PublicSummary>('/summary')).state
    expect(await shown()).toEqual([false, 'operational'])
    level = 2
    world.kernel.service(health).refresh([id])
    await world.kernel.clock.advance(5000)
    expect(await shown()).toEqual([true, 'degraded'])
    const pages = await Promise.all(['/status', `/status/badge/${id}`, '/api/status'].map((url) => world.read(url)))
    for (const { body } of pages) expect(body).not.toContain('private')
    expect(pages[0]?.body).toContain('Degraded')
    expect(pages[1]?.body).toContain('Degraded')
    await world.maintenance({ start_at: world.minutes(0), server_ids: [id] })
    expect(await summaryState()).toBe('maintenance')
  })

  it('checks the range of metrics', async () => {
    const id = await world.server('a')
    await world.publish()
    const metrics = (query: string) => status(`/servers/${id}/metrics?${query}`)
    expect(await metrics('from=2026-05-01T01:00:00Z&to=2026-05-01T00:00:00Z')).toBe(422)
    expect(await metrics('from=2026-05-01T00:00:00Z')).toBe(400)
    expect(await metrics('from=a&to=b')).toBe(400)
    expect(await metrics('from=2026-05-01T00:00:00Z&to=2026-05-01T01:00:00Z&interval=daily')).toBe(400)
    for (const interval of ['auto', 'raw', 'hourly']) {
      expect(await metrics(`from=1970-01-01T00:00:00Z&to=9999-12-31T23:59:59Z&interval=${interval}`)).toBe(200)
    }
  })

  it('has a logo that cannot run scripts', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    await world.publish({ logo: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` })
    const { logo_url } = await world.shown<PublicConfig>('/config')
    const response = await world.read(String(logo_url))
    expect([response.statusCode, response.headers['content-type'], response.body]).toEqual([200, 'image/svg+xml', svg])
    expect(response.headers['content-security-policy']).toMatch(/^default-src 'none'.*sandbox$/)
    await world.publish({ enabled: false })
    expect((await world.read(String(logo_url))).statusCode).toBe(404)
  })
})

describe('responses of the public page', () => {
  it('are kept for five seconds, and until the next write', async () => {
    const id = await world.server('a')
    await world.publish()
    const online = async () => (await world.shown<PublicServer[]>(''))[0]?.online
    expect(await online()).toBe(false)
    const reads = () => world.read('/api/status')
    const first = await reads()
    expect(first.headers).toMatchObject({ 'cache-control': 'public, max-age=5', vary: 'accept-encoding' })
    expect(first.headers.etag).toBe((await reads()).headers.etag)
    const unchanged = await world.read('/api/status', { 'if-none-match': String(first.headers.etag) })
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
    expect((await world.read('/api/status', { 'if-none-match': '"other", W/"another"' })).statusCode).toBe(200)

    // Written past the plugin: seen once the memo is five seconds old.
    const rename = (title: string) => world.kernel.database.prepare('UPDATE status_incidents SET title = ?').run(title)
    await world.incident({ is_public: true, title: 'A', server_ids: [id] })
    const title = async () => (await world.shown<PublicIncidents>('/incidents')).active[0]?.title
    expect(await title()).toBe('A')
    rename('B')
    world.kernel.clock.set(noon + 4000)
    expect(await title()).toBe('A')
    world.kernel.clock.set(noon + 5000)
    expect(await title()).toBe('B')
    // A clock that is set back must not keep them longer.
    rename('C')
    world.kernel.clock.set(noon - 3_600_000)
    expect(await title()).toBe('C')
    const [{ id: incident } = { id: '' }] = (await world.shown<PublicIncidents>('/incidents')).active
    await world.call('PUT', `/api/incidents/${incident}`, { title: 'D' })
    expect(await title()).toBe('D')
    await world.call('DELETE', `/api/incidents/${incident}`)
    expect(await title()).toBeUndefined()
    const { id: window } = await world.maintenance({ start_at: world.minutes(0), server_ids: [id] })
    const inMaintenance = async () => (await world.shown<PublicServer[]>(''))[0]?.in_maintenance
    expect(await inMaintenance()).toBe(true)
    await world.call('PUT', `/api/maintenances/${window}`, { active: false })
    expect(await inMaintenance()).toBe(false)
    await world.publish({ enabled: false })
    expect(await status('')).toBe(404)
  })

  it('do not reach the database, whoever reads them', async () => {
    const logo = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>').toString('base64')}`
    await world.publish({ public_url: 'https://status.example.com', accent_color: '#7c3aed', logo })
    const { id } = await world.connected('web')
    const cached = [
      ...['', '/page', '/config', '/summary', '/incidents', '/maintenances', `/servers/${id}`, '/logo'].map(
        (path) => `/api/status${path}`,
      ),
      ...['', `/server/${id}`, '/history', '/feed.atom', '/feed.rss', '/calendar.ics', '/badge.svg', '/embed'].map(
        (path) => `/status${path}`,
      ),
      `/status/badge/${id}.svg`,
    ]
    const readAll = async () => {
      for (const path of cached) expect([path, (await world.read(path)).statusCode]).toEqual([path, 200])
    }
    await readAll()
    const statement = Object.getPrototypeOf(world.kernel.database.prepare('SELECT 1'))
    const queries = (['get', 'all', 'iterate', 'run'] as const).map((method) => vi.spyOn(statement, method))
    try {
      await readAll()
      expect(queries.map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0, 0])
      world.kernel.database.prepare('SELECT 1').get()
      expect(queries[0]?.mock.calls).toHaveLength(1)
    } finally {
      for (const query of queries) query.mockRestore()
    }
  })

  it('are compressed for readers that can', async () => {
    for (let i = 0; i < 10; i++) await world.server(`server-${i}`)
    await world.publish()
    const plain = await world.read('/api/status')
    const packed = await world.read('/api/status', { 'accept-encoding': 'br, gzip;q=0.8' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', etag: plain.headers.etag })
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
    const refused = await world.read('/api/status', { 'accept-encoding': 'gzip;q=0, deflate' })
    expect(refused.headers['content-encoding']).toBeUndefined()
  })

  it('are sixty a minute for each address', async () => {
    await world.publish()
    const from = (address: string) => world.read('/api/status/config', {}, address)
    const statuses = await Promise.all(Array.from({ length: 61 }, async () => (await from('192.0.2.7')).statusCode))
    expect(statuses.filter((code) => code === 200)).toHaveLength(60)
    const rejected = await from('192.0.2.7')
    expect([rejected.statusCode, rejected.json().error.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(rejected.headers['retry-after']).toBe('60')
    expect((await from('192.0.2.8')).statusCode).toBe(200)
    await world.kernel.clock.advance(60_000)
    expect((await from('192.0.2.7')).statusCode).toBe(200)
  })
})
