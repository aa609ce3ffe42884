import type { Tab } from '@svc/e2e/browser'
import { checkPage } from '@svc/e2e/page-check'
import { firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { beforeAll, expect, it } from 'vitest'
import { simulateFirewall } from './simulated-firewall.ts'

const stage = makeStage()
let admin: Session
let host: Awaited<ReturnType<typeof simulateFirewall>>
let tab: Tab

beforeAll(async () => {
  const server = await stage.server()
  admin = await firstSignIn(server)
  host = await simulateFirewall(server.url, admin, 'gate-1', { '198.51.100.200/32': 'it overlaps a name server' })
  stage.later(host.close)
  tab = await stage.tab({ url: server.url, session: admin })
})

it('an admin blocks an address, sees it applied, edits it, and unblocks it', async () => {
  const { page } = tab
  await page.goto('/settings/firewall')
  await page.getByText('Nothing is blocked').waitFor()
  await page.getByRole('button', { name: 'Block address' }).click()
  const dialog = page.getByRole('dialog')
  const target = dialog.getByLabel('Address or range')
  await target.fill('127.0.0.0/8')
  await dialog.getByText(/contains the address from which you are connected/).waitFor()
  await checkPage(tab, { name: 'firewall-form' })
  await target.fill('198.51.100.7/24')
  await dialog.getByText('Will be stored as 198.51.100.0/24.').waitFor()
  await dialog.getByText('Selected servers').click()
  await dialog.getByRole('button', { name: 'Block', exact: true }).click()
  await dialog.getByText('Select at least one server.').waitFor()
  await dialog.getByRole('checkbox', { name: 'gate-1' }).check()
  await dialog.getByLabel('Comment').fill('scans')
  await dialog.getByRole('button', { name: 'Block', exact: true }).click()
  await page.getByText('Blocked 198.51.100.0/24').waitFor()
  const list = page.getByRole('table', { name: 'Blocked addresses' })
  await list.getByText('Active on 1 server').filter({ visible: true }).waitFor()
  expect(host.blocked()).toEqual(['198.51.100.0/24'])
  expect(await admin.get('/api/firewall/blocks')).toMatchObject({
    items: [{ target: '198.51.100.0/24', comment: 'scans', confirm_until: null, applied: { present: 1 } }],
  })

  await list.getByRole('button', { name: 'Show details of 198.51.100.0/24' }).click()
  await dialog.getByText('gate-1').first().waitFor()
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Expires').selectOption('Never')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved 198.51.100.0/24').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await list.getByText('Never').filter({ visible: true }).waitFor()

  await list.getByRole('button', { name: 'Unblock 198.51.100.0/24' }).click()
  await dialog.getByRole('button', { name: 'Unblock' }).click()
  await page.getByText('Nothing is blocked').waitFor()
  await expect.poll(host.blocked).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await list.getByText('Active on 1 server').filter({ visible: true }).waitFor()
  expect(host.blocked()).toEqual(['198.51.100.0/24'])
  await page.getByRole('checkbox', { name: 'Select 198.51.100.0/24' }).check()
  await page.getByRole('button', { name: 'Unblock 1 address' }).click()
  await dialog.getByRole('button', { name: 'Unblock 1 address' }).click()
  await page.getByText('Nothing is blocked').waitFor()
  expect(tab.problems).toEqual([])
})

it('the source of a security event is blocked, and the tab of the server says what its agent answers', async () => {
  const now = Math.floor(Date.now() / 1000)
  host.send({
    ...{ type: 'security_event', event_type: 'ssh_brute_force', severity: 'high', first_seen: false },
    ...{ source_ip: '198.51.100.200', source_port: null, username: null, detector_source: 'journal' },
    ...{ started_at: now - 40, ended_at: now },
    evidence: {
      ...{ kind: 'ssh_brute_force', failed_count: 48, distinct_users: 1, sample_users: ['root'] },
      ...{ invalid_user_count: 0, window_seconds: 60, threshold: 10 },
    },
  })
  const { page, problems } = tab
  await page.goto('/security')
  await page.getByRole('table', { name: 'Security events' }).getByRole('button').first().click()
  await page.getByRole('button', { name: 'Block address' }).click()
  const form = page.getByRole('dialog', { name: 'Block an address' })
  await form.getByText('198.51.100.200 can be blocked.').waitFor()
  await form.getByRole('button', { name: 'Block', exact: true }).click()
  await page.getByText('Blocked 198.51.100.200').waitFor()

  await page.goto(`/servers/${host.id}?tab=firewall`)
  const list = page.getByRole('table', { name: 'Blocked addresses' })
  await list.getByText('it overlaps a name server').filter({ visible: true }).waitFor()
  await page.getByRole('button', { name: 'Reset and reapply' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset and reapply' }).click()
  await page.getByText('The block list was sent again').waitFor()
  await list.getByText('it overlaps a name server').filter({ visible: true }).waitFor()
  await page.getByLabel('Status').selectOption('Pending')
  await page.getByText('No matching blocks').waitFor()
  expect(problems).toEqual([])
})

it('a rule made in the browser blocks an attacker on the hosts, and its block leads to the rule', async () => {
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
    items: [{ target: '203.0.113.77', origin: 'auto', comment: 'by SSH brute force' }, { target: '198.51.100.200' }],
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
