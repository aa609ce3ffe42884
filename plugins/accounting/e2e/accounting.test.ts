import { readFile } from 'node:fs/promises'
import { type Accounts, accountsOf, type Host } from '@svc/e2e/accounts'
import { bytes } from '@svc/e2e/bytes'
import { checkPage } from '@svc/e2e/page-check'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { beforeAll, describe, expect, it } from 'vitest'

const gib = 2 ** 30
const tib = 2 ** 40
const year = 400

const monthly = { billing_cycle: 'monthly', billing_start_day: 1 }
const hosts: readonly Host[] = [
  {
    ...{ name: 'over-limit', traffic: [400, 600], age: year },
    billing: { ...monthly, price: 9.9, currency: 'EUR', traffic_limit: gib },
  },
  {
    ...{ name: '上海 边缘节点', traffic: [2, 3], away: [90, 6], age: year },
    billing: { ...monthly, price: 68, currency: 'CNY', traffic_limit: 100 * tib, traffic_limit_type: 'up' },
  },
  {
    ...{ name: 'yearly-without-a-limit', traffic: [0.05, 0.02], away: [400, 3], age: year },
    billing: { billing_cycle: 'yearly', price: 120, currency: 'EUR', expired_at: '2020-01-01T00:00:00Z' },
  },
  { name: 'unknown-currency', traffic: [0.1, 0.1], age: 5, billing: { ...monthly, price: 5, currency: 'credits' } },
  { name: 'no-billing', traffic: [1, 1], age: 60 },
  { name: '=HYPERLINK("http://x")', traffic: [0.01, 0], age: 9, billing: { ...monthly, price: 1, currency: 'EUR' } },
]

const stage = makeStage()
let accounts: Accounts
beforeAll(async () => {
  accounts = await accountsOf(stage, hosts)
})

interface Row {
  readonly name: string
  readonly cycle_in: number
  readonly cycle_out: number
  readonly percent_used: number | null
  readonly prediction: { readonly estimated_percent: number; readonly will_exceed: boolean } | null
  readonly days_remaining: number
}

const total = (row: Row) => row.cycle_in + row.cycle_out
const open = async (path: string) => {
  const tab = await stage.tab({ url: accounts.server.url, session: accounts.admin })
  await tab.page.goto(path)
  return tab
}
const idOf = (name: string) => accounts.ids.get(name) ?? ''

