import { onboard } from '@svc/e2e/enrol'
import { checkPage, shoot } from '@svc/e2e/page-check'
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
  server = await stage.server({ config: { plugins: { disabled: ['metrics'] } } })
  admin = await firstSignIn(server)
  const { server_id, enrollment } = await onboard(admin, 'unmeasured')
  id = server_id
  stage.later((await simulateAgent(server.url, enrollment.code)).close)
})

it('the list, its cards, the home page and the page of a server have no meters and no empty places for them', async () => {
  const tab = await stage.tab({ url: server.url, session: admin })
  const { page, problems } = tab
  await page.goto('/servers?view=table')
  const row = page.getByRole('row', { name: /unmeasured/ })
  await row.getByText('Healthy').last().waitFor()
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(['Server', 'State', 'Actions'])
  const meters = page.getByRole('meter')
  expect(await meters.count()).toBe(0)
  await expect.poll(() => page.getByLabel('Fleet summary').getByRole('heading').allInnerTexts()).toEqual(['Online'])
  await checkPage(tab, { name: 'list-without-metrics' })

  await page.goto('/servers?view=cards&sort=-cpu')
  await page.getByRole('listitem').filter({ hasText: 'unmeasured' }).first().waitFor()
  expect(await meters.count()).toBe(0)
  await shoot(page, 'cards-without-metrics')

  await page.goto(`/servers/${id}`)
  await page.getByRole('heading', { name: 'unmeasured' }).waitFor()
  await page.getByRole('tab').first().waitFor()
  expect(await meters.count()).toBe(0)
  expect(await page.getByLabel('Current usage').count()).toBe(0)
  await shoot(page, 'server-without-metrics')

  await page.goto('/')
  await page.getByText('1 server is online and within its limits.').waitFor()
  await shoot(page, 'home-without-metrics')
  expect(await meters.count()).toBe(0)
  expect(problems).toEqual([])
})
