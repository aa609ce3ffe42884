import { type Page, type Tab, violations } from '@svc/e2e/browser'
import { makeClock } from '@svc/e2e/clock'
import { onboard } from '@svc/e2e/enrol'
import { checkPage, shoot } from '@svc/e2e/page-check'
import type { Server } from '@svc/e2e/server'
import { firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = makeStage()
/** Alert rules are evaluated once a minute. */
const clock = makeClock(stage.directory())
let server: Server
let admin: Session
let web: string

const configure = (settings: object) => admin.send('PUT', '/api/status-page', settings)
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

beforeAll(async () => {
  server = await stage.server({ config: { monitors: { allow_private: ['127.0.0.0/8'] } }, env: clock.env })
  admin = await firstSignIn(server)
  const { server_id, enrollment } = await onboard(admin, 'web-1')
  web = server_id
  await onboard(admin, 'db-1')
  await stage.agent({ serverUrl: server.url, code: enrollment.code }).line(/"connected"/)
  const target = new URL(server.url).host
  const { id } = await admin.send<{ id: string }>('POST', '/api/service-monitors', {
    ...{ name: 'Shop', monitor_type: 'tcp', target },
  })
  await configure({
    ...{ enabled: true, title: 'Example status', description: 'All of Example.', content: 'Call **us**.' },
    ...{ monitor_ids: [id], allow_subscriptions: true, public_url: server.url },
  })
  await admin.send('POST', '/api/incidents', {
    ...{ title: 'Disk failure', severity: 'major', is_public: true, server_ids_json: [web] },
    message: 'We are *replacing* it.',
  })
  await admin.send('POST', '/api/maintenances', {
    ...{ title: 'Upgrade', start_at: inHours(24), end_at: inHours(26), is_public: true },
  })
})

describe('the public page, without a session', () => {
  const visit = async (path = '/status', locale = 'en-US'): Promise<Tab> => {
    const tab = await stage.tab({ url: server.url, locale })
    await tab.page.goto(path)
    return tab
  }
  const headline = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

  it('shows everything without scripts', async () => {
    const { context } = await visit()
    const plain = await context.browser()?.newContext({ javaScriptEnabled: false, baseURL: server.url })
    stage.later(() => plain?.close())
    const page = await plain?.newPage()
    if (!page) throw new Error('the browser is open')
    await page.goto('/status')
    await headline(page, '1 active incident')
    for (const name of ['Active incidents', 'Maintenance', 'Services', 'Servers', 'Recent incidents', 'Subscribe']) {
      await page.getByRole('heading', { name, exact: true }).waitFor()
    }
    await page.getByText('We are replacing it.').waitFor()
    await page.getByText(/UTC$/).first().waitFor()
    expect(await page.getByRole('button', { name: 'Grid' }).count()).toBe(0)
    await shoot(page, 'status-without-scripts')
    await page.getByRole('link', { name: 'web-1' }).click()
    await headline(page, 'web-1')
    await page.getByRole('link', { name: '简体中文' }).click()
    await page.getByRole('link', { name: '历史' }).click()
    await headline(page, '历史')
  })

  it('loads little, and nothing from elsewhere', async () => {
    const tab = await stage.tab({ url: server.url })
    const loaded: string[] = []
    let bytes = 0
    tab.page.on('response', async (response) => {
      loaded.push(response.url())
      bytes += Number(response.headers()['content-length'] ?? 0)
    })
    await tab.page.goto('/status', { waitUntil: 'networkidle' })
    expect(loaded.filter((url) => !url.startsWith(server.url))).toEqual([])
    expect(loaded.length).toBeLessThan(9)
    expect(bytes).toBeLessThan(90_000)
    expect(tab.problems).toEqual([])
  })

  it('remembers layout, theme and language', async () => {
    const { page } = await visit()
    const root = page.locator('html')
    await page.getByRole('button', { name: 'List' }).click()
    await page.getByRole('button', { name: 'Switch between light and dark' }).click()
    await page.reload()
    expect(await root.getAttribute('data-layout')).toBe('list')
    expect(await root.getAttribute('data-theme')).toBe('dark')
    expect(await page.getByRole('button', { name: 'List' }).getAttribute('aria-pressed')).toBe('true')
    expect(await violations(page)).toEqual([])
    await shoot(page, 'status-list-dark')
    await page.getByRole('link', { name: '简体中文' }).click()
    await headline(page, '1 个进行中的故障事件')
    await page.goto('/status')
    await headline(page, '1 个进行中的故障事件')
  })

  it('tells the days of a bar to the keyboard, and times in the zone of the reader', async () => {
    const { page } = await visit()
    const bar = page.getByRole('slider', { name: /^Shop/ })
    await bar.focus()
    await page.keyboard.press('End')
    const today = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.now())
    expect(await bar.getAttribute('aria-valuetext')).toContain(today)
    await page.locator('.tooltip').getByText(today).waitFor()
    await page.keyboard.press('ArrowLeft')
    expect(await bar.getAttribute('aria-valuenow')).toBe('88')
    await page.keyboard.press('Escape')
    await page.locator('.tooltip').waitFor({ state: 'detached' })
    const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
    await page.getByText(zone, { exact: true }).waitFor()
  })

  it('changes while it is open, and keeps what has the focus', async () => {
    const tab = await stage.tab({ url: server.url })
    const { page } = tab
    await page.clock.install()
    await page.goto('/status')
    const bar = page.getByRole('slider', { name: /^Shop/ })
    await bar.focus()
    const { id } = await admin.send<{ id: string }>('POST', '/api/incidents', {
      title: 'Slow network',
      is_public: true,
    })
    await page.clock.fastForward(31_000)
    await headline(page, '2 active incidents')
    await page.getByRole('heading', { name: 'Slow network' }).waitFor()
    expect(await bar.evaluate((element) => element === document.activeElement)).toBe(true)
    await admin.send('DELETE', `/api/incidents/${id}`)
    await page.clock.fastForward(31_000)
    await headline(page, '1 active incident')

    await tab.context.setOffline(true)
    await page.clock.fastForward(31_000)
    await page.getByText(/^Connection lost/).waitFor()
    await tab.context.setOffline(false)
    await page.clock.fastForward(31_000)
    await page.getByText(/^Connection lost/).waitFor({ state: 'detached' })
  })

  it('has pages of servers and months, and no others', async () => {
    const { page, problems } = await visit()
    await page.getByRole('link', { name: 'web-1' }).click()
    await headline(page, 'web-1')
    await page.getByRole('link', { name: '7 days' }).click()
    await page.getByRole('link', { name: '7 days', exact: true }).and(page.locator('[aria-current]')).waitFor()
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByRole('heading', { name: 'Disk failure' }).waitFor()
    await page.getByRole('link', { name: /^←/ }).click()
    await page.getByText('No incidents and no maintenance in this month.').waitFor()
    await page.goto('/status/server/unknown')
    await headline(page, 'Page not found')
    expect(problems).toEqual([])
  })

  it('takes subscriptions, and says the same for every address', async () => {
    const { page } = await visit()
    await page.getByLabel('Email address or URL').fill('https://hooks.example.com/status')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByRole('status').getByText('a message with a confirmation link is on its way').waitFor()
  })

  it('is a notice while it is switched off', async () => {
    await configure({ enabled: false })
    // A tab that was used before may keep the page for some seconds.
    const tab = await stage.tab({ url: server.url, isOwn: true })
    await tab.page.goto('/status')
    await headline(tab.page, 'Status page not available')
    await checkPage(tab)
    await configure({ enabled: true })
  })
})

