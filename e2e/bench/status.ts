import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { devices } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import type { Family } from './family.ts'
import { enrol } from './fleet/enrol.ts'
import { makeFleet } from './fleet/fleet.ts'
import { own, takeNoted, watched } from './history/watch.ts'
import { infoLine, type Line, limitLine } from './line.ts'
import { freePort, listening, root, startProgram } from './process.ts'
import { median, percentile } from './statistics.ts'
import { startServer } from './svc-server.ts'

const agents = 500
const shownServers = 100
const rate = 2000

/** Asks `rate` times a second. `first` is the number of the first reader; none may come twice in a minute. */
function read(port: number, path: string, seconds: number, first: number) {
  const args = ['e2e/bench/readers.ts', port, path, rate, seconds, first].map(String)
  return new Promise<{ latencies: number[]; bytes: number; elapsed: number }>((resolve, reject) => {
    execFile(process.execPath, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (error, stdout) =>
      error ? reject(error) : resolve(JSON.parse(stdout)),
    )
  })
}

/** A cheap phone on a slow mobile network. */
const phone = {
  cpu: 4,
  network: { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 },
}

/** Milliseconds until the page shows something, for the first time, on such a phone. */
async function firstPaints(address: string, rounds: number): Promise<number[]> {
  const browser = await launchBrowser()
  try {
    const paints: number[] = []
    for (let round = 0; round < rounds; round++) {
      const context = await browser.newContext({ ...devices['Pixel 5'] })
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', phone.network)
      await session.send('Emulation.setCPUThrottlingRate', { rate: phone.cpu })
      await page.goto(address)
      const paint = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime
      paints.push(Number(await page.waitForFunction(paint).then((found) => found.jsonValue())))
      await context.close()
    }
    return paints
  } finally {
    await browser.close()
  }
}

/** The public page on the front page of a news site, while agents report. */
export const status: Family = {
  name: 'status',
  async run({ quick, note }) {
    const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'))
    const file = join(folder, 'watched.json')
    const server = await startServer(watched(file))
    const { program } = server
    try {
      const admin = await server.admin()
      note(`enrolling ${agents} agents`)
      const members = await enrol(admin, agents)
      const fleet = makeFleet({ url: server.url, members })
      await fleet.growTo(agents)
      await admin.call('PUT', '/api/status-page', {
        enabled: true,
        server_ids: members.slice(0, shownServers).map(({ server_id }) => server_id),
      })
      await sleep(8000)
      const lines: Line[] = []
      let readers = 0
      for (const path of ['/api/status', '/api/status/page']) {
        const seconds = quick ? 10 : 60
        // Starts the worker that reads uptime.
        const response = await fetch(new URL(path, server.url))
        const cachedBody = join(folder, 'body.json.gz')
        await writeFile(cachedBody, gzipSync(await response.text()))
        const barePort = await freePort()
        const bare = startProgram(['e2e/bench/bare/cached-http.mjs', String(barePort), cachedBody])
        await listening(bare, barePort)
        note(`${rate} requests a second for a cached string`)
        const bareBefore = { cpu: bare.cpuSeconds(), at: performance.now() }
        const cached = await read(barePort, path, seconds / 2, 0)
        const bareCores = (bare.cpuSeconds() - bareBefore.cpu) / ((performance.now() - bareBefore.at) / 1000)
        note(`${rate} requests a second for ${path}`)
        await takeNoted(program, file)
        const before = { cpu: program.cpuSeconds(), at: performance.now() }
        const reports = fleet.reports()
        const { latencies, bytes, elapsed } = await read(Number(server.url.port), path, seconds, readers)
        readers += latencies.length
        const cores = (program.cpuSeconds() - before.cpu) / ((performance.now() - before.at) / 1000)
        const { loop } = await takeNoted(program, file)
        note(`${Math.round((fleet.reports() - reports) / elapsed)} reports a second`)
        await bare.stop()
        lines.push(
          limitLine(
            {
              name: `${path}, ${shownServers} servers, ${agents} agents: answered`,
              value: latencies.length / elapsed,
              unit: 'req/s',
            },
            { min: rate * 0.99 },
          ),
          limitLine(
            {
              name: `${path} at ${rate} req/s / cached string: p99`,
              value: percentile(latencies, 0.99),
              baseline: percentile(cached.latencies, 0.99),
              unit: 'ms',
            },
            { max: 25 },
          ),
          limitLine(
            {
              name: `${path} at ${rate} req/s: p99 delay of the event loop`,
              value: percentile(own(loop), 0.99),
              unit: 'ms',
            },
            { max: 25 },
          ),
          limitLine(
            {
              name: `${path} at ${rate} req/s / cached string: CPU`,
              value: cores * 100,
              baseline: bareCores * 100,
              unit: '%',
            },
            { max: 100 },
          ),
          infoLine({ name: `${path}: compressed size`, value: bytes / latencies.length / 1024, unit: 'KB' }),
        )
      }
      fleet.stop()
      note('first paint on a slow phone')
      const paints = await firstPaints(new URL('/status', server.url).href, quick ? 3 : 7)
      lines.push(
        limitLine(
          { name: `first paint of ${shownServers} servers on a slow phone`, value: median(paints), unit: 'ms' },
          { max: 1000 },
        ),
      )
      return lines
    } finally {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
