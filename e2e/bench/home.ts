import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import type { Family } from './family.ts'
import { enrol } from './fleet/enrol.ts'
import { type Fleet, makeFleet } from './fleet/fleet.ts'
import type { Session } from './fleet/session.ts'
import { limitLine } from './line.ts'
import { launchPlainBrowser } from './plain-browser.ts'
import { noteLoadedBefore, watchScripts } from './scripts.ts'
import { median } from './statistics.ts'
import { startServer } from './svc-server.ts'
import { longest, tasksDuring } from './trace.ts'

const servers = 500
const alerts = 50
const alertRow = 'main table tbody tr'
const visitors = 5

/** Makes a rule that fires for so many servers, and waits until it has. */
async function fire(admin: Session, serverIds: readonly string[]): Promise<void> {
  await admin.call('POST', '/api/alert-rules', {
    name: 'Any use of the CPU',
    rules: [{ rule_type: 'cpu', min: 0, window: 1, share: 1 }],
    ...{ for_minutes: 0, cover_type: 'include', server_ids: serverIds },
  })
  for (let waited = 0; waited < 300; waited++) {
    const events = await admin.call<{ status: string }[]>('GET', '/api/alert-events?limit=500')
    if (events.filter(({ status }) => status === 'firing').length >= serverIds.length) return
    await sleep(1000)
  }
  throw new Error(`the rule did not fire for ${serverIds.length} servers`)
}

/** What the scripts of the page weigh that it needs to show alerts, and the tasks while it stays open. */
async function inspect(browser: Browser, url: URL, admin: Session, stay: number) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const [name = '', value = ''] = admin.cookie.split('=')
  await context.addCookies([{ name, value, url: url.origin }])
  const page = await context.newPage()
  const scripts = watchScripts(page)
  await noteLoadedBefore(page, alertRow)
  await page.goto(url.href)
  await page.locator(alertRow).first().waitFor({ timeout: 30_000 })
  await sleep(2000)
  const { kilobytes } = await scripts(await page.evaluate(() => window.loadedBefore))
  return { kilobytes, live: await tasksDuring(browser, page, () => sleep(stay)) }
}

/** The start page of a fleet in trouble: what a browser loads, when it shows what is wrong, and its longest tasks. */
export const home: Family = {
  name: 'home',
  async run({ quick, note }) {
    note(`enrolling ${servers} agents`)
    const server = await startServer()
    let fleet: Fleet | undefined
    const browser = await launchBrowser()
    const plain = await launchPlainBrowser()
    try {
      const admin = await server.admin()
      const members = await enrol(admin, servers)
      fleet = makeFleet({ url: server.url, members })
      await fleet.growTo(servers)
      note(`${alerts} alerts`)
      await fire(
        admin,
        members.slice(0, alerts).map(({ server_id }) => server_id),
      )
      note('opening')
      const opened = []
      for (let i = 0; i < visitors; i++) {
        const visitor = await plain.visitor(server.url.origin, admin.cookie, alertRow)
        const { shown, painted } = await visitor.visit(server.url.href)
        opened.push({ shown, painted, task: longest(await visitor.tasksOfVisit(server.url.href)) })
        await visitor.leave()
      }
      const { kilobytes, live } = await inspect(browser, server.url, admin, quick ? 10_000 : 30_000)
      const what = `home with ${servers} servers and ${alerts} firing alerts`
      return [
        limitLine(
          { name: `${what}: alerts shown`, value: median(opened.map(({ shown }) => shown)), unit: 'ms' },
          { max: 800 },
        ),
        limitLine(
          { name: '... first contentful paint', value: median(opened.map(({ painted }) => painted)), unit: 'ms' },
          { max: 800 },
        ),
        limitLine({ name: '... scripts until then, gzip', value: kilobytes, unit: 'KB' }, { max: 250 }),
        limitLine(
          {
            name: '... longest task while opening, CPU time',
            value: median(opened.map(({ task }) => task)),
            unit: 'ms',
          },
          { max: 50 },
        ),
        limitLine({ name: '... longest task while live, CPU time', value: longest(live), unit: 'ms' }, { max: 50 }),
      ]
    } finally {
      fleet?.stop()
      await plain.close()
      await browser.close()
      await server.close()
    }
  },
}
