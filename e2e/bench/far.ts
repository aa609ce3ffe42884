import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import type { Family } from './family.ts'
import { enrol } from './fleet/enrol.ts'
import { type Fleet, makeFleet } from './fleet/fleet.ts'
import { infoLine, limitLine } from './line.ts'
import { launchPlainBrowser } from './plain-browser.ts'
import { slowLink } from './slow-link.ts'
import { median } from './statistics.ts'
import { startServer } from './svc-server.ts'

/** What many people watch; the targets are for it. */
const servers = 50
/** The numbers of so many are most of the bytes. */
const largeFleet = 500
/** as on another continent */
const network = { roundTrip: 150, bytesPerSecond: 500_000 }
const listed = 'main a[href^="/servers/"]'
const visitors = 5

interface Request {
  readonly start: number
  end?: number
  isCached?: boolean
}

interface Transfer {
  readonly requests: number
  /** requests one after the other until the list shows */
  readonly depth: number
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

/** What the start page asks for until the list shows. */
async function transfer(context: BrowserContext, url: string): Promise<Transfer> {
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
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator(listed).first().waitFor({ timeout: 30_000 })
  const sent = [...requests.values()].filter(({ isCached }) => !isCached)
  await page.close()
  return { requests: sent.length, depth: depthOf(sent) }
}

/** Two visits each to the start page of a fleet, by people who have not been here before. */
async function visitTwice(servers: number) {
  const server = await startServer()
  let fleet: Fleet | undefined
  const plain = await launchPlainBrowser()
  const inspecting = await launchBrowser()
  try {
    const admin = await server.admin()
    fleet = makeFleet({ url: server.url, members: await enrol(admin, servers) })
    await fleet.growTo(servers)
    await sleep(4000)
    const link = await slowLink(Number(server.url.port), network)
    const first = []
    const second = []
    for (let i = 0; i < visitors; i++) {
      const visitor = await plain.visitor(link.origin, admin.cookie, listed)
      first.push((await visitor.visit(link.origin)).shown)
      second.push((await visitor.visit(link.origin)).shown)
      await visitor.leave()
    }
    const context = await inspecting.newContext({ viewport: { width: 1440, height: 900 } })
    const [name = '', value = ''] = admin.cookie.split('=')
    await context.addCookies([{ name, value, url: link.origin }])
    const transfers = [await transfer(context, link.origin), await transfer(context, link.origin)] as const
    link.close()
    return { shown: median(first), shownAgain: median(second), transfers }
  } finally {
    fleet?.stop()
    await plain.close()
    await inspecting.close()
    await server.close()
  }
}

/** The start page for somebody who is far away, at the first and at the second visit. */
export const far: Family = {
  name: 'far',
  async run({ note }) {
    note(`${servers} servers`)
    const few = await visitTwice(servers)
    note(`${largeFleet} servers`)
    const many = await visitTwice(largeFleet)
    const [first, second] = few.transfers
    return [
      limitLine(
        { name: 'start page over 150 ms and 4 Mbit/s: requests', value: first.requests, unit: '' },
        { max: 20 },
      ),
      limitLine({ name: '... one after the other', value: first.depth, unit: '' }, { max: 3 }),
      limitLine({ name: `... live list of ${servers} shown`, value: few.shown, unit: 'ms' }, { max: 1800 }),
      limitLine({ name: '... at the second visit', value: few.shownAgain, unit: 'ms' }, { max: 700 }),
      infoLine({ name: '... requests at the second visit', value: second.requests, unit: '' }),
      infoLine({ name: `... live list of ${largeFleet} shown`, value: many.shown, unit: 'ms' }),
      infoLine({ name: '... at the second visit', value: many.shownAgain, unit: 'ms' }),
    ]
  },
}
