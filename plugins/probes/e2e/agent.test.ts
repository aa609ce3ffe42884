import { join } from 'node:path'
import { type Clock, makeClock } from '@svc/e2e/clock'
import { type CountedWeb, countedWeb } from '@svc/e2e/counted-web'
import { onboard } from '@svc/e2e/enrol'
import { connectBrowser, type Peer } from '@svc/e2e/peer'
import type { Program } from '@svc/e2e/process'
import { type Server, untilHealthy } from '@svc/e2e/server'
import { firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { beforeAll, describe, expect, it } from 'vitest'

interface Host {
  readonly id: string
  readonly agent: Program
}
interface PingRecord {
  readonly server_id: string
  readonly latency: number | null
  readonly success: boolean
  readonly error: string | null
}

const stage = makeStage()
/** of the agents; the server keeps the clock of the machine */
let clock: Clock
let server: Server
let admin: Session
let web: CountedWeb
let open: Host
let shut: Host
let browser: Peer
/** target ids by probe type */
let targets: Record<'icmp' | 'tcp' | 'http', string>

async function enrolled(name: string, args: string[] = []): Promise<Host> {
  const { server_id: id, enrollment } = await onboard(admin, name)
  const env = { SVC_LOG__LEVEL: 'debug', ...clock.env }
  const agent = stage.agent({ serverUrl: server.url, code: enrollment.code, args, env })
  await agent.line(/network probes assigned/)
  return { id, agent }
}

/** Waits for results of agents without waiting for their intervals. Shorter steps than the timeout of a probe. */
const untilProbed = <T>(what: string, look: () => Promise<T | undefined | false>) =>
  clock.forwardUntil([open.agent, shut.agent], () => until(what, look), 5000)

const addTask = async (probe_type: string, target: string, interval: number, hosts: readonly Host[]) => {
  const server_ids = hosts.map(({ id }) => id)
  const body = { name: target, probe_type, target, interval, server_ids }
  return (await admin.send<{ id: string }>('POST', '/api/ping-tasks', body)).id
}

function range(): string {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  return `from=${at(-3_600_000)}&to=${at(60_000)}`
}
const pings = (id: string) => admin.get<PingRecord[]>(`/api/ping-tasks/${id}/records?${range()}`)
const pingsOf = async (id: string, host: Host) => (await pings(id)).filter(({ server_id }) => server_id === host.id)
const rounds = ({ id }: Host) =>
  admin.get<{ target_id: string; packet_sent: number; packet_received: number; avg_latency: number | null }[]>(
    `/api/servers/${id}/network-probes/records?${range()}`,
  )

/** Targets of a server that live updates were sent for. */
const toldOf = ({ id }: Host) =>
  new Set(
    browser.frames
      .filter(({ type, server_id }) => type === 'network_probe_update' && server_id === id)
      .flatMap(({ results }) => (results as { target_id: string }[]).map(({ target_id }) => target_id)),
  )

beforeAll(async () => {
  clock = makeClock(stage.directory())
  server = await stage.server()
  admin = await firstSignIn(server)
  web = await countedWeb()
  stage.later(web.close)
  const { address, port } = web
  const add = async (probe_type: 'icmp' | 'tcp' | 'http', target: string) => {
    const body = { name: probe_type, provider: '', location: '', target, probe_type }
    return (await admin.send<{ id: string }>('POST', '/api/network-probes/targets', body)).id
  }
  targets = {
    icmp: await add('icmp', address),
    tcp: await add('tcp', `${address}:${port}`),
    http: await add('http', `http://${address}:${port}/round`),
  }
  const setting = { interval: 30, packet_count: 5, default_target_ids: Object.values(targets) }
  await admin.send('PUT', '/api/network-probes/setting', setting)
  browser = await connectBrowser(server.url, admin.cookie)
  open = await enrolled('open')
  shut = await enrolled('shut', ['--deny-cap', 'ping_tcp'])
})

describe('network probes', () => {
  it('are sent in rounds, stored and broadcast', async () => {
    // At once, because a second step would end rounds that are running.
    await clock.forward(30_000, [open.agent, shut.agent], 30_000)
    const full = await until('a whole round against each target', async () => {
      // The step ends a round that was running, with fewer packets.
      const found = (await rounds(open)).filter(({ packet_sent }) => packet_sent === 5)
      return new Set(found.map(({ target_id }) => target_id)).size === 3 && found
    })
    expect(new Set(full.map(({ target_id }) => target_id))).toEqual(new Set(Object.values(targets)))
    await until('live updates of each target', async () => toldOf(open).size === 3)
    for (const { packet_received, avg_latency } of full) {
      expect(packet_received).toBe(5)
      expect(avg_latency).toBeGreaterThan(0)
    }
  })

  it('of a type that the host denies are not sent', async () => {
    await until('the other rounds', () => toldOf(shut).size === 2)
    expect(toldOf(shut)).toEqual(new Set([targets.icmp, targets.http]))
    const found = await rounds(shut)
    expect(found.filter(({ target_id }) => target_id === targets.tcp)).toEqual([])
  })
})

describe('ping tasks', () => {
  it('run on their agents, and their results can be read', async () => {
    const { address, port } = web
    const ids = {
      icmp: await addTask('icmp', address, 5, [open]),
      tcp: await addTask('tcp', `${address}:${port}`, 5, [open]),
      http: await addTask('http', `${address}:${port}/task`, 5, [open]),
      wrong: await addTask('tcp', 'does-not-exist.invalid', 60, [open]),
    }
    for (const id of [ids.icmp, ids.tcp, ids.http]) {
      const found = await untilProbed('a second result', async () => {
        const all = await pings(id)
        return all.length >= 2 && all
      })
      for (const { server_id, success, latency, error } of found) {
        expect([server_id, success, error]).toEqual([open.id, true, null])
        expect(latency).toBeGreaterThan(0)
      }
    }
    const [failed] = await untilProbed('the failure', async () => {
      const all = await pings(ids.wrong)
      return all.length > 0 && all
    })
    expect(failed).toMatchObject({ success: false, error: expect.stringMatching(/name/) })
    for (const id of Object.values(ids)) await admin.send('DELETE', `/api/ping-tasks/${id}`)
    await open.agent.line(/ping tasks assigned/)
  })

  it('of a type that one host denies are dropped there only', async () => {
    const { address, port } = web
    const tcp = await addTask('tcp', `${address}:${port}`, 5, [open, shut])
    const http = await addTask('http', `${address}:${port}/both`, 5, [open, shut])
    const icmp = await addTask('icmp', address, 5, [open, shut])
    await untilProbed('both to answer', async () => {
      const all = await Promise.all([pingsOf(http, open), pingsOf(http, shut), pingsOf(icmp, shut), pingsOf(tcp, open)])
      return all.every((found) => found.length >= 2)
    })
    expect(await pingsOf(tcp, shut)).toEqual([])
    for (const id of [tcp, http, icmp]) await admin.send('DELETE', `/api/ping-tasks/${id}`)
  })
})

it('probes continue during a server restart, and unchanged tasks are not restarted', { timeout: 180_000 }, async () => {
  const at = (path: string) => `http://${web.address}:${web.port}${path}`
  const seldom = await addTask('http', at('/seldom'), 86_400, [open])
  const often = await addTask('http', at('/often'), 5, [open])
  await untilProbed('both tasks', async () => (await pings(seldom)).length === 1 && (await pings(often)).length > 0)
  await server.stop()
  const before = web.visits('/often')
  await untilProbed('the agent to go on by itself', async () => web.visits('/often') > before)
  server = await stage.launch({ directory: join(server.dataDir, '..'), port: Number(new URL(server.url).port) })
  await untilHealthy(server)
  const stored = (await pings(often)).length
  await untilProbed('results to arrive again', async () => (await pings(often)).length > stored + 1)
  expect(web.visits('/seldom')).toBe(1)
  await admin.send('PUT', `/api/ping-tasks/${seldom}`, { target: at('/changed') })
  await untilProbed('the changed task to restart', async () => web.visits('/changed') === 1)
  await admin.send('PUT', `/api/ping-tasks/${often}`, { enabled: false })
  const lines = () => open.agent.lines.filter((line) => line.includes('ping tasks assigned')).length
  const linesBefore = lines()
  await admin.send('DELETE', `/api/ping-tasks/${seldom}`)
  await until('the agent to be synced', () => lines() > linesBefore)
  const last = web.visits('/often')
  await addTask('http', at('/after'), 5, [open])
  await untilProbed('the time for another one to pass', async () => web.visits('/after') >= 2)
  expect(web.visits('/often')).toBe(last)
})
