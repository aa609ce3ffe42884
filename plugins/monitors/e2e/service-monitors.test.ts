import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addWidget, editBoard, saveBoard, widgetOf } from '@svc/e2e/board-page'
import { type Page, violations } from '@svc/e2e/browser'
import { makeClock } from '@svc/e2e/clock'
import { checkPage, shoot } from '@svc/e2e/page-check'
import type { Server } from '@svc/e2e/server'
import { addMember, firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = makeStage()
const clock = makeClock(stage.directory())
let server: Server
let admin: Session
let member: Session
/** the monitored page */
const shop = { url: '', status: 200, probes: [] as (string | undefined)[] }

beforeAll(async () => {
  const web = createServer((request, response) => {
    shop.probes.push(request.headers['x-probe'] as string | undefined)
    response.writeHead(shop.status).end(shop.status === 200 ? 'All shelves are full' : 'closed')
  })
  await new Promise<void>((ready) => web.listen(0, '127.0.0.1', ready))
  stage.later(() => web.close())
  shop.url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/`
  server = await stage.server({ config: { monitors: { allow_private: ['127.0.0.0/8'] } }, env: clock.env })
  admin = await firstSignIn(server)
  member = await addMember(server.url, admin)
})

interface Monitor {
  readonly id: string
  readonly name: string
  readonly last_status: boolean | null
}

const open = async (path: string, session = admin) => {
  const tab = await stage.tab({ url: server.url, session })
  await tab.page.goto(path)
  return tab
}
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
/** On narrow screens the state is in the cell of the name as well. */
const stateOf = (page: Page, name: string, state: string) => rowOf(page, name).getByText(state, { exact: true }).first()
const checkNow = (page: Page) => page.getByRole('button', { name: 'Check now' }).click()
const shopId = async () => {
  const found = (await admin.get<Monitor[]>('/api/service-monitors')).find(({ name }) => name === 'Shop')
  if (!found) throw new Error('there is no monitor of the shop')
  return found.id
}
const add = (name: string, more: object = {}) =>
  admin.send<Monitor>('POST', '/api/service-monitors', {
    ...{ name, monitor_type: 'http_keyword', target: shop.url, interval: 86_400 },
    ...more,
  })

describe('the list', () => {
  it('is empty at first; the form adds a monitor and shows validation errors', async () => {
    const { page, problems } = await open('/settings/service-monitors')
    await page.getByText('No monitors yet').waitFor()
    await page.getByRole('button', { name: 'Add monitor' }).click()
    const form = page.getByRole('dialog', { name: 'Add monitor' })
    await form.getByRole('button', { name: 'Add monitor' }).click()
    await form.getByText('Enter a name.').waitFor()
    await form.getByLabel('Name', { exact: true }).fill('Shop')
    await form.getByLabel('URL').fill('ftp://example.org')
    await form.getByLabel('Tolerated failures').fill('0')
    await form.getByLabel('Notification group').selectOption('No one')
    await form.getByLabel('Keyword', { exact: true }).fill('shelves')
    await form.getByRole('button', { name: 'Add header' }).click()
    await form.getByLabel('Header 1 name').fill('Host')
    await form.getByLabel('Header 1 value').fill('hush')
    expect(await violations(page)).toEqual([])
    await form.getByRole('button', { name: 'Add monitor' }).click()
    await form.getByText('Enter an http or https URL').waitFor()
    expect(await form.getByLabel('URL').evaluate((field) => field === document.activeElement)).toBe(true)
    await form.getByLabel('URL').fill(shop.url)
    await form.getByRole('button', { name: 'Add monitor' }).click()
    const headerName = form.getByLabel('Header 1 name')
    await form.locator('[aria-invalid=true]').first().waitFor()
    expect(await headerName.getAttribute('aria-invalid')).toBe('true')
    await headerName.fill('X-Probe')
    await form.locator('[aria-invalid=true]').first().waitFor({ state: 'detached' })
    await form.getByRole('button', { name: 'Add monitor' }).click()
    await form.waitFor({ state: 'detached' })
    const row = rowOf(page, 'Shop')
    await stateOf(page, 'Shop', 'Up').waitFor()
    expect(await row.innerText()).toMatch(/\d ms/)
    expect(shop.probes).toContain('hush')
    expect(problems).toEqual([])
  })

  it('keeps a masked header; a copy needs a new value', async () => {
    const target = { name: 'Uplink', provider: '', location: '', target: '192.0.2.1', probe_type: 'icmp' }
    const { id: uplink } = await admin.send<{ id: string }>('POST', '/api/network-probes/targets', target)
    const { page } = await open('/service-monitors')
    const act = async (name: string) => {
      await page.getByRole('button', { name: 'More actions for Shop' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await act('Edit')
    const form = page.getByRole('dialog')
    expect(await form.getByLabel('Header 1 value').inputValue()).toBe('')
    await form.getByLabel('Timeout').fill('5')
    await form.getByText('Depends on probe targets').first().click()
    await form.getByLabel('Uplink').check()
    expect(await violations(page)).toEqual([])
    await shoot(page, 'monitor-dependencies')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
    expect(await admin.get('/api/alert-dependencies')).toEqual([
      { id: await shopId(), kind: 'monitor', depends_on: [uplink] },
    ])
    shop.probes.length = 0
    await page.getByRole('button', { name: 'Check Shop now' }).click()
    await page
      .getByText(/^Shop is up/)
      .first()
      .waitFor()
    expect(shop.probes.at(-1)).toBe('hush')
    await act('Duplicate')
    expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('Shop (copy)')
    expect(await form.getByLabel('Keyword', { exact: true }).inputValue()).toBe('shelves')
    await form.getByRole('button', { name: 'Cancel' }).click()
  })

  it('is filtered by state, type and text; a disabled monitor is paused', async () => {
    await add('Warehouse')
    const mail = await add('Mail', { monitor_type: 'tcp', target: new URL(shop.url).host })
    const { page, problems } = await open('/service-monitors')
    await page.getByRole('switch', { name: 'Enable Warehouse' }).click()
    await stateOf(page, 'Warehouse', 'Paused').waitFor()
    await page.getByText(/^Paused 1$/).click()
    await rowOf(page, 'Shop').waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('state')).toBe('paused')
    await page.getByText(/^All 3$/).click()
    await page.getByLabel('Type', { exact: true }).selectOption('tcp')
    await rowOf(page, 'Warehouse').waitFor({ state: 'detached' })
    await rowOf(page, 'Mail').waitFor()
    await page.getByRole('searchbox', { name: 'Search monitors' }).fill('nothing like it')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await rowOf(page, 'Warehouse').waitFor()
    await admin.send('DELETE', `/api/service-monitors/${mail.id}`)
    await rowOf(page, 'Mail').waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })

  it('is read-only for members', async () => {
    const { page, problems } = await open('/service-monitors', member)
    await stateOf(page, 'Shop', 'Up').waitFor()
    expect(await page.getByRole('switch').count()).toBe(0)
    expect(await page.getByRole('button', { name: /^(?:More actions for|Check|Add)/ }).count()).toBe(0)
    expect(problems).toEqual([])
  })
})

describe('an outage', () => {
  it('appears on its page, to other viewers and on a board, and ends', async () => {
    const watching = await open('/service-monitors', member)
    await stateOf(watching.page, 'Shop', 'Up').waitFor()
    const { page, problems } = await open(`/service-monitors/${await shopId()}`)
    await page.getByRole('heading', { name: 'Shop' }).waitFor()

    shop.status = 503
    await checkNow(page)
    await page.getByText(/^Shop failed: status 503/).waitFor()
    await page.getByText(/^Failing since/).waitFor()
    await page.getByText('No notification was sent: no group is selected.').waitFor()
    await page.getByRole('row').filter({ hasText: 'Failed' }).first().waitFor()
    await page.getByRole('figure', { name: 'Response time' }).waitFor()
    await stateOf(watching.page, 'Shop', 'Down').waitFor()

    const board = await open('/dashboards')
    await board.page.getByRole('heading', { name: 'Overview' }).waitFor()
    await editBoard(board.page)
    await addWidget(board.page, /^Service status/, 'Services', (form) => form.getByLabel('Shop').check())
    await saveBoard(board.page)
    const widget = widgetOf(board.page, 'Services')
    await widget.getByText('0 of 1 up').waitFor()
    expect(await widget.getByRole('listitem').count()).toBe(1)
    expect(await violations(board.page)).toEqual([])

    shop.status = 200
    await checkNow(page)
    await page.getByText(/^Failing since/).waitFor({ state: 'detached' })
    await stateOf(watching.page, 'Shop', 'Up').waitFor()
    await widget.getByText(/\d ms/).waitFor()
    await widget.getByRole('link', { name: 'Shop' }).click()
    await board.page.getByRole('heading', { name: 'Shop' }).waitFor()
    expect([problems, watching.problems, board.problems]).toEqual([[], [], []])
  })

  it('is detected by the schedule', async () => {
    const tab = await open('/service-monitors')
    const { id } = await add('Frequent', { interval: 30, retry_count: 5 })
    const row = rowOf(tab.page, 'Frequent')
    await clock.forwardUntil([server], () => stateOf(tab.page, 'Frequent', 'Up').waitFor())
    shop.status = 500
    await clock.forward(30_000, [server])
    await stateOf(tab.page, 'Frequent', 'Failing').waitFor()
    await row.getByText('1 of 5 tolerated failures').first().waitFor()
    shop.status = 200
    await admin.send('DELETE', `/api/service-monitors/${id}`)
    await row.waitFor({ state: 'detached' })
  })
})

describe('the page of a monitor', () => {
  it('is accessible and fits, in light and dark, wide and on a phone', async () => {
    const tab = await stage.tab({ url: server.url, session: admin })
    await tab.page.goto(`/service-monitors/${await shopId()}?span=7d`)
    await tab.page.getByRole('figure', { name: 'Response time' }).waitFor()
    await checkPage(tab)
  })

  it('closes when the monitor is deleted; other viewers see that it no longer exists', async () => {
    const path = `/service-monitors/${await shopId()}`
    const other = await open(path, member)
    await other.page.getByRole('heading', { name: 'Shop' }).waitFor()
    const { page, problems } = await open(path)
    await page.getByRole('button', { name: 'More actions for Shop' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete monitor' }).click()
    await page.getByText('Shop deleted').waitFor()
    await rowOf(page, 'Warehouse').waitFor()
    expect(await rowOf(page, 'Shop').count()).toBe(0)
    await other.page.getByRole('heading', { name: 'Monitor not found' }).waitFor()
    await other.page.getByRole('link', { name: 'View monitors' }).click()
    await rowOf(other.page, 'Warehouse').waitFor()
    expect(problems).toEqual([])
  })
})
