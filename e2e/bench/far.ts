import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import type { Family } from './family.ts'
import { enrol } from './fleet/enrol.ts'
import { type Fleet, makeFleet } from './fleet/fleet.ts'
import { infoLine, limitLine } from './line.ts'
import { openAndWatch, watchFor } from './shown.ts'
import { slowLink } from './slow-link.ts'
import { startServer } from './svc-server.ts'

/** What many people watch; the targets are for it. */
const servers = 50
/** The numbers of so many are most of the bytes. */
const largeFleet = 500
/** as on another continent */
const network = { roundTrip: 150, bytesPerSecond: 500_000 }

interface Request {
  readonly start: number
  end?: number
  isCached?: boolean
}

interface Visit {
  readonly requests: number
  /** requests one after the other until the list shows */
  readonly depth: number
  /** milliseconds until the list shows */
  readonly shown: number
}

/** The longest chain of requests in which each began after the one before had ended. */
function depthOf(requests: readonly Request[]): number {
  const depths = new Map<Request, number>()
  for (const request of requests.toSorted((a, b) => a.start - b.start)) {
    const before = [...depths].filter(([{ end }]) => end !== undefined && end <= request.start)
    depths.set(request, 1 + Math.max(0, ...before.map(([, depth]) => depth)))
  }
  return Math.max(0, ...depths.values())
}

/** Opens the start page over that network. */
async function visit(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const requests = new Map<string, Request>()
  session.on('Network.requestWillBeSent', ({ requestId, timestamp }) => requests.set(requestId, { start: timestamp }))
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const request = requests.get(requestId)
    if (request) request.isCached = response.fromDiskCache ?? false
  })
  session.on('Network.loadingFinished', ({ requestId, timestamp }) => {
    const request = requests.get(requestId)
    if (request) request.end = timestamp
  })
  await session.send('Network.enable')
  await watchFor(page, 'main a[href^="/servers/"]')
  const shown = await openAndWatch(page, url)
  const sent = [...requests.values()].filter(({ isCached }) => !isCached)
  await page.close()
  return { requests: sent.length, depth: depthOf(sent), shown }
}

/** Two visits to the start page of a fleet, by somebody who has not been here before. */
async function visitTwice(servers: number, browser: Browser): Promise<readonly [Visit, Visit]> {
  const server = await startServer()
  let fleet: Fleet | undefined
  try {
    const admin = await server.admin()
    fleet = makeFleet({ url: server.url, members: await enrol(admin, servers) })
    await fleet.growTo(servers)
    await sleep(4000)
    const link = await slowLink(Number(server.url.port), network)
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const [name = '', value = ''] = admin.cookie.split('=')
    await context.addCookies([{ name, value, url: link.origin }])
    const visits = [await visit(context, link.origin), await visit(context, link.origin)] as const
    await context.close()
    link.close()
    return visits
  } finally {
    fleet?.stop()
    await server.close()
  }
}

/** The start page for somebody who is far away, at the first and at the second visit. */
export const far: Family = {
  name: 'far',
  async run({ note }) {
    const browser = await launchBrowser()
    try {
      note(`${servers} servers`)
      const [first, second] = await visitTwice(servers, browser)
      note(`${largeFleet} servers`)
      const [large, largeAgain] = await visitTwice(largeFleet, browser)
      return [
        limitLine(
          { name: 'start page over 150 ms and 4 Mbit/s: requests', value: first.requests, unit: '' },
          { max: 20 },
        ),
        limitLine({ name: '... one after the other', value: first.depth, unit: '' }, { max: 3 }),
        limitLine({ name: `... live list of ${servers} shown`, value: first.shown, unit: 'ms' }, { max: 1800 }),
        limitLine({ name: '... at the second visit', value: second.shown, unit: 'ms' }, { max: 700 }),
        infoLine({ name: '... requests at the second visit', value: second.requests, unit: '' }),
        infoLine({ name: `... live list of ${largeFleet} shown`, value: large.shown, unit: 'ms' }),
        infoLine({ name: '... at the second visit', value: largeAgain.shown, unit: 'ms' }),
      ]
    } finally {
      await browser.close()
    }
  },
}
