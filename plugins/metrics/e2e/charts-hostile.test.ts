import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Download, fitsSideways, type Page } from '@svc/e2e/browser'
import { claim, newRunToken, onboard } from '@svc/e2e/enrol'
import { writePast } from '@svc/e2e/past'
import { connectAgent } from '@svc/e2e/peer'
import { freePort } from '@svc/e2e/place'
import type { Server } from '@svc/e2e/server'
import { firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = makeStage()
let server: Server
let admin: Session
let manyId = ''
let absurd = { id: '', code: '' }

/** Hostile device names; the first ones are the busiest devices. */
const names = [
  '<img src=x onerror="document.title=1">',
  "=cmd|' /C calc'!A0",
  '\u202Egnp.exe',
  "'); DROP TABLE metrics_records; --",
  '@SUM(1)\r\n+1,"quoted"',
  'x'.repeat(128),
  '\u{1F5A5}\uFE0F disk',
]
const disks = [...names, ...Array.from({ length: 193 }, (_, i) => `disk${i + 1}`)]
const serverName = '../=1+1 <b>"many"</b> \u05D0'

beforeAll(async () => {
  const options = { directory: stage.directory(), port: await freePort() }
  const first = await stage.server(options)
  admin = await firstSignIn(first)
  manyId = (await onboard(admin, serverName)).server_id
  const { server_id, enrollment } = await onboard(admin, 'absurd')
  absurd = { id: server_id, code: enrollment.code }
  await first.stop()
  await writePast(first.dataDir, [{ name: serverName, days: 3, disks, gpus: names }])
  server = await stage.server(options)
})

const text = async (download: Download) => readFileSync(await download.path(), 'utf8').replace(/^\uFEFF/, '')

/** The fields of the rows of a CSV, by RFC 4180. */
function fields(csv: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '') break
    if (end === '\r\n') rows.push([])
  }
  return rows.filter((row) => row.length > 1)
}

async function untouched(page: Page, problems: readonly string[]) {
  expect(await page.title()).not.toBe('1')
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  expect(await fitsSideways(page)).toBe(true)
  expect(problems).toEqual([])
}

describe('a server with 200 disks and hostile names', () => {
  it('exports one CSV with GPUs, without formulas and with a safe file name', async () => {
    const { page, problems } = await stage.tab({ url: server.url, session: admin })
    await page.goto(`/servers/${manyId}?range=1h`)
    await page.getByRole('figure', { name: 'CPU' }).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export all metrics as CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('=1+1-b-many-b-\u05D0-1h.csv')
    const [head = [], ...rows] = fields(await text(file))
    expect(head.filter((cell) => cell.endsWith('_bytes_per_sec'))).toHaveLength(2 * disks.length)
    const gpus = head.filter((cell) => cell.startsWith('gpu ') && cell.endsWith(' utilization'))
    expect(gpus).toEqual(names.map((name, i) => `gpu ${i} ${name} utilization`))
    for (const cell of head) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
    expect(head).toContain(`'${names[1]} read_bytes_per_sec`)
    expect(rows.length).toBeGreaterThan(50)
    expect(rows.length).toBeLessThanOrEqual(60)
    for (const row of rows) expect(row).toHaveLength(head.length)
    const load = head.indexOf(gpus[0] ?? '')
    expect(rows.filter((row) => Number(row[load]) > 0).length).toBeGreaterThan(50)
    await untouched(page, problems)
  })

  it('shows its names as text on a phone: charts, values, menu and file', async () => {
    const { page, problems } = await stage.tab({ url: server.url, session: admin, size: 'phone' })
    await page.goto(`/servers/${manyId}?range=1h`)
    const section = page.getByRole('region', { name: 'Disk I/O by device' })
    await section.waitFor()
    await section.scrollIntoViewIfNeeded()
    await section.getByPlaceholder('Search devices').fill('DROP TABLE')
    const figure = page.getByRole('figure', { name: `Disk I/O, ${names[3]}` })
    await figure.locator('.u-over').waitFor()
    await section
      .getByRole('button', { name: `More for Disk I/O, ${names[3]}` })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Show data' }).click()
    await page.getByRole('dialog').getByText(`Disk I/O, ${names[3]}`).first().waitFor()
    await page.keyboard.press('Escape')
    for (const [query, title] of [
      ['gnp', 'Disk I/O, ?gnp.exe'],
      ['xxxx', `Disk I/O, ${'x'.repeat(128)}`],
    ] as const) {
      await section.getByPlaceholder('Search devices').fill(query)
      await page.getByRole('figure', { name: title, exact: true }).waitFor()
    }
    await untouched(page, problems)
  })

  it('lists all GPU lines in the legend and the tooltip, inside the page', async () => {
    const { page, problems } = await stage.tab({ url: server.url, session: admin })
    await page.goto(`/servers/${manyId}?range=1h`)
    const gpus = page.getByRole('region', { name: 'GPUs' })
    await gpus.waitFor()
    await gpus.scrollIntoViewIfNeeded()
    const figure = page.getByRole('figure', { name: 'GPU temperature' })
    await figure.locator('.u-over').waitFor()
    await figure.scrollIntoViewIfNeeded()
    const legend = gpus.getByRole('list').last()
    const hidden = await legend.evaluate((list) => list.scrollHeight - list.clientHeight)
    expect(hidden).toBeLessThanOrEqual(1)
    expect(await legend.getByRole('listitem').count()).toBe(6)
    await figure.locator('.u-over').hover()
    const tip = figure.locator('[aria-hidden=true] .shadow-pop')
    const labels = await legend.locator('.truncate').allTextContents()
    for (const label of labels) await tip.getByText(label, { exact: true }).waitFor()
    for (const label of labels) expect(label).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    const box = await tip.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 1280).toBe(true)
    await untouched(page, problems)
  })
})

