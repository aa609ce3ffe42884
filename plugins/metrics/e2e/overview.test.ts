import { onboard } from '@svc/e2e/enrol'
import type { Peer } from '@svc/e2e/peer'
import { type Figures, simulateAgent } from '@svc/e2e/simulated-agent'
import { admin, server, withServer } from '@svc/e2e/with-server'
import { describe, expect, it } from 'vitest'

const stage = withServer()

const agents = new Map<string, { readonly id: string; readonly peer: Peer }>()

const gib = 2 ** 30

/** Adds a server whose agent reports `figures` every second. */
async function connect(name: string, figures: Figures = {}, profile?: object) {
  const { server_id: id, enrollment } = await onboard(admin, name)
  if (profile) await admin.send('PUT', `/api/servers/${id}`, profile)
  const peer = await simulateAgent(server.url, enrollment.code, () => figures)
  stage.later(peer.close)
  agents.set(name, { id, peer })
}

const open = async (path = '/') => {
  const tab = await stage.tab({ url: server.url, session: admin })
  await tab.page.goto(path)
  await tab.page.getByRole('heading', { name: 'Home' }).waitFor()
  return tab
}

describe('the overview', () => {
  it('links to the servers page while there are none, and shows when all are healthy', async () => {
    const { page, problems } = await open()
    await page.getByText('No servers yet').waitFor()
    await connect('calm-1')
    await page.getByText('All servers are healthy').waitFor()
    expect(problems).toEqual([])
  })

  it('lists the worst first with reasons, and updates live', async () => {
    await connect('swapping', { swap_used: 1.5 * gib })
    await connect('full', { disk_used: 96 * gib })
    await connect('leaving', {}, { expired_at: new Date(Date.now() + 5.5 * 86_400_000).toISOString() })
    await onboard(admin, 'not-yet-there')
    const { page, problems } = await open()
    const list = page.getByRole('list', { name: 'Servers, worst first' })
    const names = () => list.locator('[data-row]').allInnerTexts()
    await list.getByText('Disk 96%').waitFor()
    await list.getByText('Expires in 5 days').waitFor()
    await list.getByText('Swap 75%').waitFor()
    await list.getByText('Waiting for agent').waitFor()
    expect(await names()).toEqual(['full', 'leaving', 'swapping', 'calm-1', 'not-yet-there'])

    agents.get('calm-1')?.peer.close()
    await list.getByText(/^Offline since \d\d:\d\d:\d\d/).waitFor()
    await expect.poll(names).toEqual(['calm-1', 'full', 'leaving', 'swapping', 'not-yet-there'])
    await page.getByRole('status').filter({ hasText: '4 servers have problems. 1 is offline.' }).waitFor()
    expect(problems).toEqual([])
  })

  it('filters by status, search and tag, and keeps the filters in the URL', async () => {
    await admin.send('PUT', `/api/servers/${agents.get('full')?.id}/tags`, { tags: ['db'] })
    const { page, problems } = await open()
    const rows = page.locator('[data-row]')
    await page.getByRole('button', { name: 'Offline 1' }).click()
    await expect.poll(() => rows.allInnerTexts()).toEqual(['calm-1'])
    expect(page.url()).toContain('show=offline')
    await page.getByRole('button', { name: 'All servers 5' }).click()
    await page.getByLabel('Tag', { exact: true }).selectOption('db')
    await expect.poll(() => rows.allInnerTexts()).toEqual(['full'])
    await page.reload()
    await expect.poll(() => rows.allInnerTexts()).toEqual(['full'])
    await page.getByPlaceholder('Search servers').fill('nothing')
    await page.getByText('No matching servers').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => rows.count()).toBe(5)
    expect(problems).toEqual([])
  })

  it('opens the chart behind a reason by keyboard', async () => {
    const { page, problems } = await open()
    await page.locator('[data-row]').first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'full' }).waitFor()
    expect(page.url()).toContain(`/servers/${agents.get('full')?.id}?tab=metrics&range=7d`)
    expect(problems).toEqual([])
  })

  it('keeps the order while the pointer is over it, and reorders afterwards', async () => {
    const { page, problems } = await open('/?q=')
    const names = () => page.locator('[data-row]').allInnerTexts()
    await expect.poll(names).toEqual(['calm-1', 'full', 'leaving', 'swapping', 'not-yet-there'])
    await page.locator('[data-row]').nth(1).hover()
    agents.get('swapping')?.peer.close()
    await page
      .getByText(/^Offline since/)
      .nth(1)
      .waitFor()
    expect(await names()).toEqual(['calm-1', 'full', 'leaving', 'swapping', 'not-yet-there'])
    await page.mouse.move(5, 5)
    await expect.poll(names).toEqual(['swapping', 'calm-1', 'full', 'leaving', 'not-yet-there'])
    expect(problems).toEqual([])
  })

  it('shows live metrics when the overview request fails', async () => {
    const tab = await stage.tab({ url: server.url, session: admin })
    await tab.page.route('**/api/overview', (route) => route.fulfill({ status: 429, json: { error: {} } }))
    await tab.page.goto('/')
    await tab.page.getByText('Disk 96%').waitFor()
    await tab.page.getByText('Uptime, traffic, billing and forecasts are missing.').waitFor()
    await tab.page.unroute('**/api/overview')
    await tab.page.getByRole('button', { name: 'Try again' }).click()
    await tab.page.getByText('Expires in 5 days').waitFor()
  })
})
