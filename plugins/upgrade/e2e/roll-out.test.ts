import { driveAgent, systemInfo } from '@svc/e2e/driven-agent'
import { checkPage } from '@svc/e2e/page-check'
import { firstSignIn } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { expect, it } from 'vitest'

const stage = makeStage()
const upgradeBit = 4
type Driven = Awaited<ReturnType<typeof driveAgent>>

it('a roll-out is started on the page, shows its waves and stages, and stops at the first failure', async () => {
  const server = await stage.server()
  const admin = await firstSignIn(server)
  const agents = new Map<string, Driven>()
  for (const name of ['web-1', 'web-2', 'web-3']) {
    const agent = await driveAgent({ stage, server, admin }, name)
    agent.peer.send(systemInfo({ agent_version: '1.0.0', agent_local_capabilities: upgradeBit }))
    await agent.peer.frame('ack')
    agents.set(name, agent)
  }

  const tab = await stage.tab({ url: server.url, session: admin })
  const { page } = tab
  await page.goto('/settings/upgrades')
  await page.getByText('1.0.0: 3').waitFor()
  await page.getByLabel('Version', { exact: true }).fill('2.0.0')
  await page.getByRole('button', { name: 'Start roll-out' }).click()
  await page
    .getByRole('dialog', { name: 'Upgrade all agents to 2.0.0?' })
    .getByRole('button', { name: 'Start roll-out' })
    .click()

  const table = page.getByRole('table', { name: 'Roll-out of 2.0.0' })
  const canary = table.getByRole('row').filter({ hasText: 'Downloading' })
  await canary.waitFor()
  expect(await canary.getByRole('cell').first().innerText()).toBe('1')
  expect(await table.getByRole('row').filter({ hasText: 'Waiting' }).count()).toBe(2)
  const { peer } = agents.get(await canary.getByRole('cell').nth(1).innerText()) as Driven
  const { job_id } = await peer.frame('upgrade')
  const about = { job_id, target_version: '2.0.0', msg_id: 'm' }
  peer.send({ type: 'upgrade_progress', ...about, stage: 'pre_flight' })
  await table.getByText('Preflight check').waitFor()
  peer.send({ type: 'upgrade_result', ...about, stage: 'pre_flight', error: 'it does not start', backup_path: null })
  await page.getByText('Stopped by a failure: 0 of 3 upgraded').waitFor()
  await table.getByText('it does not start').waitFor()
  expect(await table.getByRole('row').filter({ hasText: 'Waiting' }).count()).toBe(2)
  await checkPage(tab, { name: 'roll-out' })
})
