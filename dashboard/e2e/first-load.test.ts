import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page, Request } from '@svc/e2e/browser'
import { revise } from '@svc/e2e/database'
import { onboard } from '@svc/e2e/enrol'
import { addMember } from '@svc/e2e/session'
import { simulateAgent } from '@svc/e2e/simulated-agent'
import { until } from '@svc/e2e/until'
import { admin, server, withServer } from '@svc/e2e/with-server'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = withServer()

let serverId = ''

beforeAll(async () => {
  const { server_id, enrollment } = await onboard(admin, 'web-1')
  const agent = await simulateAgent(server.url, enrollment.code)
  stage.later(() => agent.close())
  serverId = server_id
})

/** Milliseconds in which a page that has what it needs asks for the next. */
const quietMs = 400

/**
 * Opens a page, holding back its requests until it asks for nothing more, and then answering them all: so each wave is what
 * a distant browser waits one round trip for, however slow this machine is.
 */
async function openInWaves(page: Page, path: string, shown: Locator): Promise<readonly string[][]> {
  const held = new Map<Request, () => Promise<void>>()
  const open = new Set<Request>()
  let changes = 0
  await page.route('**/*', (route) => {
    held.set(route.request(), () => route.continue())
    changes += 1
  })
  const settled = (request: Request) => {
    open.delete(request)
    changes += 1
  }
  page.on('requestfinished', settled)
  page.on('requestfailed', settled)
  const isQuiet = async () => {
    const before = changes
    await sleep(quietMs)
    await page.evaluate(() => new Promise((resume) => setTimeout(resume)))
    return open.size === 0 && changes === before
  }
  const waves: string[][] = []
  const answerAll = async () => {
    const wave = [...held]
    held.clear()
    waves.push(wave.map(([request]) => request.url().replace(server.url, '')))
    for (const [request] of wave) open.add(request)
    await Promise.all(wave.map(([, answer]) => answer()))
  }
  const opening = page.goto(path, { waitUntil: 'commit' })
  await until('the first request', () => held.size > 0)
  await answerAll()
  await opening
  await until('a page that asks for nothing more', async () => {
    if (!(await isQuiet())) return false
    if (held.size === 0) return shown.isVisible()
    await answerAll()
    return false
  })
  return waves
}

describe('the first visit', () => {
  it.each([
    { name: 'home', path: () => '/', requests: 12, waves: 2 },
    { name: 'the list of servers', path: () => '/servers', requests: 20, waves: 2 },
    { name: 'a server', path: () => `/servers/${serverId}`, requests: 26, waves: 3 },
  ])('to $name takes few requests, $waves of them one after the other, and asks for nothing twice', async (most) => {
    const { page } = await stage.tab({ url: server.url, session: admin, isOwn: true })
    const waves = await openInWaves(page, most.path(), page.getByText('web-1').first())
    const all = waves.flat()
    expect(
      all.filter((address, at) => all.indexOf(address) !== at),
      'asked for twice',
    ).toEqual([])
    expect(waves.length, JSON.stringify(waves, null, 1)).toBeLessThanOrEqual(most.waves)
    expect(all.length, all.join('\n')).toBeLessThanOrEqual(most.requests)
  })
})

it('at the second visit only the page is requested, which brings its data along', async () => {
  const { page, context } = await stage.tab({ url: server.url, session: admin, isOwn: true })
  await page.goto('/')
  await page.getByRole('link', { name: 'web-1' }).first().waitFor()
  await page.close()

  const again = await context.newPage()
  const session = await context.newCDPSession(again)
  const asked: string[] = []
  session.on('Network.responseReceived', ({ response }) => {
    if (!response.fromDiskCache && !response.url.startsWith('data:')) asked.push(new URL(response.url).pathname)
  })
  await session.send('Network.enable')
  await again.goto(server.url)
  await again.getByRole('link', { name: 'web-1' }).first().waitFor()
  expect(asked).toEqual(['/'])
})

describe('until the scripts have arrived', () => {
  /** Opens a page whose scripts do not arrive before the returned function is called. */
  async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', (route) => promise.then(() => route.continue()))
    await page.goto(path, { waitUntil: 'commit' })
    await page.locator('html[data-theme]').waitFor()
    await page.getByTestId('outline').waitFor({ state: 'attached' })
    await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href))
    return resolve
  }

  it('somebody who is signed in sees the outline of the page, and then the page in its place', async () => {
    const { page } = await stage.tab({ url: server.url, session: admin, isAnimated: true })
    const arrive = await openWithoutScripts(page, '/')
    const outline = page.getByTestId('outline')
    await outline.waitFor()
    const sidebar = await outline.locator('div').first().boundingBox()
    arrive()
    await page.getByRole('link', { name: 'web-1' }).first().waitFor()
    expect(await page.locator('aside').first().boundingBox()).toEqual(sidebar)
    expect(await outline.count()).toBe(0)
  })

  it.each([
    { who: 'a stranger', session: undefined, path: '/' },
    { who: 'somebody who is signed in, on a page without a sidebar', session: admin, path: '/login' },
  ])('$who sees no outline', async ({ session, path }) => {
    const { page } = await stage.tab({ url: server.url, ...(session && { session }) })
    await openWithoutScripts(page, path)
    expect(await page.getByTestId('outline').isVisible()).toBe(false)
  })

  it('somebody who must change the password first sees no outline, and the code of no page is asked for', async () => {
    const session = await addMember(server.url, admin)
    revise(server.dataDir, (db) =>
      db.prepare("UPDATE auth_users SET must_change_password = 1 WHERE username = 'maria'").run(),
    )
    const { page } = await stage.tab({ url: server.url, session })
    const arrive = await openWithoutScripts(page, '/')
    expect(await page.getByTestId('outline').isVisible()).toBe(false)
    const asked = await page
      .locator('link[rel=modulepreload]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(asked.filter((href) => /\/(?:frame|list)-/.test(href))).toEqual([])
    arrive()
    await page.getByLabel('New password', { exact: true }).waitFor()
  })
})