describe('the administration', () => {
  const visit = async (tab: string): Promise<Tab> => {
    const opened = await stage.tab({ url: server.url, session: admin })
    await opened.page.goto(`/settings/status-pages?tab=${tab}`)
    return opened
  }

  it('previews the page before it is saved', async () => {
    const { page, problems } = await visit('page')
    const preview = page.frameLocator('iframe[title="Preview"]')
    await preview.getByRole('heading', { name: '1 active incident' }).waitFor()
    await page.getByLabel('Title').fill('Better status')
    await preview.getByText('Better status').first().waitFor()
    await page.getByLabel('Accent color').fill('#7c3aed')
    await page.getByRole('radio', { name: 'List' }).check({ force: true })
    await preview.locator('html[data-layout="list"]').waitFor()
    await shoot(page, 'settings-status-preview')
    // Other tabs keep the draft.
    await page.getByRole('tab', { name: 'Incidents' }).click()
    await page.getByRole('button', { name: 'Add incident' }).waitFor()
    await page.getByRole('tab', { name: 'Page' }).click()
    await preview.getByText('Better status').first().waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Status page saved').waitFor()
    expect(await admin.get('/api/status-page')).toMatchObject({
      ...{ title: 'Better status', accent_color: '#7c3aed', default_layout: 'list' },
    })
    expect(problems).toEqual([])
  })

  it('leads an incident from a template to its resolution', async () => {
    const tab = await visit('incidents')
    const { page } = tab
    await page.getByRole('button', { name: 'Add incident' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add incident' })
    await dialog.getByLabel('Template').selectOption({ label: 'Network problems' })
    await checkPage(tab, { name: 'settings-status-add-incident' })
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('heading', { name: 'Network problems' }).waitFor()
    await page.getByText('Some servers are unreachable').waitFor()

    await page.getByLabel('Status').selectOption({ label: 'Resolved' })
    await page.getByLabel('Message').fill('The cable was replaced.')
    await page.getByRole('button', { name: 'Add update' }).click()
    await page.getByText('Update added').waitFor()
    const newest = page.getByRole('listitem').filter({ hasText: 'The cable was replaced.' })
    await newest.getByRole('button', { name: 'Edit update' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit update' })
    await edit.getByLabel('Message').fill('The switch was replaced.')
    await edit.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The switch was replaced.').waitFor()
    await page
      .getByText(/Resolved .*20\d\d/)
      .first()
      .waitFor()

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Incident deleted').waitFor()
    expect(tab.problems).toEqual([])
  })

  it('plans recurring maintenance and ends what is in progress', async () => {
    await admin.send('POST', '/api/maintenances', { title: 'Now', start_at: inHours(-1), end_at: inHours(1) })
    const tab = await visit('maintenance')
    const { page } = tab
    await page.getByRole('button', { name: 'Add maintenance window' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add maintenance window' })
    await dialog.getByLabel('Title').fill('Patch day')
    await dialog.getByLabel('Time zone').selectOption('Europe/Berlin')
    await dialog.getByLabel('Start', { exact: true }).fill('2030-01-06T02:00')
    await dialog.getByLabel('End', { exact: true }).fill('2030-01-06T04:00')
    await dialog.getByLabel('Repeats').selectOption({ label: 'Weekly' })
    await dialog.getByText('Every week on Sunday').waitFor()
    await dialog.getByRole('listitem').filter({ hasText: 'Jan 13, 2030' }).waitFor()
    await checkPage(tab, { name: 'settings-status-add-maintenance' })
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    const planned = page.getByRole('row').filter({ hasText: 'Patch day' })
    await planned.getByText('Every week on Sunday').first().waitFor()

    await page.getByRole('button', { name: 'Actions for Now' }).click()
    await page.getByRole('menuitem', { name: 'End now' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End now' }).click()
    await page.getByText('Maintenance ended').waitFor()
    await page.getByRole('row').filter({ hasText: 'Now' }).getByText('Completed').first().waitFor()
    expect(tab.problems).toEqual([])
  })

  it('lists and deletes subscribers', async () => {
    const target = 'https://hooks.example.com/other'
    await admin.send('POST', '/api/status/subscriptions', { type: 'webhook', target })
    const tab = await visit('subscribers')
    const { page } = tab
    const row = page.getByRole('row').filter({ hasText: target })
    await row.getByText('Not confirmed').waitFor()
    await checkPage(tab, { name: 'settings-status-subscribers-list' })
    await page.getByRole('button', { name: `Delete ${target}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete subscriber' }).click()
    await row.waitFor({ state: 'detached' })
    expect(tab.problems).toEqual([])
  })

  it('leads from an alert to an incident about its server', async () => {
    await admin.send('PUT', `/api/servers/${web}`, { expired_at: inHours(24) })
    await admin.send('POST', '/api/alert-rules', { name: 'Expires soon', rules: [{ rule_type: 'expiration' }] })
    const { page, problems } = await stage.tab({ url: server.url, session: admin })
    await page.goto('/alerts')
    const alert = page.getByRole('button', { name: 'Expires soon', exact: true })
    await clock.forwardUntil([server], () => alert.waitFor())
    await alert.click()
    await page.getByRole('dialog').getByRole('link', { name: 'Add incident' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add incident' })
    await dialog.waitFor()
    expect(await dialog.getByLabel('Title').inputValue()).toBe('Expires soon')
    expect(await dialog.getByRole('checkbox', { name: 'web-1' }).isChecked()).toBe(true)
    expect(await dialog.getByRole('checkbox', { name: 'db-1' }).isChecked()).toBe(false)
    expect(problems).toEqual([])
  })
})