describe('the traffic page', () => {
  it('shows the figures of the API for each server and in total', async () => {
    const rows = await accounts.admin.get<Row[]>('/api/traffic/overview')
    expect(rows).toHaveLength(hosts.length)
    const { page, problems } = await open('/traffic')
    for (const row of rows) {
      const line = page.getByRole('row').filter({ hasText: row.name })
      await line.waitFor()
      const text = (await line.innerText()).replaceAll(/\s+/g, ' ')
      for (const value of [row.cycle_in, row.cycle_out, total(row)]) expect(text, row.name).toContain(bytes(value))
    }
    const summary = page.getByLabel('Traffic summary')
    const sum = (pick: (row: Row) => number) => bytes(rows.reduce((all, row) => all + pick(row), 0))
    const shown = (await summary.innerText()).replaceAll(/\s+/g, ' ')
    expect(shown).toContain(`Inbound this cycle ${sum((row) => row.cycle_in)}`)
    expect(shown).toContain(`Outbound this cycle ${sum((row) => row.cycle_out)}`)
    expect(shown).toContain('Most traffic over-limit')
    expect(shown).toContain('Over 80% of limit 1')
    expect(
      await page.getByRole('meter', { name: 'Traffic limit used by over-limit' }).getAttribute('aria-valuetext'),
    ).toBe('>999%, over the limit')
    await page.getByRole('row').filter({ hasText: 'yearly-without' }).getByText('Unlimited').waitFor()
    expect(problems).toEqual([])
  })

  it('sorts by keyboard, keeps the order in the URL, searches and filters', async () => {
    const rows = await accounts.admin.get<Row[]>('/api/traffic/overview')
    const { page, problems } = await open('/traffic')
    await page.getByRole('row').nth(1).getByRole('link').waitFor()
    const names = () => page.getByRole('row').getByRole('link').allInnerTexts()
    const byTotal = [...rows].sort((a, b) => total(b) - total(a)).map(({ name }) => name)
    await page.getByRole('columnheader', { name: 'Total' }).getByRole('button').press('Enter')
    await until('the largest first', async () => (await names()).join() === byTotal.join())
    expect(await page.getByRole('columnheader', { name: 'Total' }).getAttribute('aria-sort')).toBe('descending')
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-total')
    await page.reload()
    await page.getByRole('columnheader', { name: 'Total' }).getByRole('button').press('Space')
    await until('the smallest first', async () => (await names()).join() === [...byTotal].reverse().join())
    await page.getByText('Over 80%', { exact: true }).click()
    await until('only servers near their limit', async () => (await names()).join() === 'over-limit')
    await page.getByPlaceholder('Search servers').fill('nowhere')
    await page.getByText('No matching servers').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await until('all again', async () => (await names()).length === rows.length)
    expect(problems).toEqual([])
  })

  it('exports the listed servers without formulas', async () => {
    const rows = await accounts.admin.get<Row[]>('/api/traffic/overview')
    const { page } = await open('/traffic?sort=name')
    await page.getByRole('row').nth(1).getByRole('link').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^traffic-\d{4}-\d\d-\d\d\.csv$/)
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(rows.length + 1)
    expect(lines.join('\n')).toContain(`,"'=HYPERLINK(""http://x"")",`)
    for (const row of rows) expect(lines.join('\n')).toContain(`,${row.cycle_in},${row.cycle_out},${total(row)},`)
  })

  it('draws a bar for each day, also without traffic', async () => {
    const days = await accounts.admin.get<{ date: string; bytes_in: number; bytes_out: number }[]>(
      '/api/traffic/overview/daily?days=7',
    )
    const { page, problems } = await open('/traffic?days=7')
    const table = page.getByRole('table', { name: /Daily traffic/ })
    await table.waitFor({ state: 'attached' })
    const cells = await table
      .locator('tbody tr')
      .evaluateAll((trs) => trs.map((tr) => [...tr.querySelectorAll('td')].map((td) => td.textContent ?? '')))
    expect(cells.map((row) => row.slice(0, 2))).toEqual(
      days.map(({ bytes_in, bytes_out }) => [bytes(bytes_in), bytes(bytes_out)]),
    )
    await page.locator('canvas').first().waitFor()
    expect(problems).toEqual([])
  })
})

describe('the traffic of a server', () => {
  it('shows the current cycle, its limit and past cycles', async () => {
    const id = idOf('over-limit')
    const traffic = await accounts.admin.get<{ bytes_in: number; bytes_out: number; bytes_total: number }>(
      `/api/servers/${id}/traffic`,
    )
    const { history } = await accounts.admin.get<{
      history: { period: string; bytes_in: number; bytes_out: number }[]
    }>(`/api/traffic/${id}/cycle?history=7`)
    const { page, problems } = await open(`/servers/${id}?tab=traffic`)
    await page.getByText('The limit has been exceeded.').waitFor()
    await page.getByText('Days in UTC time').first().waitFor()
    for (const value of [traffic.bytes_in, traffic.bytes_out, traffic.bytes_total]) {
      await page
        .getByRole('definition')
        .filter({ hasText: bytes(value) })
        .first()
        .waitFor()
    }
    const past = page.getByRole('table', { name: 'Past cycles' })
    await past.waitFor()
    expect(await past.locator('tbody tr').count()).toBe(7)
    for (const { period, bytes_in, bytes_out } of history) {
      const text = (await past.getByRole('row').filter({ hasText: period }).innerText()).replaceAll(/\s+/g, ' ')
      expect(text).toContain(`${bytes(bytes_in)} ${bytes(bytes_out)} ${bytes(bytes_in + bytes_out)}`)
    }
    await page.getByRole('heading', { name: 'Today by hour' }).waitFor()
    expect(problems).toEqual([])
  })

  it('counts per month unless another billing cycle is set', async () => {
    const { page, problems } = await open(`/servers/${idOf('no-billing')}?tab=traffic`)
    await page.getByRole('heading', { name: 'Billing cycle' }).waitFor()
    expect(await accounts.admin.get(`/api/servers/${idOf('no-billing')}/traffic`)).toMatchObject({
      ...{ billing_cycle: 'monthly', traffic_limit: null },
    })
    expect(problems).toEqual([])
  })
})

