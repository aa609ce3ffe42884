import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTab, sizes, type Tab } from './harness/browser.ts'
import { isChosen } from './harness/chosen.ts'
import { contributed } from './harness/contributed.ts'
import { onboard } from './harness/enrol.ts'
import { addLivelyFleet, livelyPasts } from './harness/lively-fleet.ts'
import { checkPage, shoot } from './harness/page-check.ts'
import type { PageEntry, PagesWorld, PluginPages } from './harness/pages.ts'
import { writePast } from './harness/past.ts'
import { freePort } from './harness/place.ts'
import { repository } from './harness/process.ts'
import { initialPassword, type Server } from './harness/server.ts'
import { firstSignIn, type Session, signIn } from './harness/session.ts'
import { makeStage } from './harness/stage.ts'

const stage = makeStage()
const all = await contributed<PluginPages>('pages')
const folders = [...all].filter(([folder]) => isChosen(folder))

let world: PagesWorld
let flagged: { server: Server; session: Session }

beforeAll(async () => {
  const options = {
    ...{ directory: stage.directory(), port: await freePort() },
    config: { monitors: { allow_private: ['127.0.0.0/8'] }, notifications: { allow_private: ['127.0.0.0/8'] } },
  }
  let server = await stage.server(options)
  const admin = await firstSignIn(server)
  const { server_id, enrollment } = await onboard(admin, 'web-1')
  await onboard(admin, 'waiting-for-its-agent')
  // Pictures are of a fleet with a history; tests do without, because they would take longer.
  if (process.env.SVC_SHOTS) {
    const connect = await addLivelyFleet(server.url, admin, stage.later)
    await server.stop()
    await writePast(server.dataDir, livelyPasts)
    server = await stage.server(options)
    await connect()
  }
  const agent = stage.agent({ serverUrl: server.url, code: enrollment.code })
  await agent.line(/"connected"/)
  world = { server, admin, serverId: server_id, later: stage.later }
  if (!folders.some(([, { pages }]) => pages.some(({ who }) => who === 'flagged'))) return
  const fresh = await stage.server()
  flagged = { server: fresh, session: await signIn(fresh.url, 'admin', await initialPassword(fresh)) }
})

const tabs = new Map<string, Promise<Tab>>()

/** One tab for all pages that somebody looks at in a language: what they share is loaded once. */
function tabOf(who: PageEntry<object>['who'], locale: string): Promise<Tab> {
  const { url } = who === 'flagged' ? flagged.server : world.server
  const session = who === 'nobody' ? undefined : who === 'flagged' ? flagged.session : world.admin
  const key = `${who} ${locale}`
  const tab = tabs.get(key) ?? openTab({ url, locale, ...(session ? { session } : {}) })
  tabs.set(key, tab)
  return tab
}
afterAll(async () => {
  for (const tab of tabs.values()) await (await tab).context.close()
})

interface Router {
  navigate(to: { readonly href: string }): Promise<void>
}

/** Goes to a page as a link does: to load the dashboard again for each one takes longer than all the checks. */
async function visit(entry: PageEntry<object>, path: string, locale: string): Promise<Tab> {
  const tab = await tabOf(entry.who, locale)
  tab.problems.length = 0
  await tab.page.setViewportSize(sizes.wide)
  await tab.page.emulateMedia({ colorScheme: 'light' })
  // Pages for nobody are not all of the dashboard.
  const canNavigate = entry.who !== 'nobody' && (await tab.page.evaluate(() => '__TSR_ROUTER__' in window))
  if (canNavigate) {
    await tab.page.evaluate(
      (href) => (window as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__.navigate({ href }),
      path,
    )
  } else await tab.page.goto(path)
  await tab.page
    .getByRole('heading', { name: entry.heading[locale === 'zh-CN' ? 1 : 0] })
    .first()
    .waitFor()
  return tab
}

/** Addresses of pages that a plugin registers, as its `dashboard/pages.ts` writes them. */
function registered(folder: string): string[] {
  const file = join(repository, folder, 'dashboard/pages.ts')
  if (!existsSync(file)) return []
  return [...readFileSync(file, 'utf8').matchAll(/^ {2}path: '([^']+)',$/gm)].map(([, path = '']) => path)
}

describe.each(folders)('%s', (folder, { prepare, pages }) => {
  const seen = new Set<string>()
  let made: PagesWorld
  beforeAll(async () => {
    made = { ...world, ...(await prepare?.(world)) }
  })
  const pathOf = ({ path }: PageEntry<object>) => (typeof path === 'string' ? path : path(made))

  it.each(pages)('the page $name is accessible and fits, in light and dark, wide and on a phone', async (entry) => {
    const path = pathOf(entry)
    const tab = await visit(entry, path, 'en-US')
    for (const address of [path, tab.page.url()]) seen.add(new URL(address, world.server.url).pathname)
    await checkPage(tab, { name: entry.name })
  })

  it.each(pages)('the page $name speaks Chinese', async (entry) => {
    const { page, problems } = await visit(entry, pathOf(entry), 'zh-CN')
    expect(await page.evaluate(() => document.body.innerText)).toMatch(/[\u4e00-\u9fff]/)
    expect(await page.evaluate(() => document.documentElement.lang)).toMatch(/^zh/)
    expect(problems).toEqual([])
    await shoot(page, `${entry.name}-chinese`)
  })

  it('has no page that is not in its list', () => {
    const isSeen = (path: string) => {
      const pattern = new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}$`)
      return [...seen].some((visited) => pattern.test(visited))
    }
    expect(registered(folder).filter((path) => !isSeen(path))).toEqual([])
  })
})

it('every plugin that registers pages lists them', () => {
  const plugins = readdirSync(join(repository, 'plugins')).map((id) => `plugins/${id}`)
  const unlisted = plugins.filter((folder) => registered(folder).length > 0 && !all.has(folder))
  expect([plugins.flatMap(registered).length > 0, unlisted]).toEqual([true, []])
})
