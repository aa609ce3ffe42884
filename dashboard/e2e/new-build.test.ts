import type { Page, Request } from '@svc/e2e/browser'
import { onboard } from '@svc/e2e/enrol'
import { freePort } from '@svc/e2e/place'
import type { Server } from '@svc/e2e/server'
import { firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = makeStage()
const place = { directory: stage.directory(), port: 0 }
let server: Server
let admin: Session
let serverId = ''

beforeAll(async () => {
  place.port = await freePort()
  server = await stage.server(place)
  admin = await firstSignIn(server)
  serverId = (await onboard(admin, 'one')).server_id
})

const open = async (path: string, prepare?: (page: Page) => Promise<unknown>) => {
  const { page } = await stage.tab({ url: server.url, session: admin, isOwn: true })
  await prepare?.(page)
  await page.goto(path)
  await page.getByText('Live', { exact: true }).waitFor()
  return page
}

/** Restarts the server with a dashboard whose entry script has another name. */
async function update(page: Page): Promise<void> {
  await page.route(
    (url) => url.pathname === '/',
    async (route) => {
      const answer = await route.fetch()
      const html = await answer.text()
      // the entry is the only one that is loaded by name, and its name follows from all that it imports
      expect(html.match(/<script type="module"/g)).toHaveLength(1)
      const body = html.replace(/(<script type="module"[^>]* src="\/assets\/)[\w-]+/, '$1other')
      await route.fulfill({ response: answer, body })
    },
  )
  await server.stop()
  server = await stage.server(place)
}

const note = (page: Page) => page.getByRole('button', { name: 'Reload', exact: true })
const isOfPage = (request: Request) => request.isNavigationRequest()

describe('a script that fails to load', () => {
  it('only affects its component, and can be retried', async () => {
    const page = await open('/servers')
    await page.route(/\/assets\/traffic-tab-/, (route) => route.abort())
    await page.getByRole('link', { name: 'one' }).first().click()
    await page.getByRole('tab', { name: 'Traffic' }).click()
    const part = page.getByRole('alert').filter({ hasText: 'This section failed to load' })
    await part.getByRole('button', { name: 'Try again' }).click()
    await part.getByRole('button', { name: 'Reload page' }).waitFor()
    expect(await page.getByRole('tab').count()).toBeGreaterThan(2)
    await page.unrouteAll()
    await part.getByRole('button', { name: 'Try again' }).click()
    await part.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe(`/servers/${serverId}`)
  })
})

describe('a new build', () => {
  it('is loaded with the Reload button', async () => {
    const page = await open('/servers')
    expect(await note(page).count()).toBe(0)
    await update(page)
    await note(page).waitFor()
    await page.unrouteAll()
    await Promise.all([page.waitForRequest(isOfPage), note(page).click()])
    await page.getByText('Live', { exact: true }).waitFor()
    expect(await note(page).count()).toBe(0)
  })

  it('is loaded by an idle page once no dialog is open', async () => {
    const page = await open('/servers', (fresh) => fresh.clock.install())
    await update(page)
    await note(page).waitFor()
    await page.getByRole('button', { name: 'Add server' }).first().click()
    await page.getByRole('dialog').waitFor()
    const loads: string[] = []
    page.on('request', (request) => isOfPage(request) && loads.push(request.url()))
    await page.clock.fastForward(120_000)
    expect(loads).toEqual([])
    await page.unrouteAll()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await Promise.all([page.waitForRequest(isOfPage), page.clock.fastForward(120_000)])
    await page.getByText('Live', { exact: true }).waitFor()
    expect(await note(page).count()).toBe(0)
  })

  it('is not announced after a restart with the same dashboard', async () => {
    const page = await open('/servers')
    const checked = page.waitForResponse((response) => new URL(response.url()).pathname === '/')
    await server.stop()
    server = await stage.server(place)
    await checked
    await page.getByText('Live', { exact: true }).waitFor()
    expect(await note(page).count()).toBe(0)
  })
})
