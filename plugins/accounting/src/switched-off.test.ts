import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import alerts from '@svc/plugin-alerts'
import dashboards from '@svc/plugin-dashboards'
import enrollment from '@svc/plugin-enrollment'
import { claimServer, openAgent } from '@svc/plugin-enrollment/testing'
import metrics from '@svc/plugin-metrics'
import { latest } from '@svc/plugin-metrics/contract'
import system from '@svc/plugin-system'
import { encode, Report } from '@svc/protocol'
import { report } from '@svc/protocol/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import accounting from './index.ts'

const noon = Date.UTC(2026, 4, 20, 12)
const minute = 60_000

let kernel: TestKernel
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-accounting-'))
})
afterEach(async () => {
  await kernel.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const start = async (isOn: boolean, now = noon) => {
  const plugins = [system, enrollment, alerts, dashboards, metrics, ...(isOn ? [accounting] : [])]
  kernel = await createTestKernel({ plugins, now, dataDir })
}
const get = (url: string) => kernel.as('admin').inject(url)
const read = async (url: string) => (await get(url)).json().data

async function addWidget(widget_type: string) {
  const { id } = (
    await kernel.as('admin').inject({ method: 'POST', url: '/api/dashboards', payload: { name: 'board' } })
  ).json().data
  const widgets = [{ widget_type, config: {}, grid_x: 0, grid_y: 0, grid_w: 4, grid_h: 4 }]
  const answer = await kernel.as('admin').inject({ method: 'PUT', url: `/api/dashboards/${id}`, payload: { widgets } })
  return answer.statusCode
}

/** Everything that others show of this plugin. */
async function shown() {
  const { id } = await claimServer(kernel, 'edge')
  const routes = [
    ...['traffic', 'uptime', 'uptime-daily', 'cost-insights'].map((name) => `/api/servers/${id}/${name}`),
    ...['/api/traffic/calendar', '/api/traffic/overview', '/api/traffic/overview/daily', '/api/cost/overview'],
    ...[`/api/traffic/${id}/daily`, `/api/traffic/${id}/cycle`],
  ]
  const statuses = new Set<number>()
  for (const url of routes) statuses.add((await get(url)).statusCode)
  const types: { type: string }[] = await read('/api/alert-rule-types')
  return {
    statuses: [...statuses],
    limits: Object.keys(await read('/api/health-limits')).filter((name) => name.startsWith('traffic')),
    ruleTypes: types.map(({ type }) => type).filter((type) => type.startsWith('transfer_')),
    widgets: [await addWidget('traffic-bar'), await addWidget('uptime-timeline'), await addWidget('gauge')],
  }
}

it('is in routes, thresholds, rule types and widgets while it runs', async () => {
  await start(true)
  expect(await shown()).toEqual({
    statuses: [200],
    limits: ['traffic', 'traffic_forecast'],
    ruleTypes: ['transfer_in_cycle', 'transfer_out_cycle', 'transfer_all_cycle'],
    widgets: [200, 200, 200],
  })
})

it('is nowhere while it is switched off', async () => {
  await start(false)
  expect(await shown()).toEqual({ statuses: [404], limits: [], ruleTypes: [], widgets: [400, 400, 200] })
})

it('keeps thresholds of traffic while it is switched off', async () => {
  await start(true)
  const changed = { ...(await read('/api/health-limits')), traffic: { warning: 50, critical: 60 } }
  await kernel.as('admin').inject({ method: 'PUT', url: '/api/health-limits', payload: changed })
  await kernel.close()
  await start(false)
  const { traffic: _, traffic_forecast: __, ...others } = changed
  const put = { method: 'PUT', url: '/api/health-limits', payload: others } as const
  expect((await kernel.as('admin').inject(put)).statusCode).toBe(200)
  await kernel.close()
  await start(true)
  expect((await read('/api/health-limits')).traffic).toMatchObject({ warning: 50, critical: 60 })
})

it('counts what was transferred while it was switched off, and keeps what was counted before', async () => {
  await start(true)
  const { id, token } = await claimServer(kernel, 'edge')
  const record = async (at: number, bytes: number) => {
    kernel.clock.set(at)
    const { sendRaw, terminate } = await openAgent(kernel, token)
    sendRaw(encode(Report, report({ net_in_transfer: bytes, net_out_transfer: 0, uptime: at / 1000 })))
    await vi.waitFor(() => expect(kernel.service(latest).get(id)?.report.net_in_transfer).toBe(bytes), { interval: 1 })
    await kernel.runJob('RecordWriter')
    terminate()
  }
  const counted = async () => (await read(`/api/traffic/${id}/daily`)).map((day: { bytes_in: number }) => day.bytes_in)
  await record(noon, 1000)
  await record(noon + minute, 1500)
  expect(await counted()).toEqual([500])
  await kernel.close()

  await start(false, noon + 2 * minute)
  await record(noon + 2 * minute, 2500)
  await kernel.close()

  await start(true, noon + 3 * minute)
  await record(noon + 3 * minute, 2600)
  expect(await counted()).toEqual([1600])
})

it('takes over what metrics has stored of traffic', async () => {
  await start(false)
  const { id } = await claimServer(kernel, 'edge')
  const number = kernel.database.prepare('SELECT number FROM enrollment_servers WHERE id = ?').pluck().get(id) as number
  const day = Math.floor(noon / 86_400_000)
  kernel.database.prepare('INSERT INTO metrics_traffic_daily VALUES (?, 7, 8)').run(day * 2 ** 20 + number)
  await kernel.close()
  await start(true)
  expect(await read(`/api/traffic/${id}/daily`)).toEqual([{ date: '2026-05-20', bytes_in: 7, bytes_out: 8 }])
})
