import { totalmem } from 'node:os'
import { addWidget, editBoard, saveBoard, widgetOf } from '@svc/e2e/board-page'
import { type Page, violations } from '@svc/e2e/browser'
import { onboard } from '@svc/e2e/enrol'
import { writePast } from '@svc/e2e/past'
import { freePort } from '@svc/e2e/place'
import type { Program } from '@svc/e2e/process'
import type { Server } from '@svc/e2e/server'
import { addMember, firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = makeStage()
let server: Server
let admin: Session
let member: Session
let agent: Program
let start: () => Program
const ids = { real: '', past: '' }
let board = ''

beforeAll(async () => {
  const place = { directory: stage.directory(), port: await freePort() }
  const first = await stage.server(place)
  admin = await firstSignIn(first)
  const real = await onboard(admin, 'real-1')
  ids.real = real.server_id
  ids.past = (await onboard(admin, 'past-1')).server_id
  await first.stop()
  await writePast(first.dataDir, [
    { name: 'real-1', days: 9, disks: ['sda'], away: [[5, 3]] },
    { name: 'past-1', days: 9, disks: ['sda'] },
  ])
  server = await stage.server(place)
  const directory = stage.directory()
  start = () => stage.agent({ serverUrl: server.url, code: real.enrollment.code, directory })
  agent = start()
  await agent.line(/"connected"/)
  member = await addMember(server.url, admin)
})

const open = async (path: string, session = admin) => {
  const tab = await stage.tab({ url: server.url, session })
  // widgets outside the viewport do not load
  await tab.page.setViewportSize({ width: 1280, height: 2400 })
  await tab.page.goto(path)
  return tab
}
const text = async (page: Page, title: string) => (await widgetOf(page, title).innerText()).replace(/\s+/g, ' ')

interface Placed {
  readonly widgets: readonly { readonly id: string; readonly config: Record<string, unknown> }[]
}

async function boardOf(name: string, widgets: readonly { widget_type: string; title: string; config: object }[]) {
  const { id } = await admin.send<{ id: string }>('POST', '/api/dashboards', { name })
  const placed = widgets.map((one, at) => ({ ...one, grid_x: (at % 3) * 4, grid_y: at * 4, grid_w: 4, grid_h: 4 }))
  await admin.send('PUT', `/api/dashboards/${id}`, { widgets: placed })
  return id
}

it('stat, gauge and chart widgets are added in the UI and show the values of the host', async () => {
  const { id } = await admin.send<{ id: string }>('POST', '/api/dashboards', { name: 'Figures' })
  board = `/dashboards?board=${id}`
  const { page, problems } = await open(board)
  await editBoard(page)
  await addWidget(page, /^Fleet stat/, 'Fleet', (form) =>
    form.getByLabel('Metric', { exact: true }).selectOption('Memory'),
  )
  await addWidget(page, /^Fleet stat/, 'Count', () => undefined)
  await addWidget(page, /^Gauge/, 'Disk', async (form) => {
    await form.getByLabel('Server', { exact: true }).selectOption('real-1')
    await form.getByLabel('Metric', { exact: true }).selectOption('Disk space')
    await form.getByLabel('Label', { exact: true }).fill('Root')
  })
  await addWidget(page, /^Server stat/, 'Card', async (form) => {
    await form.getByLabel('Server', { exact: true }).selectOption('real-1')
    await form.getByLabel('Metric', { exact: true }).selectOption('CPU')
  })
  await addWidget(page, /^Line chart/, 'Line', async (form) => {
    await form.getByLabel('Server', { exact: true }).selectOption('real-1')
    await form.getByLabel('Metric', { exact: true }).selectOption('Network in')
    await form.getByLabel('Time range', { exact: true }).selectOption('12 hours')
  })
  await addWidget(page, /^Multi-server chart/, 'Lines', async (form) => {
    await form.getByLabel('real-1').check()
    await form.getByLabel('past-1').check()
    await form.getByLabel('Metric', { exact: true }).selectOption('Load (5 min)')
    await form.getByLabel('Time range', { exact: true }).selectOption('7 days')
  })
  await addWidget(page, /^Disk I\/O/, 'Disks', async (form) => {
    await form.getByLabel('Server', { exact: true }).selectOption('real-1')
    await form.getByLabel('Time range', { exact: true }).selectOption('1 hour')
  })
  await saveBoard(page)

  await widgetOf(page, 'Fleet')
    .getByText(`of ${(totalmem() / 2 ** 30).toFixed(1)} GiB`)
    .waitFor({ state: 'attached' })
  await expect.poll(() => text(page, 'Fleet')).toMatch(/[1-9][\d.]*%/)
  await expect.poll(() => text(page, 'Count')).toMatch(/2 1 online/)

  const disk = widgetOf(page, 'Disk').getByRole('meter', { name: 'Root, real-1' })
  const { disk_total } = await admin.get<{ disk_total: number }>(`/api/servers/${ids.real}`)
  expect(disk_total).toBeGreaterThan(0)
  await expect.poll(async () => Number(await disk.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  expect(await disk.getAttribute('aria-valuetext')).toMatch(/^[\d.]+%, (normal|high|critical)$/)

  await expect.poll(() => text(page, 'Card')).toMatch(/CPU real-1 [\d.]+%.*last hour.*Average [\d.]+% Peak [\d.]+%/)
  await widgetOf(page, 'Line').getByRole('figure', { name: 'Network in, real-1' }).waitFor()
  await widgetOf(page, 'Line')
    .getByText(/Average .*\/s · max .*\/s/)
    .waitFor({ state: 'attached' })
  await widgetOf(page, 'Lines').getByRole('figure', { name: 'Load (5 min) of 2 servers' }).waitFor()
  await widgetOf(page, 'Lines').getByRole('button', { name: 'past-1' }).waitFor()
  await widgetOf(page, 'Disks').getByRole('figure', { name: 'Disk I/O, real-1' }).waitFor()
  await widgetOf(page, 'Disks').getByText('Read').first().waitFor()

  expect(await violations(page)).toEqual([])
  expect(problems).toEqual([])
})

describe('a chart', () => {
  it('shows a gap with its cause', async () => {
    const { page } = await open(board)
    const line = widgetOf(page, 'Line')
    await line.getByRole('figure').waitFor()
    expect(await line.getByRole('table').innerText()).toMatch(/Agent/)
  })

  it('zooms by keyboard, and out with Escape', async () => {
    const { page } = await open(board)
    const chart = widgetOf(page, 'Line').getByRole('slider')
    await chart.waitFor()
    const before = Number(await chart.getAttribute('aria-valuemax'))
    await chart.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+End')
    for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Enter')
    await expect.poll(async () => Number(await chart.getAttribute('aria-valuemax'))).toBeLessThan(before)
    await chart.focus()
    await page.keyboard.press('Escape')
    await expect.poll(async () => Number(await chart.getAttribute('aria-valuemax'))).toBeGreaterThanOrEqual(before)
  })

  it('shows failed requests and retries', async () => {
    const { page, context } = await open('/settings/security')
    const refuse = '**/api/servers/*/records*'
    await context.route(refuse, (route) => route.fulfill({ status: 429, body: '{}' }))
    await page.goto(board)
    for (const title of ['Line', 'Lines']) {
      await widgetOf(page, title).getByRole('alert').waitFor()
    }
    await context.unroute(refuse)
    for (const title of ['Line', 'Lines']) {
      await widgetOf(page, title).getByRole('button', { name: 'Try again' }).click()
      await widgetOf(page, title).getByRole('figure').waitFor()
    }
  })
})

describe('a widget without its server', () => {
  it('can be assigned one in place, by admins only', async () => {
    const id = await boardOf('Empty', [
      { widget_type: 'gauge', title: 'Gauge', config: { metric: 'memory' } },
      { widget_type: 'multi-line', title: 'Lines', config: {} },
    ])
    const other = await open(`/dashboards?board=${id}`, member)
    await widgetOf(other.page, 'Gauge').getByText('Ask an administrator to select one.').waitFor()
    expect(await widgetOf(other.page, 'Gauge').getByRole('combobox').count()).toBe(0)
    const { page } = await open(`/dashboards?board=${id}`)
    await widgetOf(page, 'Lines').getByText('Edit the dashboard and configure this widget to select some.').waitFor()
    await widgetOf(page, 'Gauge').getByRole('combobox', { name: 'Select a server' }).selectOption('real-1')
    await widgetOf(page, 'Gauge').getByRole('button', { name: 'Use' }).click()
    for (const each of [page, other.page]) {
      await widgetOf(each, 'Gauge').getByRole('meter', { name: 'Memory, real-1' }).waitFor()
    }
    const { widgets } = await admin.get<Placed>(`/api/dashboards/${id}`)
    expect(widgets[0]?.config).toEqual({ metric: 'memory', server_id: ids.real })
  })

  it('reveals nothing about a server hidden from members', async () => {
    const id = await boardOf('Hidden', [{ widget_type: 'gauge', title: 'Gauge', config: { server_id: ids.past } }])
    await admin.send('PUT', `/api/servers/${ids.past}`, { hidden: true })
    const { page } = await open(`/dashboards?board=${id}`, member)
    await widgetOf(page, 'Gauge').getByText('It was deleted, or you do not have access.').waitFor()
    expect(await text(page, 'Gauge')).not.toContain('past-1')
    await admin.send('PUT', `/api/servers/${ids.past}`, { hidden: false })
    await widgetOf(page, 'Gauge').getByText('No data yet').waitFor()
  })
})

describe('a server that goes offline', () => {
  it('leaves its last values, marked as offline, until it reconnects', async () => {
    const { page, problems } = await open(board)
    const gauge = widgetOf(page, 'Disk').getByRole('meter')
    await gauge.waitFor()
    const last = await gauge.getAttribute('aria-valuenow')
    await agent.stop()
    for (const title of ['Disk', 'Card', 'Line'])
      await widgetOf(page, title)
        .getByText(/^Offline, /)
        .waitFor()
    // another report may have arrived, and the disk usage may have changed
    expect(Number(await gauge.getAttribute('aria-valuenow'))).toBeCloseTo(Number(last), 0)
    expect(await gauge.getAttribute('aria-valuetext')).toMatch(/offline$/i)
    await expect.poll(() => text(page, 'Fleet')).toMatch(/none online/)
    agent = start()
    await widgetOf(page, 'Disk')
      .getByText(/^Offline, /)
      .waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })

  it('and is deleted is reported by its widgets', async () => {
    const { page, problems } = await open(board)
    await widgetOf(page, 'Lines').getByRole('figure').waitFor()
    await admin.send('DELETE', `/api/servers/${ids.past}`)
    await widgetOf(page, 'Lines').getByText('1 selected server no longer exists').waitFor({ state: 'attached' })
    await widgetOf(page, 'Lines').getByRole('button', { name: 'past-1' }).waitFor({ state: 'detached' })
    await admin.send('DELETE', `/api/servers/${ids.real}`)
    for (const title of ['Disk', 'Card', 'Line']) {
      await widgetOf(page, title).getByText('This server no longer exists').waitFor()
    }
    await widgetOf(page, 'Lines').getByText('These servers no longer exist').waitFor()
    expect(problems).toEqual([])
  })
})
