import type { Page, Request } from '@svc/e2e/browser'
import { makeClock } from '@svc/e2e/clock'
import { onboard } from '@svc/e2e/enrol'
import { type ApiDocument, apiDocument } from '@svc/e2e/openapi'
import { writePast } from '@svc/e2e/past'
import { freePort } from '@svc/e2e/place'
import type { Server } from '@svc/e2e/server'
import { firstSignIn, type Session } from '@svc/e2e/session'
import { simulateAgent } from '@svc/e2e/simulated-agent'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { moduleSource, upload } from '@svc/e2e/widget-module'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = makeStage()
/** Traffic is written down and rules are evaluated once a minute. */
const clock = makeClock(stage.directory())
let server: Server
let admin: Session
let document: ApiDocument
/** of a real agent */
let id = ''
/** whose traffic grows */
let busy = ''
/** whose agent came and went */
let deletedId = ''

/** Shows, as JSON, what `use(sdk, config)` returns; functions are buttons. */
const probe = (use: string) => `
import { jsx, jsxs } from 'react/jsx-runtime'
import * as sdk from '@svc/widget-sdk'
const { z } = sdk
const use = ${use}
export default sdk.defineWidget({
  configSchema: z.looseObject({ server: z.string().optional() }),
  component({ config, instanceId }) {
    const seen = use(sdk, config, instanceId)
    const { error, act, ...rest } = seen !== null && typeof seen === 'object' && !Array.isArray(seen) ? seen : { data: seen }
    const fields = error && { name: error.name, status: error.status, feature: error.feature }
    return jsxs('div', { children: [
      jsx('pre', { children: JSON.stringify({ ...rest, error: fields }) }),
      act && jsx('button', { type: 'button', onClick: act, children: 'Act' }),
    ] })
  },
})`

beforeAll(async () => {
  const place = { directory: stage.directory(), port: await freePort() }
  const first = await stage.server(place)
  const session = await firstSignIn(first)
  const { server_id, enrollment } = await onboard(session, 'web-1')
  id = server_id
  await first.stop()
  await writePast(first.dataDir, [{ name: 'web-1', days: 40, away: [[30, 27]] }])
  server = await stage.server({
    ...place,
    config: { monitors: { allow_private: ['127.0.0.0/8'] } },
    env: clock.env,
  })
  admin = session
  document = await apiDocument(server.url)
  const agent = stage.agent({ serverUrl: server.url, code: enrollment.code })
  await agent.line(/"connected"/)
  const other = await onboard(admin, 'busy-1')
  busy = other.server_id
  let bytes = 0
  const next = () => {
    bytes += 1e6
    return { net_in_transfer: bytes, net_out_transfer: bytes / 2 }
  }
  const peer = await simulateAgent(server.url, other.enrollment.code, next)
  stage.later(peer.close)
  const left = await onboard(admin, 'deleted-1')
  deletedId = left.server_id
  const visitor = await simulateAgent(server.url, left.enrollment.code)
  visitor.close()
})

/** Whatever a hook gave, as JSON. */
type Seen = Readonly<Record<string, unknown>>

const membersOf = ([first]: readonly object[]) => Object.keys(first ?? {}).sort()

let probes = 0

/** Puts a widget that calls a hook on a board of its own; what it shows, and the requests it made that fit no document. */
async function watch(use: string, config: object = { server: id }, home = { server, admin }) {
  const { admin } = home
  probes += 1
  const name = `org.example.probe-${probes}`
  expect((await upload(admin, moduleSource({ id: name }, probe(use)))).status).toBe(200)
  const board = await admin.send<{ id: string }>('POST', '/api/dashboards', { name: `Probe ${probes}` })
  const widget = { widget_type: 'module', module_id: name, grid_x: 0, grid_y: 0, grid_w: 6, grid_h: 4, config }
  await admin.send('PUT', `/api/dashboards/${board.id}`, { widgets: [widget] })
  const { page, problems } = await stage.tab({ url: home.server.url, session: admin })
  const asked: string[] = []
  const undocumented: string[] = []
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/') || pathname.startsWith('/api/widget-modules/')) return
    const path = document.path(request.method(), request.url())
    asked.push(`${request.method()} ${path ?? pathname}`)
    if (path === undefined) undocumented.push(`${request.method()} ${pathname}`)
    for (const stranger of document.strangers(request.method(), request.url())) undocumented.push(`${path}?${stranger}`)
  })
  const answer = await page.goto(`/dashboards?board=${board.id}`)
  return { page, problems, asked, undocumented, html: (await answer?.text()) ?? '' }
}

const shown = async (page: Page): Promise<Seen> => JSON.parse(await page.locator('pre').innerText())

/** What a hook gives once it `is` what it should be. */
const seenWhen = (page: Page, is: (seen: Seen) => boolean) =>
  until('the hook to give what is expected', async () => {
    const seen = await shown(page)
    return is(seen) && seen
  })

