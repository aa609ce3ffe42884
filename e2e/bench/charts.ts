import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { writePast } from '../harness/past.ts'
import { launchBrowser } from './browser.ts'
import type { Family } from './family.ts'
import { enrol } from './fleet/enrol.ts'
import { signIn } from './fleet/session.ts'
import { adminOf } from './history/place.ts'
import { infoLine, limitLine } from './line.ts'
import { median } from './statistics.ts'
import { type Home, makeHome, password, printedPassword, startIn } from './svc-server.ts'
import { longest, tasksDuring } from './trace.ts'

/** one frame at 60 Hz */
const frame = 16.7
const devices = { disks: Array.from({ length: 12 }, (_, i) => `disk${i + 1}`), gpus: Array(4).fill('A100') }
const drawn = 'chart drawn'

/** Creates a home whose only server has `days` of history; returns the server's id. */
async function makePast(home: Home, days: number): Promise<string> {
  const program = await startIn(home)
  let serverId = ''
  try {
    const initial = await printedPassword(program)
    const [member] = await enrol(await signIn(home.url, 'admin', initial, password), 1)
    serverId = member?.server_id ?? ''
  } finally {
    await program.stop()
  }
  await writePast(join(home.folder, 'data'), [{ name: 'simulated-00000', days, ...devices, away: [[60, 50]] }])
  return serverId
}

/** A chart clears its whole canvas once per drawing, so a clear marks a drawing. */
const noteDrawings = (mark: string) => {
  const { clearRect } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.clearRect = function (...area) {
    performance.mark(mark)
    clearRect.apply(this, area)
  }
}

/** Changes the range in the URL, as a click does, and waits until drawing ends. */
async function change(page: Page, range: string) {
  await page.evaluate((range) => {
    history.pushState({}, '', `${location.pathname}?range=${range}`)
    dispatchEvent(new PopStateEvent('popstate'))
  }, range)
  const drawings = () => page.evaluate((mark) => performance.getEntriesByName(mark).length, drawn)
  for (let before = -1, now = await drawings(); before !== now || now === 0; ) {
    await sleep(1500)
    before = now
    now = await drawings()
  }
}

async function measure(browser: Browser, page: Page, range: string) {
  await page.evaluate(() => performance.clearMarks())
  const tasks = await tasksDuring(browser, page, () => change(page, range))
  // a drawing's frame is one task: script, style, layout and canvas
  const frames = tasks.filter(({ marks }) => marks.includes(drawn))
  const costs = frames.map(({ cpu, marks }) => cpu / marks.length)
  return { longest: longest(tasks), median: median(costs), worst: Math.max(...costs), charts: frames.length }
}

/** How much drawing a server's charts blocks the page. */
export const charts: Family = {
  name: 'charts',
  async run({ note }) {
    const home = await makeHome()
    const browser = await launchBrowser()
    try {
      note('writing a month of history')
      const serverId = await makePast(home, 32)
      const program = await startIn(home)
      try {
        const { cookie } = await adminOf(home)
        const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } })
        const [name = '', value = ''] = cookie.split('=')
        await context.addCookies([{ name, value, url: home.url.origin }])
        const page = await context.newPage()
        await page.addInitScript(noteDrawings, drawn)
        await page.goto(`${home.url.origin}/servers/${serverId}?range=24h`)
        await page.getByRole('figure', { name: 'CPU' }).waitFor()
        const now = Math.floor(Date.now() / 60_000) * 60
        const week = `${now - 8 * 86_400}-${now - 86_400}`
        // an unmeasured run first, which compiles the code
        for (const range of ['30d', '24h', week, '24h']) await change(page, range)
        note('changing to 30 days')
        const month = await measure(browser, page, '30d')
        await change(page, '24h')
        note('changing to a week by the minute')
        const minutes = await measure(browser, page, week)
        const line = (name: string, value: number) => ({ name: `${name}, processor time`, value, unit: 'ms' })
        return [
          limitLine(line('frame time of a 30-day chart, median', month.median), { max: frame }),
          limitLine(line('frame time of a 30-day chart, max', month.worst), { max: frame }),
          limitLine(line('longest task after selecting 30 days', month.longest), { max: 50 }),
          limitLine(line('longest task after selecting 10,000 minutes', minutes.longest), { max: 50 }),
          infoLine({ name: 'charts drawn', value: month.charts, unit: '' }),
        ]
      } finally {
        await program.stop()
      }
    } finally {
      await browser.close()
      await home.remove()
    }
  },
}
