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

const worst = 'Servers that need attention, worst first'

describe('the home page', () => {
  it('leads to the first server while there are none, and says so when all are healthy', async () => {
    const { page, problems } = await open()
    await page.getByText('No servers yet').last().waitFor()
    await page.getByRole('link', { name: 'Add server' }).click()
    await page.getByRole('dialog', { name: 'Add server' }).waitFor()
    await connect('calm-1')
    await page.goto('/')
    await page.getByText('1 server is online and within its limits.').waitFor()
    expect(problems).toEqual([])
  })

  it('has the same answer in figures, list, sidebar and tab, and updates live', async () => {
    await connect('swapping', { swap_used: 1.5 * gib })
    await connect('full', { disk_used: 96 * gib })
    await connect('leaving', {}, { expired_at: new Date(Date.now() + 5.5 * 86_400_000).toISOString() })
    await onboard(admin, 'not-yet-there')
    const { page, problems } = await open()
    const list = page.getByRole('list', { name: worst })
    const names = () => list.locator('[data-row]').allInnerTexts()
    await list.getByText('Disk above 95%').waitFor()
    await list.getByText(/^Expires on /).waitFor()
    await list.getByText('Swap above 60%').waitFor()
    await expect.poll(names).toEqual(['full', 'leaving', 'swapping'])
    await expect.poll(() => page.title()).toBe('(3) Home · svc')
    await page.getByRole('navigation', { name: 'Pages' }).getByText('3 servers need attention').waitFor()

    agents.get('calm-1')?.peer.close()
    await list.getByText('Offline', { exact: true }).last().waitFor()
    await expect.poll(names).toEqual(['calm-1', 'full', 'leaving', 'swapping'])
    await page.getByText('1 offline · 1 critical · 2 warnings').waitFor()
    await page.getByRole('status').filter({ hasText: '4 servers need attention' }).waitFor()

    await page.getByRole('link', { name: 'Unhealthy servers' }).click()
    await page.getByRole('heading', { name: 'Servers' }).waitFor()
    const rows = page.locator('[data-row]')
    await expect.poll(() => rows.allInnerTexts()).toEqual(['calm-1', 'full', 'leaving', 'swapping'])
    await page.getByRole('row', { name: /full/ }).getByText('Disk above 95%').waitFor()
    await rows.filter({ hasText: 'full' }).click()
    await page.getByRole('heading', { name: 'full' }).waitFor()
    await page.getByRole('main').getByText('Critical', { exact: true }).waitFor()
    expect(problems).toEqual([])
  })

  it('follows the limits of the settings', async () => {
    const { page, problems } = await open()
    await page.goto('/settings/general')
    const field = page.getByRole('textbox', { name: 'Swap usage: Warning' })
    const save = page.locator('#limits').getByRole('button', { name: 'Save' })
    await field.fill('many')
    await save.click()
    await page.getByText('Enter a number of 0 or more, or leave it empty').waitFor()
    await page.getByRole('textbox', { name: 'Disk usage, of the fullest mount: Critical' }).fill('10')
    await field.fill('')
    await save.click()
    await page.getByText('Must be at least the warning limit of 90').waitFor()
    await page.getByRole('textbox', { name: 'Disk usage, of the fullest mount: Critical' }).fill('95')
    await save.click()
    await page.getByText('Thresholds saved').waitFor()
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Home' }).click()
    const names = () => page.getByRole('list', { name: worst }).locator('[data-row]').allInnerTexts()
    await expect.poll(names).toEqual(['calm-1', 'full', 'leaving'])
    expect(problems).toEqual([])
  })

  it('opens the chart behind the worst reason, and its page by keyboard', async () => {
    const { page, problems } = await open()
    await page.getByRole('link', { name: 'Disk above 95%' }).click()
    await page.getByRole('heading', { name: 'full' }).waitFor()
    expect(page.url()).toContain(`/servers/${agents.get('full')?.id}?range=7d`)
    await page.goBack()
    await page.locator('[data-row]').first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'full' }).waitFor()
    expect(problems).toEqual([])
  })
})