describe('a server with absurd values', () => {
  it('shows readable numbers', async () => {
    const token = newRunToken()
    expect((await claim(server.url, absurd.code, token)).status).toBe(200)
    const agent = await connectAgent(server.url, token)
    stage.later(agent.close)
    await agent.frame('welcome')
    agent.send({
      ...{ type: 'system_info', msg_id: randomUUID(), cpu_name: 'x', cpu_cores: 1, cpu_arch: 'x', os: 'x' },
      ...{ kernel_version: 'x', mem_total: -5, swap_total: 0, disk_total: Number.MAX_SAFE_INTEGER },
      ...{ ipv4: null, ipv6: null, virtualization: null, agent_version: '0', protocol_version: 1, features: [] },
    })
    const { page, problems } = await stage.tab({ url: server.url, session: admin })
    await page.goto(`/servers/${absurd.id}?range=live`)
    const largest = Number.MAX_SAFE_INTEGER
    const report = (sign: 1 | -1) => ({
      ...{ type: 'report', cpu: sign * 1e300, mem_used: sign * largest, swap_used: sign, disk_used: sign * largest },
      ...{ net_in_speed: sign * largest, net_out_speed: 0, net_in_transfer: sign * largest, net_out_transfer: 0 },
      ...{ load1: sign * 1e308, load5: 0, load15: -0, tcp_conn: sign * (2 ** 31 - 1), udp_conn: 0, process_count: 0 },
      ...{ uptime: largest, disk_io: null, temperature: sign * 1e300, gpu: null },
    })
    const drawn = page.getByRole('figure', { name: 'Network' }).locator('.u-over')
    let sign: 1 | -1 = -1
    const sending = setInterval(() => {
      sign = sign === 1 ? -1 : 1
      if (agent.isOpen()) agent.send(report(sign))
    }, 500)
    stage.later(() => clearInterval(sending))
    await drawn.waitFor()
    await page
      .getByText(/PiB\/s/)
      .first()
      .waitFor()
    const words = await page.getByRole('main').innerText()
    expect(words).not.toMatch(/NaN|Infinity|undefined|\de\+\d/)
    await untouched(page, problems)
  })
})
