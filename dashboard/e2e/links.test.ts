import type { Page } from '@svc/e2e/browser'
import { onboard } from '@svc/e2e/enrol'
import { addMember, type Session } from '@svc/e2e/session'
import { admin, server, withServer } from '@svc/e2e/with-server'
import { beforeAll, expect, it } from 'vitest'

const stage = withServer()
let member: Session

beforeAll(async () => {
  await onboard(admin, 'web-1')
  member = await addMember(server.url, admin)
})

interface WithRouter {
  readonly __TSR_ROUTER__: {
    readonly state: { readonly status: string }
    navigate(to: { readonly href: string }): Promise<void>
  }
}

/** Tells what is shown instead of the page in the address bar, if anything is. */
async function problemOf(page: Page): Promise<string | undefined> {
  await page.waitForFunction(() => (window as unknown as WithRouter).__TSR_ROUTER__.state.status === 'idle')
  const heading = page.locator('main h1')
  await heading.first().waitFor()
  if ((await heading.allInnerTexts()).includes('Page not found')) return 'does not exist'
  if ((await page.getByText(/failed to load|crashed$/).count()) > 0) return 'does not work'
  return undefined
}

/** Paths to which the sidebar and the tabs of the page lead, and on the settings page those that it lists. */
const linksOf = (page: Page): Promise<readonly string[]> =>
  page
    .locator('nav a[href], section[aria-labelledby^=settings-] a[href]')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))

/** Entries of the command palette that act instead of leading to a page. */
const isAction = (id: string) => /^(?:theme|language|sign-out)/.test(id)

/** Chooses the entries of the command palette that are there before anything was typed. */
async function* choose(page: Page) {
  const entries = page.locator('[cmdk-item]')
  const open = async () => {
    await page.keyboard.press('Control+k')
    await entries.first().waitFor()
  }
  await open()
  const ids = await entries.evaluateAll((all) => all.map((entry) => entry.getAttribute('data-value') ?? ''))
  await page.keyboard.press('Escape')
  for (const id of ids.filter((id) => !isAction(id))) {
    await entries.first().waitFor({ state: 'detached' })
    await open()
    await page.locator(`[cmdk-item][data-value="${id}"]`).dispatchEvent('click')
    yield id
    // a dialog that the entry has opened
    await page.keyboard.press('Escape')
  }
}

it.each([
  { who: 'an admin', session: () => admin, least: 30 },
  { who: 'a member', session: () => member, least: 12 },
])('every entry of the command palette, the navigation and the settings leads $who to a page', async (one) => {
  const { page, problems } = await stage.tab({ url: server.url, session: one.session() })
  await page.goto('/')
  await page.getByText('Live', { exact: true }).waitFor()
  const broken: string[] = []
  const links = new Set<string>()
  const look = async (what: string) => {
    const problem = await problemOf(page)
    if (problem !== undefined) broken.push(`${what} ${problem}`)
    for (const link of await linksOf(page)) links.add(link)
    return new URL(page.url()).pathname
  }
  const led: string[] = []
  for await (const id of choose(page)) led.push(await look(id))
  // whoever may not open a page would be sent home
  expect(led.filter((path) => path === '/')).toHaveLength(1)
  expect(led.length).toBeGreaterThanOrEqual(one.least)
  const visited = new Set(led)
  for (const path of links) {
    if (visited.has(path)) continue
    await page.evaluate((href) => (window as unknown as WithRouter).__TSR_ROUTER__.navigate({ href }), path)
    expect(await look(path)).toBe(path)
  }
  expect(links.size).toBeGreaterThanOrEqual(one.least)
  expect(broken).toEqual([])
  expect(problems).toEqual([])
})
