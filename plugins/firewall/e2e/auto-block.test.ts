import { checkPage } from '@svc/e2e/page-check'
import { firstSignIn } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { expect, it } from 'vitest'
import { simulateFirewall } from './simulated-firewall.ts'

const stage = makeStage()

it('a rule made in the browser blocks an attacker on the hosts', async () => {
  const server = await stage.server()
  const admin = await firstSignIn(server)
  const host = await simulateFirewall(server.url, admin, 'gate-2')
  stage.later(host.close)
  const tab = await stage.tab({ url: server.url, session: admin })
  const { page } = tab
  await page.goto('/settings/alerts')
  await page.getByRole('button', { name: 'Add rule' }).first().click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByRole('group', { name: 'Actions' }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'SSH brute force' }).click()
  await dialog.getByRole('checkbox', { name: 'Block the source address' }).check()
  await dialog.getByLabel('Comment').fill('by {rule_name}')
  await checkPage(tab, { name: 'rule-actions' })
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })

  const now = Math.floor(Date.now() / 1000)
  host.send({
    type: 'security_event',
    ...{ event_type: 'ssh_brute_force', severity: 'high', source_ip: '203.0.113.77', first_seen: false },
    ...{ started_at: now - 60, ended_at: now, detector_source: 'journal' },
    evidence: {
      kind: 'ssh_brute_force',
      ...{ failed_count: 40, distinct_users: 1, sample_users: ['root'], invalid_user_count: 0 },
      ...{ window_seconds: 60, threshold: 10 },
    },
  })
  await expect.poll(host.blocked).toEqual(['203.0.113.77/32'])
  expect(await admin.get('/api/firewall/blocks')).toMatchObject({
    items: [{ target: '203.0.113.77', origin: 'auto', comment: 'by SSH brute force' }],
  })

  await page.goto('/settings/firewall')
  await page.getByRole('button', { name: 'Show details of 203.0.113.77' }).click()
  await checkPage(tab, { name: 'firewall-auto-block' })
  await dialog.getByRole('link', { name: 'SSH brute force' }).click()
  await page.getByRole('dialog', { name: 'Edit alert rule' }).waitFor()
  expect(await dialog.getByLabel('Name').inputValue()).toBe('SSH brute force')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('')
})
