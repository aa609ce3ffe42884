import { readFileSync } from 'node:fs'
import { type Page, violations } from '@svc/e2e/browser'
import { cloudflare, mostTargets, probingAgent, tokyo, usualTargets } from '@svc/e2e/probing-agent'
import { addMember } from '@svc/e2e/session'
import { until } from '@svc/e2e/until'
import { admin, server, withServer } from '@svc/e2e/with-server'
import { afterEach, describe, expect, it } from 'vitest'

const stage = withServer()

const probing = (name: string, targets?: readonly string[]) => probingAgent({ stage, server, admin }, name, targets)

const problems: string[] = []
afterEach(() => expect(problems.splice(0)).toEqual([]))

async function open(path: string, session = admin): Promise<Page> {
  const tab = await stage.tab({ url: server.url, session })
  stage.later(() => problems.push(...tab.problems))
  await tab.page.goto(path)
  return tab.page
}

const openTab = (id: string, range = '') => open(`/servers/${id}?tab=network${range && `&range=${range}`}`)
const cardOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Targets' }).getByRole('button', { name: new RegExp(name) })

/** The number of points of the latency chart, from its table. */
async function points(page: Page): Promise<number> {
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Latency', exact: true }) })
  await card.getByRole('button').first().click()
  await page.getByRole('menuitem', { name: 'Show data' }).click()
  const dialog = page.getByRole('dialog')
  const count = await dialog.locator('tbody tr').count()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  return count
}

