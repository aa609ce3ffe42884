import { onboard } from '@svc/e2e/enrol'
import { checkPage } from '@svc/e2e/page-check'
import type { Server } from '@svc/e2e/server'
import { firstSignIn, type Session } from '@svc/e2e/session'
import { simulateAgent } from '@svc/e2e/simulated-agent'
import { makeStage } from '@svc/e2e/stage'
import { beforeAll, expect, it } from 'vitest'

const stage = makeStage()
let server: Server
let admin: Session
let id = ''

beforeAll(async () => {
  server = await stage.server({ config: { plugins: { disabled: ['accounting'] } } })
  admin = await firstSignIn(server)
  const { server_id, enrollment } = await onboard(admin, 'not-billed')
  id = server_id
  stage.later((await simulateAgent(server.url, enrollment.code)).close)
})

it('navigation, a server, the settings and the widgets have no places for traffic, uptime and cost', async () => {
  const tab = await stage.tab({ url: server.url, session: admin })
  const { page, problems } = tab
  await page.goto(`/servers/${id}?tab=traffic`)
  await page.getByRole('tab', { name: 'Metrics' }).waitFor()
  const tabs = await page.getByRole('tab').allInnerTexts()
  expect(tabs).toContain('Resources')
  for (const name of ['Traffic', 'Costs']) expect(tabs).not.toContain(name)
  await page.goto(`/servers/${id}?range=live`)
  await page.getByRole('tab', { name: 'Metrics', selected: true }).waitFor()
  await page.getByRole('figure').first().waitFor()
  expect(await page.getByText('Uptime', { exact: true }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Traffic & cost' }).count()).toBe(0)
  await checkPage(tab, { name: 'server-without-accounting' })

  await page.goto('/settings/general')
  await page.getByText('Disk usage, of the fullest mount').waitFor()
  expect(await page.getByText(/^Traffic/).count()).toBe(0)

  await page.goto('/dashboards')
  await page.getByRole('button', { name: /^Edit/ }).first().click()
  await page.getByRole('button', { name: 'Add widget' }).first().click()
  await page.getByRole('dialog').getByText('Gauge', { exact: true }).waitFor()
  expect(await page.getByRole('dialog').getByText('Daily traffic', { exact: true }).count()).toBe(0)
  expect(problems).toEqual([])
})
