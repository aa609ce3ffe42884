import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { writePast } from '../harness/past.ts'
import { type Cell, mixture } from './board-mixture.ts'
import { launchBrowser } from './browser.ts'
import type { Family } from './family.ts'
import { type Enrolled, enrol } from './fleet/enrol.ts'
import { type Fleet, makeFleet } from './fleet/fleet.ts'
import { type Session, signIn } from './fleet/session.ts'
import { adminOf } from './history/place.ts'
import { infoLine, limitLine, ratioLine } from './line.ts'
import { noteLoadedBefore, watchScripts } from './scripts.ts'
import { median } from './statistics.ts'
import { type Home, makeHome, password, printedPassword, startIn } from './svc-server.ts'
import { longest, type Task, tasksDuring } from './trace.ts'

const servers = 500
/** number of servers with history to draw */
const drawn = 8
const mebibyte = 1024 * 1024
const screen = { width: 1920, height: 1080 }
/** the largest screen, without scaling */
const wall = { width: 3840, height: 2160 }

/** Enrols the fleet and gives some of its servers two days of records. */
async function prepare(home: Home): Promise<Enrolled[]> {
  const program = await startIn(home)
  let members: Enrolled[]
  try {
    const initial = await printedPassword(program)
    members = await enrol(await signIn(home.url, 'admin', initial, password), servers)
  } finally {
    await program.stop()
  }
  const pasts = members
    .slice(0, drawn)
    .map((_, i) => ({ name: `simulated-${String(i).padStart(5, '0')}`, days: 2, disks: ['sda', 'sdb'] }))
  await writePast(join(home.folder, 'data'), pasts)
  return members
}

async function makeBoard(admin: Session, cells: readonly Cell[]): Promise<string> {
  const { id } = await admin.call<{ id: string }>('POST', '/api/dashboards', { name: 'Fifty' })
  await admin.call('PUT', `/api/dashboards/${id}`, { widgets: cells })
  return id
}

/** Heap of the page in MiB after garbage collection. */
async function heapOf(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await devtools.detach()
  return usedSize / mebibyte
}

async function open(browser: Browser, admin: Session, path: string, viewport: { width: number; height: number }) {
  const context = await browser.newContext({ viewport })
  const [name = '', value = ''] = admin.cookie.split('=')
  await context.addCookies([{ name, value, url: admin.url.origin }])
  const page = await context.newPage()
  const scripts = watchScripts(page)
  await noteLoadedBefore(page, '[data-widget]')
  const began = performance.now()
  await page.goto(admin.url.origin + path)
  return { page, scripts, began }
}

/** Every visible widget has content. */
const isReady = () => {
  const places = [...document.querySelectorAll('[data-widget]')]
  const inSight = places.filter((place) => place.getBoundingClientRect().top < window.innerHeight)
  return (
    inSight.length > 0 &&
    inSight.every(
      (place) => place.querySelector('section') && !place.querySelector('.animate-breathe, [aria-busy=true]'),
    )
  )
}

/** A board of fifty widgets for a fleet: what it loads, the main thread's work, and memory growth. */
export const boards: Family = {
  name: 'boards',
  async run({ quick, minutes = 2, note }) {
    const home = await makeHome()
    const stops: (() => unknown)[] = [() => home.remove()]
    try {
      const browser = await launchBrowser()
      stops.push(() => browser.close())
      note(`enrolling ${servers} agents`)
      const members = await prepare(home)
      const program = await startIn(home)
      stops.push(() => program.stop())
      const admin = await adminOf(home)
      const fleet: Fleet = makeFleet({ url: home.url, members })
      stops.push(() => fleet.stop())
      await fleet.growTo(servers)
      const cells = mixture(members.map(({ server_id }) => server_id).slice(0, drawn))
      const path = `/dashboards?board=${await makeBoard(admin, cells)}`
      await sleep(quick ? 3000 : 10_000)
      const seconds = quick ? 10 : 30
      const watch = async (page: Page) => {
        await page.waitForFunction(isReady, undefined, { timeout: 60_000 })
        await sleep(quick ? 5000 : 15_000)
        return tasksDuring(browser, page, () => sleep(seconds * 1000))
      }

      note('opening the board on a screen')
      const first = await open(browser, admin, path, screen)
      await first.page.locator('[data-widget]').first().waitFor()
      const frames = await first.scripts(await first.page.evaluate(() => window.loadedBefore))
      const paint = await first.page.evaluate(
        () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      )
      const ready = await first.page.waitForFunction(isReady).then(() => performance.now() - first.began)
      const all = await first.scripts()
      const onScreen = await watch(first.page)
      await first.page.context().close()

      note('opening the board on a wall')
      const { page } = await open(browser, admin, path, wall)
      const onWall = await watch(page)
      note(`measuring memory for ${minutes} minutes`)
      const heaps: number[] = []
      for (let i = 0; i < minutes * 6; i++) {
        await sleep(10_000)
        heaps.push(await heapOf(page))
        if (i % 6 === 5) note(`${(i + 1) / 6} min: ${heaps.at(-1)?.toFixed(1)} MB`)
      }
      const part = Math.max(1, Math.floor(heaps.length / 5))
      const name = `${cells.length} widgets, ${servers} servers`
      const share = (tasks: readonly Task[]) => tasks.reduce((sum, { cpu }) => sum + cpu, 0) / seconds / 10
      const work = (where: string, tasks: readonly Task[]) => [
        limitLine({ name: `${name}, ${where}: longest task`, value: longest(tasks), unit: 'ms' }, { max: 50 }),
        limitLine(
          { name: `${name}, ${where}: tasks over 50 ms`, value: tasks.filter(({ cpu }) => cpu > 50).length, unit: '' },
          { max: 0 },
        ),
        infoLine({ name: `${name}, ${where}: main thread`, value: share(tasks), unit: '%' }),
      ]
      return [
        limitLine(
          { name: 'scripts until the frames of a board appear, gzip', value: frames.kilobytes, unit: 'KB' },
          { max: 250 },
        ),
        infoLine({ name: 'scripts including visible widgets, gzip', value: all.kilobytes, unit: 'KB' }),
        limitLine({ name: 'editor scripts among them', value: all.with('react-grid-item'), unit: '' }, { max: 0 }),
        infoLine({ name: 'first contentful paint', value: paint, unit: 'ms' }),
        infoLine({ name: `${name}: until a screen of them is shown`, value: ready, unit: 'ms' }),
        ...work('on a screen', onScreen),
        ...work('on a wall', onWall),
        ratioLine(
          {
            name: `heap after ${minutes} min / after a fifth of that`,
            value: median(heaps.slice(-part)),
            baseline: median(heaps.slice(part, 2 * part)),
            unit: 'MB',
          },
          { max: 1.1 },
        ),
        limitLine({ name: 'agents dropped', value: fleet.drops(), unit: '' }, { max: 0 }),
      ]
    } finally {
      for (const stop of stops.reverse()) await stop()
    }
  },
}
