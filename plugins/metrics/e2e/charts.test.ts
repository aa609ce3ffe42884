import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from '@svc/e2e/browser'
import { revise } from '@svc/e2e/database'
import { onboard } from '@svc/e2e/enrol'
import { checkPage } from '@svc/e2e/page-check'
import { writePast } from '@svc/e2e/past'
import { freePort } from '@svc/e2e/place'
import type { Server } from '@svc/e2e/server'
import { firstSignIn, type Session } from '@svc/e2e/session'
import { simulateAgent } from '@svc/e2e/simulated-agent'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = makeStage()
let server: Server
let admin: Session
const ids = { busy: '', many: '', online: '' }
const hostile = '<img src=x onerror="document.title=1">'
const disks = [hostile, ...Array.from({ length: 39 }, (_, i) => `disk${i + 1}`)]

beforeAll(async () => {
  const options = { directory: stage.directory(), port: await freePort() }
  const first = await stage.server(options)
  admin = await firstSignIn(first)
  let code = ''
  for (const name of ['busy', 'many', 'online'] as const) {
    const { server_id, enrollment } = await onboard(admin, name)
    ids[name] = server_id
    code = enrollment.code
  }
  await first.stop()
  await writePast(first.dataDir, [
    {
      name: 'busy',
      days: 40,
      disks: ['sda', 'sdb'],
      gpus: ['A100', 'A100'],
      away: [
        [5, 3],
        [60, 50],
      ],
    },
    { name: 'many', days: 2, disks },
    { name: 'online', days: 2 },
  ])
  const now = Math.floor(Date.now() / 1000)
  const message = JSON.stringify({ code: 'alerts.FIRING', params: { server: 'busy', findings: ['CPU at 97%'] } })
  revise(first.dataDir, (db) => {
    const insert = db.prepare(`
      INSERT INTO alerts_changes (rule_id, rule_name, server_id, server_name, change, suppressed, message_json, at)
      VALUES ('rule', 'High CPU', ?, 'busy', ?, 0, ?, ?)`)
    insert.run(ids.busy, 'fired', message, now - 9 * 3600)
    insert.run(ids.busy, 'resolved', message, now - 8 * 3600)
    insert.run(ids.busy, 'fired', message, now - 1800)
  })
  server = await stage.server(options)
  const agent = await simulateAgent(server.url, code)
  stage.later(() => agent.close())
})

async function open(name: keyof typeof ids, range: string) {
  const tab = await stage.tab({ url: server.url, session: admin })
  await tab.page.goto(`/servers/${ids[name]}?range=${range}`)
  await tab.page.getByRole('figure', { name: 'CPU' }).waitFor()
  return tab
}

const rangeOf = (page: Page) => new URL(page.url()).searchParams.get('range')
const untilRange = (page: Page, wanted: RegExp | string | null) =>
  until(`the range ${wanted}`, async () => {
    const range = rangeOf(page)
    return wanted instanceof RegExp ? range !== null && wanted.test(range) : range === wanted
  })

/** Drags across a chart; `from` and `to` are shares of its width. */
async function drag(page: Page, chart: Locator, from: number, to: number) {
  const box = await chart.locator('.u-over').boundingBox()
  if (!box) throw new Error('the chart has no area')
  await page.mouse.move(box.x + box.width * from, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * to, box.y + 40, { steps: 5 })
  await page.mouse.up()
}

it('alerts are marked in the charts, for the eye, the keyboard and screen readers', async () => {
  const tab = await open('busy', '24h')
  const { page, problems } = tab
  const chart = page.getByRole('figure', { name: 'CPU', exact: true })
  const events = chart.getByRole('list', { name: 'Events' }).getByRole('listitem')
  await events.first().waitFor({ state: 'attached' })
  expect(await events.allTextContents()).toEqual([
    expect.stringMatching(/^since .*: High CPU: CPU at 97%$/),
    expect.stringMatching(/\(1h\): High CPU: CPU at 97%$/),
  ])
  const slider = chart.getByRole('slider')
  await slider.focus()
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/High CPU: CPU at 97%$/)
  await page.keyboard.press('ArrowLeft')
  await chart.getByText('High CPU: CPU at 97%', { exact: true }).first().waitFor()
  for (let i = 0; i < 5; i++) await page.keyboard.press('PageUp')
  expect(await slider.getAttribute('aria-valuetext')).not.toMatch(/High CPU/)
  await checkPage(tab, { name: 'chart-marks' })
  expect(problems).toEqual([])
})

