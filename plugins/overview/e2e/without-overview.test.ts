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

beforeAll(async () => {
  server = await stage.server({ config: { plugins: { disabled: ['overview'] } } })
  admin = await firstSignIn(server)
  const { enrollment } = await onboard(admin, 'alone')
  stage.later((await simulateAgent(server.url, enrollment.code)).close)
})

it('the list, the home page and the board have no totals of the fleet, and no empty places for them', async () => {
  const tab = await stage.tab({ url: server.url, session: admin })
  const { page, problems } = tab
  await page.goto('/servers?view=table')
  await page.getByRole('row', { name: /alone/ }).getByRole('meter').first().waitFor()
  expect(await page.getByLabel('Fleet summary').getByRole('heading').allInnerTexts()).toEqual(['Online'])
  await checkPage(tab, { name: 'list-without-overview' })

  await page.goto('/')
  await page.getByText('1 server is online and within its limits.').waitFor()
  expect(await page.getByText('Average CPU').count()).toBe(0)
  await shoot(page, 'home-without-overview')
  expect(problems).toEqual([])
})