/** A hook that reads `path`: its data once there is some, after every request was found in the document. */
async function read<T>(use: string, path: string, config?: object): Promise<T[]> {
  const { page, problems, asked, undocumented, html } = await watch(use, config)
  const { data } = await seenWhen(page, (seen) => seen.data !== undefined)
  // the page brings along what its frame needs too
  if (!html.includes(`"${path}":`)) expect(asked).toContain(`GET ${path}`)
  expect({ undocumented, problems }).toEqual({ undocumented: [], problems: [] })
  await page.close()
  return data as T[]
}

describe('live hooks', () => {
  it('return servers and their metrics', async () => {
    const { page, problems } = await watch(`(sdk, { server }) => ({
      servers: sdk.useServers(),
      name: sdk.useServer(server)?.name,
      cpu: sdk.useMetric(server, 'cpu'),
      memory: sdk.useMetric(server, 'mem_percent'),
      status: sdk.useMetric(server, 'agent_authority.status'),
    })`)
    const seen = await seenWhen(page, ({ cpu, memory }) => typeof cpu === 'number' && Number(memory) > 0)
    expect(seen).toMatchObject({ name: 'web-1', status: 'claimed' })
    const capabilities = expect.arrayContaining([expect.stringMatching(/^CAP_[A-Z_]+$/)])
    expect(seen.servers).toContainEqual({ id, name: 'web-1', online: true, lastSeen: expect.any(Number), capabilities })
    expect(seen.memory).toBeLessThanOrEqual(100)
    expect(problems).toEqual([])
  })

  it('return agent capabilities', async () => {
    const { page, problems } = await watch(`(sdk, { server }) => ({
      terminal: sdk.useCapability(server, 'CAP_TERMINAL'),
      file: sdk.useCapability(server, 'CAP_FILE'),
    })`)
    const { effective_capabilities: mask } = await admin.get<{ effective_capabilities: number }>(`/api/servers/${id}`)
    await seenWhen(page, ({ terminal, file }) => terminal === ((mask & 1) !== 0) && file === ((mask & 64) !== 0))
    expect(problems).toEqual([])
  })
})

describe('history hooks', () => {
  it.each([
    ['6h', 60, 6 * 60],
    ['7d', 3600, 7 * 24],
  ])('of the last %s are read, ascending', async (range, step, most) => {
    const data = await read<{ ts: number; value: number | null }>(
      `(sdk, { server }) => sdk.useHistory(server, 'cpu', '${range}')`,
      '/api/servers/{id}/records',
    )
    expect(data.length).toBeGreaterThan(most * 0.8)
    expect(data.every(({ value }) => value !== null && value >= 0 && value <= 100)).toBe(true)
    const gaps = data.slice(1).map(({ ts }, i) => ts - (data[i]?.ts ?? 0))
    expect(Math.min(...gaps)).toBe(step)
    expect(data.at(-1)?.ts).toBeGreaterThan(Date.now() / 1000 - 2 * 3600 - step)
  })

  it('report downtime per day', async () => {
    const data = await read<{ day: string; uptime_pct: number | null; incidents: number }>(
      '(sdk, { server }) => sdk.useUptime(server, 30)',
      '/api/servers/{id}/uptime-daily',
    )
    expect(data).toHaveLength(30)
    expect(data.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10))
    const broken = data.filter(({ uptime_pct }) => (uptime_pct ?? 0) < 99.9)
    expect(broken.length).toBeGreaterThan(0)
    expect(broken.length).toBeLessThan(30)
    expect(data.some(({ incidents }) => incidents > 0)).toBe(true)
  })

  it.each([
    ['server', '/api/traffic/{server_id}/daily'],
    ['null', '/api/traffic/overview/daily'],
  ])('of traffic of %s are read by day', async (of, path) => {
    const whose = of === 'null' ? of : 'server'
    await clock.forwardUntil([server], () =>
      until('traffic of today', async () => (await admin.get<object[]>('/api/traffic/overview/daily')).length > 0),
    )
    const data = await read<{ ts: number }>(`(sdk, { server }) => sdk.useTraffic(${whose}, 1)`, path, { server: busy })
    expect(data).toEqual([{ ts: expect.any(Number), rx: expect.any(Number), tx: expect.any(Number) }])
    expect((data[0]?.ts ?? 1) % 86_400).toBe(0)
  })

  it('report the GeoIP database', async () => {
    const { page, asked, undocumented } = await watch('(sdk) => sdk.useGeoIp().status')
    const { data } = await seenWhen(page, (seen) => seen.data !== undefined)
    expect(data).toMatchObject({ installed: false, custom: false })
    expect([asked.includes('GET /api/geoip/status'), undocumented]).toEqual([true, []])
    expect(document.path('POST', '/api/geoip/download')).toBe('/api/geoip/download')
  })
})

