import { type Page, violations } from '@svc/e2e/browser'
import { makeClock } from '@svc/e2e/clock'
import { claim, newRunToken, onboard } from '@svc/e2e/enrol'
import { checkPage, shoot } from '@svc/e2e/page-check'
import { writePast } from '@svc/e2e/past'
import { freePort } from '@svc/e2e/place'
import type { Server } from '@svc/e2e/server'
import { adminPassword, firstSignIn, type Session, signIn } from '@svc/e2e/session'
import { runAgent } from '@svc/e2e/simulated-agent'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { beforeAll, expect, it } from 'vitest'

const stage = makeStage()
const clock = makeClock(stage.directory())
const names = ['fra-1', 'fra-2', 'fra-3', 'router']
let server: Server
let admin: Session
const tokens: string[] = []
const ids: Record<string, string> = {}

beforeAll(async () => {
  const options = { directory: stage.directory(), port: await freePort(), env: clock.env }
  const first = await stage.server(options)
  const session = await firstSignIn(first)
  const { id: group_id } = await session.send<{ id: string }>('POST', '/api/server-groups', { name: 'Frankfurt' })
  for (const name of names) {
    const { server_id, enrollment } = await onboard(session, name)
    await session.send('PUT', `/api/servers/${server_id}`, { group_id })
    ids[name] = server_id
    const token = newRunToken()
    await claim(first.url, enrollment.code, token)
    tokens.push(token)
  }
  await first.stop()
  await writePast(first.dataDir, [{ name: 'fra-1', days: 8, away: [[60, 50]] }])
  server = await stage.server(options)
  admin = await signIn(server.url, 'admin', adminPassword)
})

async function open(path: string, locale = 'en-US') {
  const tab = await stage.tab({ url: server.url, session: admin, locale })
  await tab.page.goto(path)
  return tab
}
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

it('a group is set up to group, to be quiet and to escalate', async () => {
  await admin.send('POST', '/api/notification-groups', { name: 'Managers', notification_ids: [] })
  const tab = await open('/settings/notifications?tab=groups')
  const { page } = tab
  await page.getByRole('button', { name: 'Add group' }).click()
  const dialog = dialogOf(page, 'Add notification group')
  await dialog.getByLabel('Name', { exact: true }).fill('On call')
  await dialog.getByLabel('Group alerts for (seconds)').fill('601')
  await dialog.getByLabel('Location').check()
  await dialog.getByLabel('Quiet hours').check()
  await dialog.getByLabel('From', { exact: true }).fill('23:00')
  await dialog.getByLabel('To', { exact: true }).fill('23:00')
  await dialog.getByLabel('Escalate to').selectOption('Managers')
  await dialog.getByLabel('After (minutes)').fill('45')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByText('Enter a whole number from 0 to 600').waitFor()
  await dialog.getByText('Must differ from the start').waitFor()
  await checkPage(tab, { name: 'group-dialog' })
  await dialog.getByLabel('Group alerts for (seconds)').fill('10')
  await dialog.getByLabel('To', { exact: true }).fill('06:00')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  const all = await admin.get<{ id: string; name: string }[]>('/api/notification-groups')
  expect(all.find(({ name }) => name === 'On call')).toMatchObject({
    wait_seconds: 10,
    group_by: ['server_group', 'location'],
    quiet_hours: { from: '23:00', to: '06:00' },
    escalation: { after_minutes: 45, group_id: all.find(({ name }) => name === 'Managers')?.id },
  })
  const chinese = await open('/settings/notifications?tab=groups', 'zh-CN')
  await chinese.page.getByRole('button', { name: '编辑 On call' }).click()
  await chinese.page.getByLabel('升级到').waitFor()
  await shoot(chinese.page, 'group-dialog-chinese')
})