it.each(['wide', 'phone'] as const)('nothing on the page of a server shifts while it loads, %s', async (size) => {
  const { page, problems } = await stage.tab({ url: server.url, session: admin, size, isOwn: true })
  await page.route('**/api/**', async (route) => {
    await sleep(300)
    await route.continue()
  })
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    interface Shift extends PerformanceEntry {
      readonly value: number
      readonly hadRecentInput: boolean
      readonly sources: readonly { readonly node: Node | null }[]
    }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        const names = sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 120) : node?.nodeName,
        )
        if (!hadRecentInput) shifts.push(`${value.toFixed(3)} ${names.join(' | ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(`/servers/${ids.online}`)
  await page.getByRole('figure', { name: 'CPU' }).waitFor()
  await page.getByText('Uptime', { exact: true }).first().waitFor()
  await page.waitForLoadState('networkidle')
  const shifts = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
  const sum = shifts.reduce((total, shift) => total + Number.parseFloat(shift), 0)
  expect(sum, shifts.join('\n')).toBeLessThan(0.02)
  expect(problems).toEqual([])
})

it('only the chart that is pointed at shows values, by mouse and by keyboard', async () => {
  const { page, problems } = await open('busy', '24h')
  const cpu = page.getByRole('figure', { name: 'CPU', exact: true })
  const memory = page.getByRole('figure', { name: 'Memory', exact: true })
  const tips = page.locator('figure .shadow-pop')
  await memory.locator('.u-over').waitFor()
  await cpu.locator('.u-over').hover()
  await cpu.locator('.shadow-pop').waitFor()
  expect(await tips.count()).toBe(1)
  // the others show the same time, as a line
  const line = await memory.locator('.u-cursor-x').evaluate((element) => element.getBoundingClientRect().left)
  const box = await memory.locator('.u-over').boundingBox()
  expect(box && line > box.x).toBe(true)
  await memory.getByRole('slider').focus()
  await page.keyboard.press('ArrowLeft')
  await memory.locator('.shadow-pop').waitFor()
  expect(await tips.count()).toBe(1)
  await page.keyboard.press('Escape')
  await tips.waitFor({ state: 'detached' })
  expect(problems).toEqual([])
})

describe('the charts of a server', () => {
  it.each([
    ['24h', /per minute/],
    ['7d', /Hourly averages/],
    ['30d', /Hourly averages/],
  ])('of %s show every metric', async (range, resolution) => {
    const { page, problems } = await open('busy', range)
    await page.getByText(resolution).waitFor()
    for (const title of [
      'Memory',
      'Network',
      'Disk space',
      'Load',
      'Connections',
      'Processes',
      'Temperature',
      'GPU usage',
      'Disk I/O',
    ]) {
      const section = page
        .getByRole('main')
        .getByText(title, { exact: true })
        .or(page.getByLabel(title, { exact: true }))
        .first()
      // a placeholder is replaced as soon as it comes near
      await section.evaluate((element) => element.scrollIntoView())
      await page.getByRole('figure', { name: title, exact: true }).waitFor()
    }
    await page.getByRole('heading', { name: 'Disk I/O by device' }).scrollIntoViewIfNeeded()
    await page.getByRole('figure', { name: 'Disk I/O, sda' }).waitFor()
    await page.getByRole('region', { name: 'GPUs' }).scrollIntoViewIfNeeded()
    await page.getByRole('figure', { name: 'GPU memory' }).waitFor()
    expect(problems).toEqual([])
  })

  it('include the last hours, which are not aggregated yet', async () => {
    const { page } = await open('busy', '7d')
    const heads = page.getByRole('figure', { name: 'CPU' }).locator('tbody th')
    await heads.first().waitFor({ state: 'attached' })
    const times = (await heads.allTextContents()).map((text) => Date.parse(text)).filter(Number.isFinite)
    const at = Math.max(...times)
    // the current hour may not have a record yet
    const hour = new Date(Date.now() - 5 * 60_000).setMinutes(0, 0, 0)
    expect(at).toBeGreaterThanOrEqual(hour)
  })

  it('show the cause of a gap', async () => {
    const { page } = await open('busy', '24h')
    await page.getByText('Agent was not running').first().waitFor({ state: 'attached' })
  })

  it('zoom in by dragging, and out with the back button, the zoom button and Escape', async () => {
    const { page, problems } = await open('busy', '30d')
    const chart = page.getByRole('figure', { name: 'CPU' })
    await chart.locator('.u-over').waitFor()
    await drag(page, chart, 0.8, 0.9)
    await untilRange(page, /^\d+-\d+$/)
    await page.getByText(/One point per minute/).waitFor()
    await page.goBack()
    await untilRange(page, '30d')
    await page.goForward()
    await untilRange(page, /^\d+-\d+$/)
    await page.getByRole('button', { name: 'Zoom out' }).first().click()
    await untilRange(page, '30d')
    await chart.locator('.u-over').waitFor()
    await drag(page, chart, 0.4, 0.6)
    await untilRange(page, /^\d+-\d+$/)
    await chart.getByRole('slider').focus()
    await page.keyboard.press('Escape')
    await untilRange(page, '30d')
    expect(problems).toEqual([])
  })

  it('show hours where minutes have expired', async () => {
    const day = 86_400
    const to = Math.floor(Date.now() / 60_000) * 60 - 20 * day
    const { page } = await open('busy', `${to - day}-${to}`)
    await page.getByText(/where per-minute data has expired/).waitFor()
  })

  it('are exported as one CSV', async () => {
    const { page } = await open('busy', '24h')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export all metrics as CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('busy-24h.csv')
    const [head = '', ...rows] = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(head).toMatch(/^time,cpu,mem_used,.*,gpu_usage,sda read_bytes_per_sec,/)
    // a day of minutes without the two hours
    expect(rows.length).toBeGreaterThan(1300)
    expect(rows.length).toBeLessThanOrEqual(1321)
    expect(new Set(rows.map((row) => row.split(',').length))).toEqual(new Set([head.split(',').length]))
  })
})

it('the history and the range dialog are accessible and fit, in light and dark, wide and on a phone', async () => {
  const tab = await open('busy', '7d')
  const { page } = tab
  await page.getByRole('figure', { name: 'CPU' }).waitFor()
  await checkPage(tab)
  await page.getByRole('button', { name: 'Custom' }).click()
  await page.getByRole('dialog').waitFor()
  await checkPage(tab)
})

describe('a custom range', () => {
  it('is set by its start and end, which are validated', async () => {
    const { page, problems } = await open('busy', '1h')
    await page.getByRole('button', { name: 'Custom' }).click()
    const dialog = page.getByRole('dialog')
    const local = (daysAgo: number) => {
      const at = new Date(Date.now() - daysAgo * 86_400_000)
      const two = (value: number) => String(value).padStart(2, '0')
      return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T12:00`
    }
    await dialog.getByLabel('From').fill(local(2))
    await dialog.getByLabel('To').fill(local(3))
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.getByText('Must be after the start time.').waitFor()
    await dialog.getByLabel('From').fill(local(900))
    await page.keyboard.press('Enter')
    await dialog.getByText('The range must not exceed 400 days.').waitFor()
    await dialog.getByLabel('From').fill(local(4))
    await page.keyboard.press('Enter')
    await untilRange(page, /^\d+-\d+$/)
    await page.getByRole('figure', { name: 'CPU' }).waitFor()
    expect(problems).toEqual([])
  })

  it('can be a preset', async () => {
    const { page } = await open('busy', '1h')
    await page.getByRole('button', { name: 'Custom' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Last 90 days' }).click()
    await untilRange(page, '90d')
    await page.getByRole('button', { name: 'Last 90 days', pressed: true }).waitFor()
  })
})

it('many disks with hostile names are shown a few at a time, as text', async () => {
  const { page, problems } = await open('many', '24h')
  const section = page.getByRole('region', { name: 'Disk I/O by device' })
  await section.scrollIntoViewIfNeeded()
  await page.getByText('Busiest 4 of 40').waitFor()
  await section.getByRole('figure').first().waitFor()
  expect(await section.locator('section').count()).toBeLessThanOrEqual(4)
  await section.getByRole('searchbox').or(section.getByPlaceholder('Search devices')).first().fill('<img')
  await page.getByRole('figure', { name: `Disk I/O, ${hostile}` }).waitFor()
  await section.getByPlaceholder('Search devices').fill('')
  await section.getByRole('button', { name: 'Show all 40' }).click()
  await until('all of them', async () => (await section.locator('section').count()) >= 40)
  expect(await page.title()).not.toBe('1')
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  expect(problems).toEqual([])
})
