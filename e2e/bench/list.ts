import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Family } from './family.ts'
import { enrol } from './fleet/enrol.ts'
import { makeFleet } from './fleet/fleet.ts'
import { requestsPerSecond } from './http-load.ts'
import { infoLine, ratioLine } from './line.ts'
import { freePort, listening, startProgram } from './process.ts'
import { median } from './statistics.ts'
import { startServer } from './svc-server.ts'

const servers = 500

/** The server list with authentication, compared with the same bytes as a cached string. */
export const list: Family = {
  name: 'list',
  async run({ quick, note }) {
    note(`enrolling ${servers} agents`)
    const server = await startServer()
    const file = join(tmpdir(), `svc-bench-list-${process.pid}.json`)
    try {
      const admin = await server.admin()
      const fleet = makeFleet({ url: server.url, members: await enrol(admin, servers) })
      await fleet.growTo(servers)
      await sleep(4000)
      fleet.stop()
      await sleep(2000)
      const answer = await fetch(new URL('/api/servers', server.url), { headers: { cookie: admin.cookie } })
      const body = await answer.text()
      await writeFile(file, body)
      const port = await freePort()
      const bare = startProgram(['e2e/bench/bare/cached-http.mjs', String(port), file])
      await listening(bare, port)
      note('asking for the list')
      const ours: number[] = []
      const cached: number[] = []
      // alternating short runs, so that a busy moment of the machine affects both
      const span = { seconds: 1.5 }
      for (let i = 0; i < (quick ? 4 : 12); i++) {
        ours.push(await requestsPerSecond(Number(server.url.port), '/api/servers', { cookie: admin.cookie }, span))
        cached.push(await requestsPerSecond(port, '/', {}, span))
      }
      await bare.stop()
      return [
        ratioLine(
          {
            name: `GET /api/servers, ${servers} servers / cached string`,
            value: median(ours),
            baseline: median(cached),
            unit: 'req/s',
          },
          { min: 0.6 },
        ),
        infoLine({ name: `response size of ${servers} servers`, value: body.length / 1024, unit: 'KB' }),
      ]
    } finally {
      await server.close()
      await rm(file, { force: true })
    }
  },
}
