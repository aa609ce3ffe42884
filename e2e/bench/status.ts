import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Family } from './family.ts'
import { enrol } from './fleet/enrol.ts'
import { makeFleet } from './fleet/fleet.ts'
import { pacedRequests } from './http-load.ts'
import { infoLine, type Line, limitLine } from './line.ts'
import { freePort, listening, startProgram } from './process.ts'
import { percentile } from './statistics.ts'
import { startServer } from './svc-server.ts'

const agents = 500
const shownServers = 100
const rate = 2000

/** A different reader each time, as a proxy in front reports them: none of them reaches its limit. */
const reader = (index: number) => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`

/** The public page on the front page of a news site, while agents report. */
export const status: Family = {
  name: 'status',
  async run({ quick, note }) {
    const server = await startServer()
    const file = join(tmpdir(), `svc-bench-status-${process.pid}.json.gz`)
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
      const port = Number(server.url.port)
      const lines: Line[] = []
      let readers = 0
      for (const path of ['/api/status', '/api/status/page']) {
        const seconds = quick ? 10 : 60
        // Starts the worker that reads uptime.
        const response = await fetch(new URL(path, server.url))
        await writeFile(file, gzipSync(await response.text()))
        const barePort = await freePort()
        const bare = startProgram(['e2e/bench/bare/cached-http.mjs', String(barePort), file])
        await listening(bare, barePort)
        const paced = (to: number) =>
          pacedRequests(to, {
            ...{ rate, seconds, path },
            headers: () => ({ 'accept-encoding': 'gzip', 'x-forwarded-for': reader(readers++) }),
          })
        note(`${rate} requests a second for ${path}`)
        const before = { cpu: server.program.cpuSeconds(), at: performance.now(), reports: fleet.reports() }
        const { latencies, bytes } = await paced(port)
        const elapsed = (performance.now() - before.at) / 1000
        const cores = (server.program.cpuSeconds() - before.cpu) / elapsed
        note(`${Math.round((fleet.reports() - before.reports) / elapsed)} reports a second; now the cached string`)
        const cached = await paced(barePort)
        await bare.stop()
        const about = `${path}, ${shownServers} servers, ${agents} agents`
        const p99 = percentile(latencies, 0.99)
        lines.push(
          limitLine(
            { name: `${about}: answered`, value: latencies.length / elapsed, unit: 'req/s' },
            { min: rate * 0.99 },
          ),
          limitLine(
            {
              name: `${path} at ${rate} req/s / cached string: p99`,
              value: p99,
              baseline: percentile(cached.latencies, 0.99),
              unit: 'ms',
            },
            { max: 25 },
          ),
          limitLine(
            { name: `${path} at ${rate} req/s: CPU of the server`, value: cores * 100, unit: '%' },
            { max: 100 },
          ),
          infoLine({ name: `${path}: compressed size`, value: bytes / latencies.length / 1024, unit: 'KB' }),
        )
      }
      fleet.stop()
      return lines
    } finally {
      await server.close()
      await rm(file, { force: true })
    }
  },
}