it('a server depends on another one, but not in a circle', async () => {
  const depend = async (name: string, on: string, then: (page: Page) => Promise<unknown>) => {
    const tab = await open(`/servers/${ids[name]}?tab=alerts`)
    await tab.page.getByRole('button', { name: 'Edit dependencies' }).click()
    const dialog = dialogOf(tab.page, 'Edit dependencies')
    await dialog.getByLabel(on, { exact: true }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await then(tab.page)
    return tab
  }
  const saved = (page: Page) => dialogOf(page, 'Edit dependencies').waitFor({ state: 'detached' })
  const tab = await depend('fra-1', 'router', saved)
  await checkPage(tab, { name: 'dependencies' })
  await depend('router', 'fra-1', async (page) => {
    await page.getByText(/would be circular: fra-1 → router/i).waitFor()
    expect(await violations(page)).toEqual([])
    await shoot(page, 'dependencies-dialog')
  })
  const target = { name: 'Uplink', provider: '', location: '', target: '192.0.2.1', probe_type: 'icmp' }
  await admin.send('POST', '/api/network-probes/targets', target)
  const behind = await depend('fra-1', 'Uplink', saved)
  await behind.page.getByText('router, Uplink').waitFor()
  const router = await open(`/servers/${ids.router}?tab=alerts`)
  await router.page.getByText('Required by').waitFor()
  await router.page.getByRole('link', { name: 'fra-1' }).waitFor()
})

it('the rule form tells what a rule would have done', async () => {
  const tab = await open('/settings/alerts')
  const { page } = tab
  await page.getByRole('button', { name: 'Server offline' }).click()
  const dialog = dialogOf(page, 'Add alert rule')
  await dialog.getByLabel('Notify', { exact: true }).selectOption('On call')
  await dialog.getByText('Once', { exact: true }).click()
  const section = dialog.getByRole('region', { name: 'Back-test' })
  await section.getByRole('button', { name: 'Run back-test' }).click()
  await section.getByText('1 alert on 1 of 4 servers').waitFor()
  await section.getByText('2 messages').waitFor()
  await section.scrollIntoViewIfNeeded()
  await checkPage(tab, { name: 'backtest' })
  await dialog.getByLabel('For at least', { exact: true }).fill('2')
  await section.getByText('The rule has changed since this back-test.').waitFor()
  await section.getByText('30 days').click()
  await section.getByRole('button', { name: 'Run back-test' }).click()
  await section.getByText('The rule has changed since this back-test.').waitFor({ state: 'detached' })
  const chinese = await open('/settings/alerts', 'zh-CN')
  await chinese.page.getByRole('button', { name: '服务器离线' }).click()
  const form = chinese.page.getByRole('region', { name: '回测' })
  await form.getByRole('button', { name: '开始回测' }).click()
  await form.getByText('每日告警').or(form.getByText('累计')).first().waitFor()
  await form.scrollIntoViewIfNeeded()
  await shoot(chinese.page, 'backtest-chinese')
})

it('an outage is listed as one group, with the messages it saved', async () => {
  const tab = await open('/settings/notifications?tab=grouping')
  const { page } = tab
  await page.getByText('No alert groups yet').waitFor()
  for (const name of ['fra-2', 'fra-3']) {
    await admin.send('PUT', `/api/alert-dependencies/${ids[name]}`, { depends_on: [ids.router] })
  }
  const groups = await admin.get<{ id: string; name: string }[]>('/api/notification-groups')
  const notification_group_id = groups.find(({ name }) => name === 'Managers')?.id
  const rules = [{ rule_type: 'offline', duration: 0 }]
  await admin.send('POST', '/api/alert-rules', { name: 'Lost', rules, trigger_mode: 'once', notification_group_id })
  for (const token of tokens) (await runAgent(server.url, token)).close()
  await clock.forwardUntil([server], () =>
    until('the group', async () => {
      const { items } = await admin.get<{ items: { alerts: number }[] }>('/api/alert-groups')
      return items.length === 1 && items[0]?.alerts === names.length
    }),
  )
  await page.reload()
  await page.getByRole('row', { name: /router and what depends on it/ }).waitFor()
  await page.getByRole('row', { name: /4 firing/ }).waitFor()
  await checkPage(tab, { name: 'alert-groups' })
  const chinese = await open('/settings/notifications?tab=grouping', 'zh-CN')
  await chinese.page.getByRole('row', { name: /router/ }).waitFor()
  await shoot(chinese.page, 'alert-groups-chinese')
})
