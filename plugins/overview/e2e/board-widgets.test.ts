import { type Accounts, accountsOf } from '@svc/e2e/accounts'
import { addWidget, editBoard, saveBoard, widgetOf } from '@svc/e2e/board-page'
import { type Page, violations } from '@svc/e2e/browser'
import { bytes } from '@svc/e2e/bytes'
import { onboard } from '@svc/e2e/enrol'
import { connectBrowser } from '@svc/e2e/peer'
import type { Program } from '@svc/e2e/process'
import { addMember } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = makeStage()
let accounts: Accounts
let agent: Program
let realId = ''
/** path of the board that the first test creates */
let board = ''

beforeAll(async () => {
  accounts = await accountsOf(stage, [
    { name: 'past-1', traffic: [12, 3], age: 100 },
    { name: 'past-2', traffic: [40, 8], away: [120, 9], age: 100 },
  ])
  const { admin, server, ids } = accounts
  const { server_id, enrollment } = await onboard(admin, 'real-1')
  realId = server_id
  agent = stage.agent({ serverUrl: server.url, code: enrollment.code })
  await agent.line(/"connected"/)
  for (const id of ids.values()) await admin.send('PUT', `/api/servers/${id}`, { country_code: 'JP' })
  await admin.send('PUT', `/api/servers/${realId}`, { country_code: 'DE' })
})

/** Opens a page as high as the board, because widgets outside the viewport do not load. */
async function open(path: string, session = accounts.admin) {
  const tab = await stage.tab({ url: accounts.server.url, session })
  await tab.page.setViewportSize({ width: 1280, height: 2600 })
  await tab.page.goto(path)
  return tab
}
/** The percentage of a meter in a widget. */
const meter = async (page: Page, title: string, name: string) =>
  Number(await widgetOf(page, title).getByRole('meter', { name }).first().getAttribute('aria-valuenow'))

it('widgets are added in the UI and show current data', async () => {
  const { page, problems } = await open('/dashboards')
  const { id } = await accounts.admin.send<{ id: string }>('POST', '/api/dashboards', { name: 'Everything' })
  board = `/dashboards?board=${id}`
  await page.goto(board)
  await editBoard(page)
  await addWidget(page, /^Servers /, 'Live', (form) => form.getByLabel('real-1', { exact: true }).check())
  await addWidget(page, /^Top servers/, 'Most memory', (form) =>
    form.getByLabel('Metric', { exact: true }).selectOption('Memory'),
  )
  await addWidget(page, /^Daily traffic/, 'All traffic', (form) =>
    form.getByLabel('Time range', { exact: true }).selectOption('7 days'),
  )
  await addWidget(page, /^Uptime/, 'Monthly uptime', async (form) => {
    await form.getByLabel('past-1', { exact: true }).check()
    await form.getByLabel('past-2', { exact: true }).check()
    await form.getByLabel('Days', { exact: true }).selectOption('30 days')
  })
  await addWidget(page, /^Server map/, 'World', () => undefined)
  await saveBoard(page)

  const browser = await connectBrowser(accounts.server.url, accounts.admin.cookie)
  stage.later(browser.close)
  const full = await browser.frame('full_sync')
  const servers = full.servers as readonly Record<string, number & string>[]
  const real = servers.find((one) => one.id === realId)
  const share = Math.round((100 * (real?.disk_used ?? 0)) / (real?.disk_total ?? 1))
  await widgetOf(page, 'Live').getByRole('link', { name: 'real-1' }).waitFor()
  expect(Math.abs((await meter(page, 'Live', 'Disk')) - share)).toBeLessThanOrEqual(1)
  expect(await meter(page, 'Live', 'Memory')).toBeGreaterThan(0)

  await widgetOf(page, 'Most memory')
    .getByRole('listitem')
    .filter({ hasText: /^real-1[\d.]+%/ })
    .waitFor()
  await widgetOf(page, 'Most memory').getByText('2 offline').waitFor()

  const days = await accounts.admin.get<{ bytes_in: number; bytes_out: number }[]>('/api/traffic/overview/daily?days=7')
  const sum = (key: 'bytes_in' | 'bytes_out') => bytes(days.reduce((total, day) => total + day[key], 0))
  await widgetOf(page, 'All traffic')
    .getByText(`↓ ${sum('bytes_in')}`)
    .waitFor()
  await widgetOf(page, 'All traffic')
    .getByText(`↑ ${sum('bytes_out')}`)
    .waitFor()

  for (const name of ['past-1', 'past-2']) {
    const path = `/api/servers/${accounts.ids.get(name)}/uptime-daily?days=30`
    const entries = await accounts.admin.get<{ online_minutes: number; total_minutes: number }[]>(path)
    const minutes = (key: 'online_minutes' | 'total_minutes') => entries.reduce((total, day) => total + day[key], 0)
    const percent = Math.floor((minutes('online_minutes') / minutes('total_minutes')) * 10_000) / 100
    const bar = page.getByRole('slider', { name: `Uptime of ${name}` })
    const row = widgetOf(page, 'Monthly uptime').getByRole('listitem').filter({ has: bar })
    await row
      .getByText(`${percent.toFixed(2)}%`)
      .first()
      .waitFor()
  }
  expect(await violations(page)).toEqual([])
  expect(problems).toEqual([])
})

