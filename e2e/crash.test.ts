import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { inspect } from './harness/database.ts'
import { claim, newRunToken, onboard } from './harness/enrol.ts'
import { connectAgent, connectBrowser } from './harness/peer.ts'
import { freePort } from './harness/place.ts'
import type { Program } from './harness/process.ts'
import { chosenSeed, makeRandom } from './harness/random.ts'
import type { Server } from './harness/server.ts'
import { adminPassword, firstSignIn, type Session, sessionOf, signIn } from './harness/session.ts'
import { makeStage } from './harness/stage.ts'
import { until } from './harness/until.ts'

const stage = makeStage()
const rounds = 10
const newestSessions = 30

/** What the server has confirmed; from then on it may not forget it. */
interface Promises {
  readonly servers: Set<string>
  /** oldest first; the server keeps 50 sessions of a user, so only the newest are a promise */
  readonly cookies: string[]
  /** run token by server id */
  readonly claims: Map<string, string>
}

/** Creates servers, sessions and claims as fast as it can until the server is killed. */
async function work(url: string, admin: Session, promised: Promises): Promise<void> {
  let entered = 0
  for (;;) {
    try {
      const created = await onboard(admin, `server ${promised.servers.size}`, randomUUID())
      promised.servers.add(created.server_id)
      const token = newRunToken()
      const answer = await claim(url, created.enrollment.code, token)
      if (answer.status !== 200) throw new Error(`the claim answered ${answer.status}: ${answer.text}`)
      promised.claims.set(created.server_id, token)
      // few enough that our own session does not have to make room, also on a fast machine
      if (promised.servers.size % 4 !== 0 || entered === newestSessions / 2) continue
      promised.cookies.push((await signIn(url, 'admin', adminPassword)).cookie)
      entered += 1
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ECONNREFUSED' || code === 'ECONNRESET') return
      throw error
    }
  }
}

async function expectNothingLost(server: Server, promised: Promises) {
  const admin = await signIn(server.url, 'admin', adminPassword)
  const listed = await admin.get<{ id: string; agent_authority: { status: string } }[]>('/api/servers')
  const status = new Map(listed.map(({ id, agent_authority }) => [id, agent_authority.status]))
  expect([...promised.servers].filter((id) => !status.has(id))).toEqual([])
  expect([...promised.claims.keys()].filter((id) => status.get(id) !== 'claimed')).toEqual([])
  for (const cookie of promised.cookies.slice(-newestSessions)) {
    expect((await sessionOf(server.url, cookie).call('GET', '/api/auth/me')).status).toBe(200)
  }
  const [last] = [...promised.claims].slice(-1)
  if (last) {
    const peer = await connectAgent(server.url, last[1])
    expect((await peer.frame('welcome')).server_id).toBe(last[0])
    peer.close()
  }
}

describe('kill -9 at random moments', () => {
  it(`loses no server, session or claim in ${rounds} rounds`, { timeout: 600_000 }, async () => {
    const seed = chosenSeed()
    console.log(`crash test: SEED=${seed}`)
    const random = makeRandom(seed)
    const directory = stage.directory()
    const agentDirectory = stage.directory()
    const port = await freePort()

    let server = await stage.server({ directory, port })
    let admin = await firstSignIn(server)
    const promised: Promises = { servers: new Set(), cookies: [admin.cookie], claims: new Map() }
    const watched = await onboard(admin, 'the real agent')
    const startAgent = () =>
      stage.agent({ directory: agentDirectory, serverUrl: server.url, code: watched.enrollment.code })
    let agent: Program = startAgent()

    for (let round = 1; round <= rounds; round++) {
      const busy = work(server.url, admin, promised)
      busy.catch(() => {})
      // the first round may hit the real agent in the middle of its claim
      await pause(random.below(round === 1 ? 400 : 1200))
      const victims = random.below(3)
      if (victims !== 1) server.kill('SIGKILL')
      if (victims !== 0) agent.kill('SIGKILL')
      if (victims === 1) {
        await agent.exited
        await pause(random.below(200))
        server.kill('SIGKILL')
      }
      await server.exited
      await busy
      if (agent.hasExited() || victims !== 0) {
        await agent.exited
        agent = startAgent()
      }
      server = await stage.server({ directory, port })
      await expectNothingLost(server, promised)
      admin = await signIn(server.url, 'admin', adminPassword)
      promised.cookies.push(admin.cookie)
    }

    const authority = () => admin.get<{ status: string }>(`/api/servers/${watched.server_id}/agent-authority`)
    await until('the real agent to be back under its own record', async () => (await authority()).status === 'claimed')
    expect(agent.hasExited(), agent.output()).toBe(false)
    const viewer = await connectBrowser(server.url, admin.cookie)
    await until('the real agent to report', () =>
      viewer.frames.some(
        (frame) =>
          frame.type === 'update' && (frame.servers as { id: string }[]).some(({ id }) => id === watched.server_id),
      ),
    )
    viewer.close()
    expect(promised.servers.size).toBeGreaterThanOrEqual(rounds)

    await agent.stop()
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    expect(inspect(server.dataDir, (db) => db.pragma('integrity_check'))).toEqual([{ integrity_check: 'ok' }])
    expect(inspect(server.dataDir, (db) => db.pragma('foreign_key_check'))).toEqual([])
  })
})
