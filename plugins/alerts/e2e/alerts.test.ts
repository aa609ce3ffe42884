import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { boardOf, widgetOf } from '@svc/e2e/board-page'
import { type Page, violations } from '@svc/e2e/browser'
import { makeClock } from '@svc/e2e/clock'
import { claim, newRunToken, onboard } from '@svc/e2e/enrol'
import type { Server } from '@svc/e2e/server'
import { addMember, firstSignIn, type Session } from '@svc/e2e/session'
import { runAgent } from '@svc/e2e/simulated-agent'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { beforeAll, describe, expect, it } from 'vitest'

interface Call {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const stage = makeStage()
/** Rules are evaluated once a minute. */
const clock = makeClock(stage.directory())
const calls: Call[] = []
/** Whether the webhook receiver rejects requests to `closedPath` permanently. */
let isClosed = true
const closedPath = '/refusing'
let hooks = ''
let server: Server
let admin: Session
let agentToken = ''

beforeAll(async () => {
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      calls.push({ path: request.url ?? '', headers: request.headers, body })
      const isRejected = isClosed && request.url === closedPath
      response.statusCode = isRejected ? 410 : 200
      response.end(isRejected ? 'mailbox closed' : 'ok')
    })
  })
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
  stage.later(() => receiver.close())
  hooks = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  server = await stage.server({ config: { notifications: { allow_private: ['127.0.0.0/8'] } }, env: clock.env })
  admin = await firstSignIn(server)
  const { enrollment } = await onboard(admin, 'web-1')
  agentToken = newRunToken()
  await claim(server.url, enrollment.code, agentToken)
})

async function connect() {
  const agent = await runAgent(server.url, agentToken)
  stage.later(agent.close)
  return agent
}

async function open(path: string, session = admin) {
  const tab = await stage.tab({ url: server.url, session })
  await tab.page.goto(path)
  return tab
}

const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

async function addWebhook(page: Page, name: string, path: string) {
  await page.getByRole('button', { name: 'Add channel' }).click()
  const dialog = dialogOf(page, 'Add channel')
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByLabel('URL', { exact: true }).fill(hooks + path)
  return dialog
}

it('a rule created through the pages notifies its group when an agent disconnects and reconnects', async () => {
  const agent = await connect()
  const { page, problems } = await open('/settings/notifications')

  const form = await addWebhook(page, 'Ops chat', '/secret-path')
  await form.getByRole('button', { name: 'Add header' }).click()
  await form.getByLabel('Header 1 name').fill('Authorization')
  await form.getByLabel('Header 1 value').fill('Bearer quiet')
  await form.getByLabel('Body', { exact: true }).fill('{"text": "')
  await form.getByRole('button', { name: '{{event}}' }).click()
  await page.keyboard.type(' ')
  await form.getByRole('button', { name: '{{server_name}}' }).click()
  await page.keyboard.type('"}')
  expect(await violations(page)).toEqual([])
  await form.getByRole('button', { name: 'Send test' }).click()
  await form.getByText('The test was accepted.').waitFor()
  expect(calls.at(-1)).toMatchObject({ path: '/secret-path', headers: { authorization: 'Bearer quiet' } })
  expect(JSON.parse(calls.at(-1)?.body ?? '')).toEqual({ text: 'triggered Sample server' })
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await form.waitFor({ state: 'detached' })

  // Stored secrets are not sent to the browser, and are kept while their field is empty.
  await page.getByRole('button', { name: 'Edit Ops chat' }).click()
  const editForm = dialogOf(page, 'Edit Ops chat')
  expect(await editForm.getByLabel('URL', { exact: true }).inputValue()).toBe('')
  expect(await page.content()).not.toContain('secret-path')
  await editForm.getByLabel('Name', { exact: true }).fill('Ops room')
  await editForm.getByRole('button', { name: 'Save' }).click()
  await editForm.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Send test via Ops room' }).click()
  await dialogOf(page, 'Test Ops room').getByText('The test was accepted.').waitFor()
  expect(calls.at(-1)).toMatchObject({ path: '/secret-path', headers: { authorization: 'Bearer quiet' } })
  await dialogOf(page, 'Test Ops room').getByRole('button', { name: 'Close' }).first().click()

  await dialogOf(page, 'Test Ops room').waitFor({ state: 'detached' })
  const closed = await addWebhook(page, 'Closed room', closedPath)
  await closed.getByRole('button', { name: 'Add', exact: true }).click()
  await closed.waitFor({ state: 'detached' })

  await page.goto('/settings/alerts')
  await page.getByRole('button', { name: 'Server offline' }).click()
  const rule = dialogOf(page, 'Add alert rule')
  await rule.getByLabel('For at least', { exact: true }).fill('0')
  await rule.getByRole('button', { name: 'Add group' }).click()
  const group = dialogOf(page, 'Add notification group')
  await group.getByLabel('Name', { exact: true }).fill('On call')
  await group.getByLabel('Add channel').selectOption('Closed room')
  await group.getByLabel('Add channel').selectOption('Ops room')
  await group.getByRole('button', { name: 'Move Ops room up' }).click()
  await group.getByRole('button', { name: 'Add', exact: true }).click()
  await group.waitFor({ state: 'detached' })
  await rule.getByText('Offline, on all servers').waitFor()
  expect(await violations(page)).toEqual([])
  await rule.getByRole('button', { name: 'Add', exact: true }).click()
  await rule.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Server offline.*Offline, on all servers.*normal.*On call/ }).waitFor()

  const board = await boardOf(admin, 'Alarms', [
    { widget_type: 'alert-list', title: 'Alarms', config: {}, grid_x: 0, grid_y: 0, grid_w: 4, grid_h: 4 },
  ])
  const member = await addMember(server.url, admin)
  const current = await open('/alerts', member)
  await current.page.getByText('No alerts yet').waitFor()
  const shown = await open(`/dashboards?board=${board}`, member)
  await widgetOf(shown.page, 'Alarms').getByText('No alerts').waitFor()

  // No page is reloaded from here on: they update live.
  agent.close()
  await clock.forwardUntil([server], () =>
    current.page.getByRole('row', { name: /Firing.*Server offline.*web-1/ }).waitFor(),
  )
  await widgetOf(shown.page, 'Alarms').getByText('Firing').waitFor()
  // Alerts wait for others of the same cause.
  await clock.forwardUntil([server], () =>
    until('the webhook', () => calls.some(({ body }) => body === '{"text": "triggered web-1"}')),
  )
  await page.getByRole('button', { name: 'Server offline: firing on one server, show server states' }).click()
  const states = dialogOf(page, 'Server offline: server states')
  await states.getByRole('row', { name: /web-1.*Firing/ }).waitFor()
  expect(await violations(page)).toEqual([])

  await connect()
  await clock.forwardUntil([server], () => current.page.getByRole('heading', { name: 'Recently resolved' }).waitFor())
  await current.page.getByText('No active alerts').waitFor()
  await widgetOf(shown.page, 'Alarms').getByText('Resolved').waitFor()
  await until('the webhook', () => calls.some(({ body }) => body === '{"text": "resolved web-1"}'))
  await states.getByRole('row', { name: /web-1.*Resolved/ }).waitFor()

  await current.page.getByRole('button', { name: 'Server offline' }).click()
  const detail = dialogOf(current.page, 'Server offline')
  await detail.getByText('recovered', { exact: true }).waitFor()
  await detail.getByRole('link', { name: 'View history' }).click()
  await current.page.getByRole('row', { name: /Resolved.*Server offline/ }).waitFor()
  await current.page.getByRole('row', { name: /Fired.*Server offline/ }).waitFor()
  expect(await violations(current.page)).toEqual([])
  expect([...problems, ...current.problems, ...shown.problems]).toEqual([])
})