describe('the uptime of a server', () => {
  it('is shown by window, and by day with the keyboard', async () => {
    const id = idOf('上海 边缘节点')
    const { page, problems } = await open('/servers')
    // the windows move every minute, so compare with the response that the page received
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith(`/api/servers/${id}/uptime`)),
      page.goto(`/servers/${id}`),
    ])
    const { data: windows } = (await answer.json()) as { data: { online_minutes: number; total_minutes: number }[] }
    expect(windows).toHaveLength(4)
    const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Uptime' }) })
    for (const { online_minutes, total_minutes } of windows) {
      const share = (Math.floor((online_minutes / total_minutes) * 10_000) / 100).toFixed(2)
      await card.getByText(`${share}%`, { exact: true }).first().waitFor()
    }
    const bar = card.getByRole('slider')
    await bar.focus()
    await bar.press('Home')
    const first = await bar.getAttribute('aria-valuetext')
    await bar.press('ArrowRight')
    expect(await bar.getAttribute('aria-valuetext')).not.toBe(first)
    expect(await card.getByRole('table').locator('tbody tr').count()).toBe(90)
    await bar.press('Escape')
    expect(problems).toEqual([])
  })
})

describe('the costs page', () => {
  it('sums by currency, whatever its name', async () => {
    const { currencies, servers } = await accounts.admin.get<{
      currencies: { currency: string; monthly_equivalent_total: number }[]
      servers: { name: string; cost_per_month_equivalent: number | null }[]
    }>('/api/cost/overview')
    expect(currencies.map(({ currency }) => currency)).toEqual(['CNY', 'EUR', 'credits'])
    const { page, problems } = await open('/cost')
    const totals = (await page.getByLabel('Totals by currency').innerText()).replaceAll(/\s+/g, ' ')
    const euros = currencies[1]?.monthly_equivalent_total.toFixed(2)
    expect(totals).toContain(`€${euros} / month`)
    expect(totals).toContain('CN¥68.00 / month')
    expect(totals).toContain('5.00 credits / month')
    for (const { name } of servers) await page.getByRole('row').filter({ hasText: name }).waitFor()
    expect(problems).toEqual([])
  })

  it('explains advisories and missing prices, and links to the billing form', async () => {
    const { page, problems } = await open('/cost?advised=yes')
    const row = page.getByRole('row').filter({ hasText: 'yearly-without-a-limit' })
    await row.getByRole('button', { name: 'Expired' }).click()
    await page.getByRole('dialog').getByText('The paid period of this server has ended.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('row').filter({ hasText: 'no-billing' }).getByRole('button', { name: 'No price' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Edit billing' }).click()
    const form = page.getByRole('dialog', { name: /no-billing/ })
    await until('the billing in view', async () => {
      const [fold, whole] = [await form.getByText('Billing and traffic').boundingBox(), await form.boundingBox()]
      return fold && whole && fold.y > whole.y && fold.y < whole.y + whole.height / 2
    })
    await form.getByLabel('Price').fill('3.5')
    await form.getByLabel('Billing cycle').selectOption('monthly')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('')
    expect(await accounts.admin.get(`/api/servers/${idOf('no-billing')}/cost-insights`)).toMatchObject({
      ...{ configured: true, price: 3.5, currency: 'USD' },
    })
    expect(problems).toEqual([])
  })
})

describe.each([
  { path: () => '/traffic', shown: 'over-limit' },
  { path: () => '/cost', shown: 'over-limit' },
  { path: () => `/servers/${idOf('over-limit')}?tab=traffic`, shown: 'Past cycles' },
  { path: () => `/servers/${idOf('over-limit')}`, shown: 'Uptime' },
])('the page with $shown', ({ path, shown }) => {
  it('is accessible and fits, in light and dark, wide and on a phone', async () => {
    const tab = await open(path())
    await tab.page.getByText(shown).locator('visible=true').first().waitFor()
    await tab.page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
    await checkPage(tab)
  })
})
