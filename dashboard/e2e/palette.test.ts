import { sizes, violations } from '@svc/e2e/browser'
import { onboard } from '@svc/e2e/enrol'
import { shoot } from '@svc/e2e/page-check'
import { admin, server, withServer } from '@svc/e2e/with-server'
import { expect, it } from 'vitest'

const stage = withServer()

it('the command palette finds pages, servers with their tabs, and actions, by keyboard', async () => {
  const { server_id: id } = await onboard(admin, 'web-1')
  const { page, problems } = await stage.tab({ url: server.url, session: admin, isAnimated: true })
  await page.goto('/servers')
  const input = page.getByRole('combobox', { name: 'Search or jump to' })
  const option = (name: string) => page.getByRole('option', { name, selected: true })
  await page.getByRole('link', { name: 'web-1' }).waitFor()

  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'web-1' }).waitFor()
  expect(await violations(page)).toEqual([])
  await shoot(page, 'palette')
  await input.fill('web netw')
  await option('web-1 Network').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/servers/${id}?tab=network`)

  await page.getByRole('heading', { name: 'web-1' }).waitFor()
  await page.keyboard.press('/')
  await input.fill('settings rules')
  await option('Alert rules').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/settings/alerts')
  await page.keyboard.press('Control+k')
  await input.fill('two-factor')
  await option('Security').waitFor()
  await page.setViewportSize(sizes.phone)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await input.waitFor({ state: 'detached' })
  await page.setViewportSize(sizes.wide)

  await page.getByRole('button', { name: 'Search or jump to…' }).click()
  await input.fill('add server')
  await option('Add server').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Add server' }).waitFor()
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await input.fill('no such thing')
  await page.getByText('No matches').waitFor()
  await page.keyboard.press('Escape')
  await input.waitFor({ state: 'detached' })
  expect(problems).toEqual([])
})

it('the settings page lists what one may open, and finds it by what is behind it', async () => {
  const { page, problems } = await stage.tab({ url: server.url, session: admin, isAnimated: true })
  await page.goto('/settings')
  await page.getByPlaceholder('Search settings').fill('webhook channel')
  await page.getByText('No matching settings').waitFor()
  await page.getByPlaceholder('Search settings').fill('who is notified')
  await page.getByRole('link', { name: 'Notifications' }).click()
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Alerts' }).waitFor()
  await page.getByRole('navigation', { name: 'Alerts' }).getByRole('link', { name: 'Rules' }).click()
  await page.getByRole('heading', { name: 'Alert rules' }).waitFor()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' }).click()
  await page.getByPlaceholder('Search settings').fill('time zone')
  await page.getByRole('link', { name: 'General' }).click()
  await page.getByText('scheduler.timezone').waitFor()
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Settings' }).click()
  await page.waitForURL('**/settings')
  expect(problems).toEqual([])
})