describe('the network tab of a server', () => {
  it('starts with selecting targets, which the agent receives at once', async () => {
    const { id, peer } = await probing('chosen', [])
    const page = await openTab(id, 'live')
    await page.getByText('No targets assigned').waitFor()
    await page.getByRole('button', { name: 'Manage targets' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('searchbox').fill('tibet')
    await dialog.getByRole('button', { name: 'Select all shown' }).click()
    await dialog.getByText('3 / 20 selected').waitFor()
    await dialog.getByRole('searchbox').fill('')
    await dialog.getByRole('button', { name: 'Select all shown' }).click()
    await dialog.getByText('20 / 20 selected').waitFor()
    await dialog.getByText('96 not selected').waitFor()
    expect(await dialog.getByRole('checkbox', { name: /^Google DNS/ }).isDisabled()).toBe(true)
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Clear all shown' }).click()
    await dialog.getByRole('checkbox', { name: /^Tibet Mobile/ }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await cardOf(page, 'Tibet Mobile').getByText('No data yet').waitFor()
    const sync = await until('the agent to receive its target', async () => {
      const sync = await peer.frame('network_probe_sync')
      return (sync.targets as { target_id: string }[]).length === 1 ? sync : undefined
    })
    expect(sync.targets).toMatchObject([{ target_id: 'cn-xz-cm', target: 'xz-cm-v4.ip.zstaticcdn.com:80' }])
  })

  it('asks before discarding a selection', async () => {
    const { id } = await probing('asked')
    const page = await openTab(id)
    await page.getByRole('button', { name: 'Manage targets' }).click()
    await page.getByRole('checkbox', { name: /^Google DNS/ }).check()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await admin.get<unknown[]>(`/api/servers/${id}/network-probes/targets`)).toHaveLength(usualTargets.length)
  })

  it('updates live', async () => {
    const { id, round } = await probing('live')
    const page = await openTab(id, 'live')
    await cardOf(page, 'Cloudflare').getByText('No data yet').waitFor()
    round({ [cloudflare]: 11, [tokyo]: 210 })
    await cardOf(page, 'AWS Tokyo').getByText('210 ms').first().waitFor()
    await page.getByText(/Last probe/).waitFor()
    await cardOf(page, 'Tibet Mobile').getByText('No data yet').waitFor()
    const before = await points(page)
    // Rounds have a resolution of one second.
    await page.waitForTimeout(1100)
    round({ [cloudflare]: 13, [tokyo]: 230 })
    await cardOf(page, 'AWS Tokyo').getByText('230 ms').waitFor()
    expect(await points(page)).toBe(before + 1)
    expect(await violations(page)).toEqual([])
  })

  it('keeps its rounds when reopened, without duplicates', async () => {
    const { id, round } = await probing('returning')
    round({ [cloudflare]: 10 }, 20)
    const page = await openTab(id)
    await cardOf(page, 'Cloudflare').getByText('10 ms').first().waitFor()
    await page.waitForTimeout(1100)
    round({ [cloudflare]: 30 })
    await cardOf(page, 'Cloudflare').getByText('30 ms').waitFor()
    await page.getByRole('tab', { name: 'Metrics' }).click()
    await page.getByRole('tab', { name: 'Network' }).click()
    await cardOf(page, 'Cloudflare').getByText('30 ms').waitFor()
    expect(await points(page)).toBe(2)
  })

  it('toggles a line with mouse and keyboard', async () => {
    const { id, round } = await probing('hiding')
    round({ [cloudflare]: 11, [tokyo]: 210 })
    const page = await openTab(id)
    const column = page.getByRole('figure', { name: 'Latency' }).getByRole('columnheader', { name: 'AWS Tokyo' })
    await column.waitFor({ state: 'attached' })
    await cardOf(page, 'AWS Tokyo').click()
    await column.waitFor({ state: 'detached' })
    expect(await cardOf(page, 'AWS Tokyo').getAttribute('aria-pressed')).toBe('false')
    await page.keyboard.press('Enter')
    await column.waitFor({ state: 'attached' })
  })

  it('shows anomalies and unreachable targets', async () => {
    const { id, round } = await probing('anomalous', mostTargets)
    const page = await openTab(id)
    await page.getByRole('button', { name: /^0\s+view list$/ }).waitFor()
    round({ ...Object.fromEntries(mostTargets.map((target) => [target, null])), [tokyo]: 900 })
    await page.getByRole('button', { name: /^20\s+view list$/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Unreachable').first().waitFor()
    await dialog.getByText('Very high latency').waitFor()
    await dialog.getByText('900 ms').waitFor()
    // The list is longer than the dialog.
    expect(await violations(page)).toEqual([])
    const list = dialog.getByRole('list', { name: 'Anomalies' })
    expect(await list.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await cardOf(page, 'Cloudflare').getByText('100%').waitFor()
  })

  it.each(['1h', '24h', '7d'])('has a history of %s', async (range) => {
    const { id, round } = await probing(`past-${range}`)
    round({ [cloudflare]: 15 }, 25)
    round({ [cloudflare]: 15 })
    const page = await openTab(id, range)
    await cardOf(page, 'Cloudflare').getByText('15 ms').first().waitFor()
    await page.getByRole('figure', { name: 'Packet loss' }).waitFor()
    await page.getByText(range === '7d' ? 'Average per hour' : 'Average per round').waitFor()
  })

  it('shows a round and an anomaly of a history as they arrive, not with the requests of every minute', async () => {
    const { id, round } = await probing('arriving')
    round({ [cloudflare]: 15 }, 25)
    const { page, problems } = await stage.tab({ url: server.url, session: admin, isOwn: true })
    await page.addInitScript(() => {
      const every = setInterval
      const other = (work: () => void, ms?: number) => (ms === 60_000 ? 0 : every(work, ms))
      Object.assign(window, { setInterval: other })
    })
    await page.goto(`/servers/${id}?tab=network&range=1h`)
    await cardOf(page, 'Cloudflare').getByText('15 ms').first().waitFor()
    round({ [cloudflare]: 35 })
    await cardOf(page, 'Cloudflare').getByText('35 ms').waitFor()
    await page.getByRole('button', { name: /^0\s+view list$/ }).waitFor()
    await page.waitForTimeout(1100)
    round({ [cloudflare]: 900 })
    await page.getByRole('button', { name: /^1\s+view list$/ }).waitFor()
    expect(problems).toEqual([])
  })

  it('exports CSV', async () => {
    const { id, round } = await probing('tabled')
    round({ [cloudflare]: 11.5, [tokyo]: null })
    const page = await openTab(id, 'live')
    await cardOf(page, 'Cloudflare').getByText('12 ms').first().waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV', exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toBe('tabled-network-live.csv')
    const [head, ...rows] = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(head).toMatch(/timestamp,target,avg_latency_ms,.*,packet_loss,packet_sent,packet_received$/)
    expect(rows.map((row) => row.split(',').slice(1).join(','))).toEqual([
      'Cloudflare,11.5,11.5,11.5,0,10,10',
      'AWS Tokyo,,,,1,10,0',
    ])
  })

  it('shows missing capabilities and an offline agent', async () => {
    const { id, peer } = await probing('unable')
    peer.send({ type: 'capabilities_changed', msg_id: 'c1', capabilities: 16, agent_local_capabilities: 16 })
    const page = await openTab(id)
    await cardOf(page, 'Cloudflare').getByText('ping_icmp is off').waitFor()
    expect(await cardOf(page, 'Tibet Mobile').getByText('is off').count()).toBe(0)
    peer.close()
    await page.getByText('The server is offline. Measurements resume').waitFor()
  })

  it('is read-only for members', async () => {
    const { id } = await probing('shared')
    const page = await open(`/servers/${id}?tab=network`, await addMember(server.url, admin))
    await cardOf(page, 'Cloudflare').waitFor()
    expect(await page.getByRole('button', { name: 'Manage targets' }).count()).toBe(0)
  })
})

describe('the network page of the fleet', () => {
  it('sorts by health, updates live and links to servers', async () => {
    const { id, round } = await probing('fleet-worst')
    await probing('fleet-idle', [])
    const page = await open('/network?q=fleet')
    const list = page.getByRole('list', { name: 'Servers, worst first' })
    await list.getByText('fleet-worst').waitFor()
    expect(await list.getByRole('listitem').count()).toBe(1)
    await page.getByText('1 server has no targets').click()
    await page.getByText('fleet-idle', { exact: true }).waitFor()
    round({ [cloudflare]: 10, [tokyo]: 20 })
    const card = list.getByRole('listitem').filter({ hasText: 'fleet-worst' })
    await card.getByText('Healthy').waitFor()
    await card.getByText('15 ms').waitFor()
    await page.waitForTimeout(1100)
    round({ [cloudflare]: null, [tokyo]: 20 })
    await card.getByText('Severe').waitFor()
    await card.getByText('Cloudflare').waitFor()
    await card.getByText('unreachable').waitFor()
    await list.getByRole('listitem').first().getByText('fleet-worst').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('searchbox').fill('nowhere')
    await page.getByText('No matching servers').waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe('nowhere')
    await page.getByRole('button', { name: 'Clear search' }).click()
    await page.getByRole('link', { name: 'fleet-worst' }).click()
    await cardOf(page, 'Cloudflare').waitFor()
    expect(new URL(page.url()).pathname).toBe(`/servers/${id}`)
  })

  it('redirects the old address of a server', async () => {
    const { id } = await probing('forwarded')
    const page = await open(`/network/${id}?range=168`)
    await cardOf(page, 'Cloudflare').waitFor()
    expect(page.url()).toMatch(new RegExp(`/servers/${id}\\?tab=network&range=7d$`))
  })
})
