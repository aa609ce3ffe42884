import { readFileSync } from 'node:fs'
import { firstSignIn } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { expect, it } from 'vitest'
import { simulateSecurity } from './simulated-security.ts'

const stage = makeStage()

it('an admin filters events, exports them, sees one arrive, and deletes it', async () => {
  const server = await stage.server()
  const admin = await firstSignIn(server)
  const host = await simulateSecurity(server.url, admin, 'edge-1')
  stage.later(host.close)
  const { page, problems } = await stage.tab({ url: server.url, session: admin })
  await page.goto('/security')
  const list = page.getByRole('table', { name: 'Security events' })
  await list.getByText('bob signed in from a new address').waitFor()
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Brute force')
  await list.getByText('bob signed in from a new address').waitFor({ state: 'detached' })
  await page.getByPlaceholder('Source address').fill('203.0.113.9')
  await page.waitForURL(/source=203\.0\.113\.9/)
  await list.getByText(/310 failed sign-ins/).waitFor()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^security-events-\d{4}-\d\d-\d\d\.csv$/)
  const [head, ...rows] = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(head?.replace('\uFEFF', '')).toMatch(/^id,/)
  expect(rows).toHaveLength(2)
  expect(rows.every((row) => row.includes(',203.0.113.9,') && row.includes('"failed_count""'))).toBe(true)

  // An attacker chooses this name.
  const now = Math.floor(Date.now() / 1000)
  host.send({
    type: 'security_event',
    ...{ event_type: 'ssh_brute_force', severity: 'critical', source_ip: '203.0.113.9', first_seen: false },
    ...{ started_at: now - 60, ended_at: now, detector_source: 'journal' },
    evidence: {
      kind: 'ssh_brute_force',
      ...{ failed_count: 77, distinct_users: 1, sample_users: ['=<b>1</b>\nroot from 192.0.2.1'] },
      ...{ invalid_user_count: 77, window_seconds: 60, threshold: 10 },
    },
  })
  await list.getByText(/^77 failed sign-ins .*: =<b>1<.b>.*root from 192\.0\.2\.1$/).click()
  const details = page.getByRole('dialog')
  await details.getByText('203.0.113.9').first().waitFor()
  await details.getByRole('link', { name: /AbuseIPDB/ }).waitFor()
  await details.getByRole('button', { name: 'Delete event' }).click()
  await page.getByRole('dialog', { name: 'Delete this event?' }).getByRole('button', { name: 'Delete event' }).click()
  await list.getByText(/77 failed sign-ins/).waitFor({ state: 'detached' })
  await list.getByText(/310 failed sign-ins/).waitFor()
  const left = await admin.get<{ items: unknown[] }>('/api/security/events?event_type=ssh_brute_force')
  expect(left.items).toHaveLength(2)
  expect(problems).toEqual([])
})
