import { setTimeout as sleep } from 'node:timers/promises'
import { launchBrowser } from './browser.ts'
import type { Family } from './family.ts'
import { enrol } from './fleet/enrol.ts'
import { type Fleet, makeFleet } from './fleet/fleet.ts'
import { infoLine, limitLine } from './line.ts'
import { watchScripts } from './scripts.ts'
import { startServer } from './svc-server.ts'
import { longest, tasksDuring } from './trace.ts'

const rows = 1000

/** What a browser loads for the server list, and how much live updates load its main thread. */
export const dashboard: Family = {
  name: 'dashboard',
  async run({ quick, note }) {
    note(`enrolling ${rows} agents`)
    const server = await startServer()
    let fleet: Fleet | undefined
    const browser = await launchBrowser()
    try {
      const admin = await server.admin()
      fleet = makeFleet({ url: server.url, members: await enrol(admin, rows) })
      await fleet.growTo(rows)
      const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } })
      const [name = '', value = ''] = admin.cookie.split('=')
      await context.addCookies([{ name, value, url: server.url.origin }])
      const page = await context.newPage()
      const scripts = watchScripts(page)
      const began = performance.now()
      await page.goto(`${server.url.origin}/servers`)
      await page.getByText('simulated-00000').first().waitFor({ timeout: 20_000 })
      const painted = performance.now() - began
      const { kilobytes } = await scripts()
      await sleep(quick ? 3000 : 8000)
      note('watching live rows')
      const tasks = await tasksDuring(browser, page, () => sleep(quick ? 10_000 : 30_000))
      return [
        limitLine(
          { name: 'scripts until first paint of the server list, gzip', value: kilobytes, unit: 'KB' },
          { max: 250 },
        ),
        limitLine(
          { name: `longest task with ${rows} live rows, CPU time`, value: longest(tasks), unit: 'ms' },
          { max: 50 },
        ),
        infoLine({ name: `opening the list of ${rows} servers in Chromium`, value: painted, unit: 'ms' }),
      ]
    } finally {
      fleet?.stop()
      await browser.close()
      await server.close()
    }
  },
}