describe('errors', () => {
  it('of the server are shown below their fields', async () => {
    const { page } = await open('/settings/notifications')
    const form = await addWebhook(page, 'Wrong', '')
    await form.getByLabel('URL', { exact: true }).fill('ftp://example.com/')
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await form.getByText('Must start with http:// or https://').waitFor()
    expect(await form.getByLabel('URL', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()

    await page.goto('/settings/alerts')
    await page.getByRole('button', { name: 'Add rule' }).click()
    const rule = dialogOf(page, 'Add alert rule')
    await rule.getByRole('button', { name: 'High CPU usage' }).click()
    await rule.getByLabel('At or above').fill('190')
    await rule.getByText('Selected servers').click()
    await rule.getByRole('button', { name: 'Add', exact: true }).click()
    await rule.getByText('Enter a value from 0 to 100').waitFor()
    await rule.getByText('Select at least one server').waitFor()
    expect(await violations(page)).toEqual([])
    await rule.getByLabel('At or above').fill('0')
    await rule.getByLabel('web-1').check()
    await rule.getByText('CPU at or above 0% in 70% of 10m, on web-1').waitFor()
    await rule.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('row', { name: /CPU at or above 0%.*on web-1/ }).waitFor()
  })

  it('of a delivery are shown, and it can be retried', async () => {
    const { page } = await open('/settings/notifications')
    await page.getByRole('button', { name: 'Send test via Closed room' }).click()
    await dialogOf(page, 'Test Closed room').getByText('responded with status 410').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('row', { name: /Closed room.*Failed.*status 410/ }).waitFor()

    await page.getByRole('tab', { name: 'Deliveries' }).click()
    await page.getByRole('radio', { name: 'Failed' }).check({ force: true })
    await page.getByRole('row', { name: /Failed.*Test.*status 410.*Closed room/ }).waitFor()
    const alarm = page.getByRole('row', { name: /Failed.*web-1.*status 410.*Closed room/ })
    await alarm.first().waitFor()
    // What a receiver writes may hold anything.
    expect(await page.getByText('mailbox closed').count()).toBe(0)
    expect(await violations(page)).toEqual([])
    isClosed = false
    const failed = await alarm.count()
    const before = calls.length
    await alarm
      .first()
      .getByRole('button', { name: /^Retry/ })
      .click()
    await until('the second attempt', () => calls.slice(before).some(({ path }) => path === closedPath))
    await until('one failed delivery less', async () => (await alarm.count()) < failed)
    await page.getByRole('radio', { name: 'Sent' }).check({ force: true })
    await page.getByRole('row', { name: /Sent.*web-1.*Closed room/ }).waitFor()
  })

  it('of a deleted group: its rules notify no one', async () => {
    const { page } = await open('/settings/notifications?tab=groups')
    await page.getByRole('button', { name: 'Delete On call' }).click()
    const question = dialogOf(page, 'Delete group On call?')
    await question.getByText(/^One alert rule uses this group/).waitFor()
    await question.getByRole('button', { name: 'Delete group' }).click()
    await question.waitFor({ state: 'detached' })
    await page.goto('/settings/alerts')
    await page.getByRole('row', { name: /Server offline.*no one/ }).waitFor()
  })
})