describe('alerts and service monitors', () => {
  it('alerts match the API', async () => {
    const hook = '(sdk) => sdk.useAlerts({ limit: 5 })'
    expect(await read(hook, '/api/alert-events')).toEqual([])
    await admin.send('POST', '/api/alert-rules', {
      name: 'Offline too long',
      rules: [{ rule_type: 'offline', duration: 10 }],
      ...{ cover_type: 'include', server_ids: [deletedId] },
    })
    const seen = await clock.forwardUntil([server], () =>
      until('the alert', async () => {
        const events = await admin.get<object[]>('/api/alert-events?limit=5')
        return events.length > 0 && events
      }),
    )
    expect(await read(hook, '/api/alert-events')).toEqual(seen)
    expect(document.members('GET', '/api/alert-events')).toEqual(membersOf(seen))
    expect(seen).toMatchObject([
      { alert_key: expect.stringMatching(`:${deletedId}$`), status: 'firing', suppressed: false },
    ])
  })

  it('service monitors match the API', async () => {
    const hook = '(sdk) => sdk.useServiceMonitors()'
    expect(await read(hook, '/api/service-monitors')).toEqual([])
    const { id: monitor } = await admin.send<{ id: string }>('POST', '/api/service-monitors', {
      ...{ name: 'This server', monitor_type: 'tcp', target: new URL(server.url).host, enabled: false },
    })
    await admin.send('POST', `/api/service-monitors/${monitor}/check`)
    const seen = await admin.get<object[]>('/api/service-monitors')
    expect(await read(hook, '/api/service-monitors')).toEqual(seen)
    expect(document.members('GET', '/api/service-monitors')).toEqual(membersOf(seen))
    expect(seen).toMatchObject([{ id: monitor, last_status: true, last_latency: expect.any(Number), outage: null }])
  })
})

describe('unavailable features', () => {
  let bare: { server: Server; admin: Session }
  beforeAll(async () => {
    const server = await stage.server({ config: { plugins: { disabled: ['alerts', 'monitors'] } } })
    bare = { server, admin: await firstSignIn(server) }
  })

  it.each([
    ['useAlerts', 'alerts'],
    ['useServiceMonitors', 'monitors'],
  ])('%s reports it', async (hook, feature) => {
    const { page, problems } = await watch(`(sdk) => sdk.${hook}()`, {}, bare)
    const { error, isLoading } = await seenWhen(page, (seen) => seen.error !== undefined && seen.error !== null)
    expect([error, isLoading]).toEqual([{ name: 'FeatureUnavailable', feature }, false])
    expect(problems).toEqual([])
  })

  it('a widget that requires one is replaced by a notice', async () => {
    const { page } = await watch(
      '(sdk) => { const { error, data } = sdk.useAlerts(); if (error) throw error; return { data } }',
      {},
      bare,
    )
    await page.getByText('It requires the feature “alerts”').waitFor()
  })
})

describe('generic hooks', () => {
  it('query any path and refetch after a mutation', async () => {
    const { page, asked, undocumented, problems } = await watch(`(sdk) => {
      const query = sdk.useApiQuery('/api/audit-logs', { params: { limit: 1, action: undefined } })
      const boards = sdk.useApiQuery('/api/dashboards')
      const add = sdk.useApiMutation('POST', '/api/dashboards', { invalidateQueryKeys: ['/api/dashboards'] })
      return {
        names: boards.data?.map(({ name }) => name),
        read: query.data !== undefined,
        made: add.data?.name,
        isSame: (globalThis.mutateOfProbe ??= add.mutate) === add.mutate,
        act: () => add.mutate({ name: 'Made by a hook' }),
      }
    }`)
    await seenWhen(page, ({ names, read }) => Array.isArray(names) && read === true)
    await page.getByRole('button', { name: 'Act', exact: true }).click()
    const { names, isSame } = await seenWhen(page, ({ made }) => made === 'Made by a hook')
    expect(names).toContain('Made by a hook')
    expect(isSame).toBe(true)
    expect(asked).toContain('POST /api/dashboards')
    expect({ undocumented, problems }).toEqual({ undocumented: [], problems: [] })
  })

  it('save configuration changes of a widget', async () => {
    const { page, asked, undocumented } = await watch(
      `(sdk, config, instanceId) => {
        const update = sdk.useConfigUpdate(instanceId)
        return { count: config.count, act: () => void update({ count: config.count + 1 }) }
      }`,
      { count: 1 },
    )
    await seenWhen(page, ({ count }) => count === 1)
    await page.getByRole('button', { name: 'Act', exact: true }).click()
    await seenWhen(page, ({ count }) => count === 2)
    await page.reload()
    await seenWhen(page, ({ count }) => count === 2)
    expect(asked).toContain('PATCH /api/dashboards/{id}/widgets/{widgetId}/config')
    expect(undocumented).toEqual([])
  })
})
