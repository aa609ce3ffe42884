import { makeClock } from '@svc/e2e/clock'
import { onboard } from '@svc/e2e/enrol'
import { connectBrowser } from '@svc/e2e/peer'
import type { Server } from '@svc/e2e/server'
import { firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = makeStage()
/** Records are written once a minute. */
const clock = makeClock(stage.directory())
let server: Server
let admin: Session
let serverId = ''

beforeAll(async () => {
  server = await stage.server({ env: clock.env })
  admin = await firstSignIn(server)
  const { server_id, enrollment } = await onboard(admin, 'measured')
  serverId = server_id
  const agent = stage.agent({ serverUrl: server.url, code: enrollment.code })
  await agent.line(/"connected"/)
})

interface Row {
  readonly time: string
  readonly server_id: string
  readonly cpu: number
  readonly mem_used: number
  readonly disk_used: number
  readonly process_count: number
  readonly disk_io_json: string | null
}

describe('the report of a real agent', () => {
  it('reaches the browser live, with plausible values of this host', async () => {
    const viewer = await connectBrowser(server.url, admin.cookie)
    stage.later(viewer.close)
    const own = (frame: Readonly<Record<string, unknown>>) =>
      (frame.servers as Record<string, number | string>[]).find(({ id }) => id === serverId)
    const figures = await until('an update', () => {
      const updates = viewer.frames.filter(({ type }) => type === 'update').map(own)
      return updates.find((update) => update !== undefined)
    })
    expect(figures.cpu).toBeGreaterThanOrEqual(0)
    expect(figures.cpu).toBeLessThanOrEqual(100)
    for (const name of ['mem_used', 'disk_used', 'uptime', 'process_count', 'last_active']) {
      expect(figures[name], name).toBeGreaterThan(0)
    }
    const record = await admin.get<Record<string, unknown>>(`/api/servers/${serverId}`)
    expect(record).toMatchObject({
      cpu_cores: expect.any(Number),
      os: expect.any(String),
      agent_version: expect.any(String),
    })
    expect(record.mem_total).toBeGreaterThan(figures.mem_used as number)
  })
})

describe('the page of a server', () => {
  it('draws charts that update', async () => {
    const { page, problems } = await stage.tab({ url: server.url, session: admin })
    await page.goto(`/servers/${serverId}?range=live`)
    await page.getByRole('heading', { name: 'measured' }).waitFor()
    const canvas = page.locator('canvas').first()
    await canvas.waitFor()
    const picture = () => canvas.evaluate((element) => (element as HTMLCanvasElement).toDataURL())
    const first = await picture()
    const second = await until('the chart to move', async () => {
      const now = await picture()
      return now !== first && now
    })
    await until('the chart to move again', async () => (await picture()) !== second)
    expect(problems).toEqual([])
  })

  it('does not announce every value while a live chart is focused', async () => {
    const { page } = await stage.tab({ url: server.url, session: admin })
    await page.goto(`/servers/${serverId}?range=live`)
    const chart = page.getByRole('slider', { name: /^CPU\. / })
    await chart.locator('canvas').waitFor()
    const text = () => chart.getAttribute('aria-valuetext')
    const before = await text()
    // without focus, the text is the newest value
    await until('another value', async () => (await text()) !== before)
    await chart.focus()
    const focusedText = await text()
    const shown = () => page.locator('section', { has: chart }).first().locator('.figures').first().textContent()
    const last = await shown()
    await until('another value in sight', async () => (await shown()) !== last)
    expect(await text()).toBe(focusedText)
    await page.keyboard.press('Home')
    expect(await text()).not.toBe(focusedText)
  })
})

// Last, because it sets the clock of the server forward, but not that of the browser.
it('the report of a real agent is written every minute and can be read', async () => {
  const range = () =>
    `from=${new Date(clock.now() - 3_600_000).toISOString()}&to=${new Date(clock.now() + 60_000).toISOString()}`
  const rows = await clock.forwardUntil([server], () =>
    until('a record', async () => {
      const found = await admin.get<Row[]>(`/api/servers/${serverId}/records?${range()}&interval=raw`)
      return found.length > 0 && found
    }),
  )
  expect(rows[0]).toMatchObject({ server_id: serverId, cpu: expect.any(Number) })
  expect(rows[0]?.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
  expect(rows[0]?.mem_used).toBeGreaterThan(0)
  expect(rows[0]?.process_count).toBeGreaterThan(0)
  expect(JSON.parse(rows[0]?.disk_io_json ?? 'null')).toBeInstanceOf(Array)
})