describe('the board', () => {
  it('links from a map marker to its servers, also by keyboard', async () => {
    const { page } = await open(board)
    const world = widgetOf(page, 'World')
    // a busy machine makes the agent's server one that needs attention, which the marker adds
    await world.getByRole('button', { name: /^Germany, 1 server\b/ }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await world.getByText('Selected on the map').waitFor()
    expect(await world.getByRole('link').allInnerTexts()).toEqual(['past-2', 'past-1'])
    await world.getByRole('button', { name: 'Show all countries' }).click()
    await world.getByRole('link', { name: 'real-1' }).click()
    await page.waitForURL(`**/servers/${realId}`)
  })

  it('shows failed requests and retries', async () => {
    const tab = await open('/settings')
    await tab.page.route('**/api/traffic/overview/daily*', (route) => route.fulfill({ status: 429, body: '{}' }))
    await tab.page.goto(board)
    const traffic = widgetOf(tab.page, 'All traffic')
    await traffic.getByRole('alert').waitFor()
    await tab.page.unroute('**/api/traffic/overview/daily*')
    await traffic.getByRole('button', { name: 'Try again' }).click()
    await traffic.getByRole('figure').waitFor()
  })

  it('offers the GeoIP database to admins; members are referred to an administrator', async () => {
    const { admin, server } = accounts
    const member = await addMember(server.url, admin)
    const { id } = await admin.send<{ id: string }>('POST', '/api/dashboards', { name: 'No location' })
    const bare = await onboard(admin, 'no-location')
    const config = { server_ids: [bare.server_id] }
    const widgets = [{ widget_type: 'server-map', title: 'World', config, grid_x: 0, grid_y: 0, grid_w: 4, grid_h: 3 }]
    await admin.send('PUT', `/api/dashboards/${id}`, { widgets })
    const own = await open('/settings')
    await own.page.route('**/api/geoip/status', (route) => route.fulfill({ status: 429, body: '{}' }))
    await own.page.goto(`/dashboards?board=${id}`)
    await widgetOf(own.page, 'World').getByRole('alert').waitFor()
    await own.page.unroute('**/api/geoip/status')
    await widgetOf(own.page, 'World').getByRole('button', { name: 'Try again' }).click()
    await widgetOf(own.page, 'World').getByRole('button', { name: 'Download database' }).waitFor()
    const other = await open(`/dashboards?board=${id}`, member)
    await widgetOf(other.page, 'World').getByText('Ask an administrator to install one').waitFor()
    expect(await widgetOf(other.page, 'World').getByRole('button').count()).toBe(0)
    await admin.send('DELETE', `/api/servers/${bare.server_id}`)
    await widgetOf(other.page, 'World').getByText('The selected servers no longer exist').waitFor()
  })

  it('makes widgets as high as their content on a phone', async () => {
    const tab = await stage.tab({ url: accounts.server.url, session: accounts.admin, size: 'phone' })
    await tab.page.goto(board)
    const live = widgetOf(tab.page, 'Live')
    await live.getByRole('meter').first().waitFor()
    const heights = [live, tab.page.locator('[data-widget]').filter({ has: live })].map(async (part) => {
      const box = await part.boundingBox()
      return box?.height
    })
    const [panel, place] = await Promise.all(heights)
    expect(place).toBe(panel)
  })

  it('shows offline and deleted servers', async () => {
    const { page, problems } = await open(board)
    await widgetOf(page, 'Live').getByRole('meter').first().waitFor()
    await agent.stop()
    await widgetOf(page, 'Live')
      .getByText(/^Offline, /)
      .waitFor()
    await widgetOf(page, 'Most memory').getByText('No servers online').waitFor()
    await until(
      'the marker of Germany',
      async () =>
        (await widgetOf(page, 'World').getByRole('button', { name: 'Germany, 1 server, 1 offline' }).count()) === 1,
    )
    const deletedId = accounts.ids.get('past-2') ?? ''
    await accounts.admin.send('DELETE', `/api/servers/${deletedId}`)
    await widgetOf(page, 'Monthly uptime').getByText('1 selected server no longer exists').waitFor()
    await widgetOf(page, 'Monthly uptime')
      .getByRole('slider', { name: 'Uptime of past-2' })
      .waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })
})
