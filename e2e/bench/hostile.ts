import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Family } from './family.ts'
import { enrol } from './fleet/enrol.ts'
import { makeFleet } from './fleet/fleet.ts'
import { signIn } from './fleet/session.ts'
import { adminOf, makePlace } from './history/place.ts'
import { own, takeNoted, watched } from './history/watch.ts'
import { type Attack, attacks, type Target } from './hostile/attacks.ts'
import { pacedRequests } from './http-load.ts'
import { type Line, limitLine, ratioLine } from './line.ts'
import { percentile } from './statistics.ts'
import { startIn, startServer } from './svc-server.ts'

const agents = 50
const hostileAgents = 3
const rate = 20

const charts = 'charts of a member'

/** A server with its agents. Charts cost something only where there is history. */
async function prepare(attack: Attack, file: string, note: (text: string) => void) {
  const options = watched(file)
  if (attack !== charts) {
    const server = await startServer(options)
    const admin = await server.admin()
    return { ...server, admin, members: await enrol(admin, agents + hostileAgents) }
  }
  const { home, members } = await makePlace(agents + hostileAgents, note)
  const program = await startIn(home, options)
  const close = async () => {
    await program.stop()
    await home.remove()
  }
  return { url: home.url, program, admin: await adminOf(home), members, close }
}

interface Measuring {
  readonly seconds: number
  note(text: string): void
}

/** What others notice of an attack on a server of its own: an earlier one would have left its garbage. */
async function measureAttack(attack: Attack, { seconds, note }: Measuring): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'))
  const file = join(folder, 'watched.json')
  const { url, program, admin, members, close } = await prepare(attack, file, note)
  try {
    const password = randomUUID()
    const account = { username: 'member', password, role: 'member', must_change_password: false }
    await admin.call('POST', '/api/users', account)
    const member = await signIn(url, 'member', password)
    const fleet = makeFleet({ url, members: members.slice(hostileAgents) })
    await fleet.growTo(agents)
    const target: Target = {
      port: Number(url.port),
      cookie: member.cookie,
      agentTokens: members.slice(0, hostileAgents).map(({ token }) => token),
      serverId: members[hostileAgents]?.server_id ?? '',
    }
    const to = new Date()
    const from = new Date(to.getTime() - 30 * 86_400_000)
    const chart = `/api/servers/${target.serverId}/records?from=${from.toISOString()}&to=${to.toISOString()}`
    const path = attack === charts ? chart : '/api/servers'
    const measure = async () => {
      const headers = () => ({ cookie: admin.cookie })
      await takeNoted(program, file)
      const { latencies } = await pacedRequests(target.port, { rate, seconds, path, connections: 8, headers })
      const { loop } = await takeNoted(program, file)
      return { requests: percentile(latencies, 0.95), loop: percentile(own(loop), 0.95) }
    }
    await measure()
    const idle = { ...(await measure()), bytes: program.rssBytes() }

    const worker = new Worker(new URL('./hostile/attack-worker.ts', import.meta.url), {
      workerData: { attack, target },
    })
    const failed = once(worker, 'error').then(([error]) => Promise.reject(error))
    let bytes = 0
    const timer = setInterval(() => {
      bytes = Math.max(bytes, program.rssBytes())
    }, 100)
    try {
      await Promise.race([sleep(1000), failed])
      const p95 = await Promise.race([measure(), failed])
      return [
        limitLine(
          { name: `${attack}: p95 of others`, value: p95.requests, baseline: idle.requests, unit: 'ms' },
          { max: 50 },
        ),
        limitLine(
          { name: `${attack}: p95 delay of the event loop`, value: p95.loop, baseline: idle.loop, unit: 'ms' },
          { max: 50 },
        ),
        ratioLine(
          { name: `${attack}: memory`, value: bytes / 2 ** 20, baseline: idle.bytes / 2 ** 20, unit: 'MB' },
          { max: 1.5 },
        ),
      ]
    } finally {
      clearInterval(timer)
      failed.catch(() => {})
      await worker.terminate()
      fleet.stop()
    }
  } finally {
    await close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** What others notice while somebody floods the server: strangers, a member or agents. */
export const hostile: Family = {
  name: 'hostile',
  async run({ quick, note }) {
    const lines: Line[] = []
    for (const attack of Object.keys(attacks) as Attack[]) {
      note(attack)
      lines.push(...(await measureAttack(attack, { seconds: quick ? 5 : 20, note })))
    }
    return lines
  },
}
