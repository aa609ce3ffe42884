import { violations } from '@svc/e2e/browser'
import type { Server } from '@svc/e2e/server'
import { firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { beforeAll, expect, it } from 'vitest'
import { simulateChecks } from './simulated-checks.ts'

const stage = makeStage()
let server: Server
let admin: Session
let host: Awaited<ReturnType<typeof simulateChecks>>

beforeAll(async () => {
  server = await stage.server()
  admin = await firstSignIn(server)
  host = await simulateChecks(server.url, admin, 'edge-1', '8.8.4.4')
  stage.later(host.close)
})

it('an admin sees what works, adds a check, and checks a server', async () => {
  const { page, problems } = await stage.tab({ url: server.url, session: admin })
  await page.goto('/ip-quality')
  const fleet = page.getByRole('table', { name: 'IP quality' })
  await fleet.getByRole('img', { name: /^Netflix: Restricted/ }).waitFor()
  await fleet.getByText('8.8.4.4').waitFor()
  const changes = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  await expect.poll(() => changes.count()).toBe(2)

  await page.getByRole('link', { name: 'Configure checks' }).click()
  await page.getByRole('button', { name: 'Add check' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Wiki')
  await dialog.getByLabel('Category').fill('work')
  await dialog.getByLabel('URL').fill('https://10.0.0.1/')
  await dialog.getByLabel('Condition of rule 2').selectOption('body_regex')
  await dialog.getByLabel('Regular expression of rule 2').fill('(')
  await dialog.getByRole('button', { name: 'Add check' }).click()
  await dialog.getByText('This is not a valid regular expression').waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('Regular expression of rule 2').fill('(not|no longer) here')
  await dialog.getByRole('button', { name: 'Add check' }).click()
  await dialog.getByText('Must be on the public Internet').waitFor()
  await dialog.getByLabel('URL').fill('https://wiki.example.com/')
  await dialog.getByRole('button', { name: 'Add check' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('table', { name: 'Services' }).getByText('https://wiki.example.com/').waitFor()

  const netflix = page.getByRole('switch', { name: 'Check Netflix' })
  await netflix.click()
  await expect.poll(() => netflix.getAttribute('aria-checked')).toBe('false')
  await page.getByLabel('Interval').fill('0')
  await page.getByLabel('Interval').press('Enter')
  await expect.poll(() => page.getByLabel('Interval').getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('Interval').fill('24')
  await page.getByLabel('Provider').selectOption('ipapi.is')
  await page.getByText('This server sends the public addresses of your servers to ipapi.is.').waitFor()
  await page.getByLabel('Provider').selectOption('None')
  await page.getByLabel('Interval').press('Enter')
  await page.getByText('Settings saved.').waitFor()
  expect(await admin.get('/api/ip-quality/settings')).toMatchObject({
    check_interval_hours: 24,
    risk_provider: 'none',
  })

  await page.goto(`/servers/${host.id}?tab=ip-quality`)
  await page.getByRole('tabpanel').getByText('8.8.4.4').waitFor()
  await page.getByRole('button', { name: 'Check now' }).click()
  await host.frame('ip_quality_run_now')
  host.report({ hbo_max: ['unlocked', 'US', 91] })
  const row = page.getByRole('row', { name: /HBO Max/ })
  await row.getByText('Available', { exact: true }).waitFor()
  await row.getByRole('img', { name: /^Available in 2 of 3 checks/ }).waitFor()

  await page.goto('/settings/ip-quality')
  await page.getByRole('button', { name: 'Delete Wiki' }).click()
  await page.getByRole('button', { name: 'Delete check' }).click()
  await page.getByText('Check deleted.').waitFor()
  expect(problems).toEqual([])
})

it('the status page shows the panel, without addresses', async () => {
  await admin.send('PUT', '/api/status-page', { enabled: true, show_ip_quality: true })
  const { page } = await stage.tab({ url: server.url })
  await page.goto('/status/ip-quality')
  await page.getByRole('row', { name: /edge-1/ }).waitFor()
  const text = await page.content()
  expect(text).toContain('HBO Max')
  expect(text).not.toContain('8.8.4.4')
})
