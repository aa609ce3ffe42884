import { startTestDaemon, type TestDaemon } from '@svc/agent-plugin-docker/testing'
import { onboard } from '@svc/e2e/enrol'
import { connect, type Peer } from '@svc/e2e/peer'
import { freePort } from '@svc/e2e/place'
import type { Program } from '@svc/e2e/process'
import type { Server } from '@svc/e2e/server'
import { firstSignIn, type Session, signIn } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { secretMask } from '@svc/protocol'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'

interface Listed {
  readonly id: string
  readonly name: string
  readonly state: string
}
interface Event {
  readonly timestamp: number
  readonly action: string
  readonly actor_name: string
  readonly attributes: Readonly<Record<string, string>>
}
interface Entry {
  readonly stream: string
  readonly message: string
}

const idle = 'while true; do sleep 1; done'
const stage = makeStage()
let place: { directory: string; port: number }
let server: Server
let admin: Session
let daemon: TestDaemon
let host: { readonly id: string; start(): Program }
let agent: Program

const docker = (path: string) => `/api/servers/${host.id}/docker/${path}`
const containers = async () => (await admin.get<{ containers: Listed[] }>(docker('containers'))).containers
const events = async () => (await admin.get<{ events: Event[] }>(docker('events?limit=1000'))).events
const act = (name: string, body: object) =>
  admin.send<{ success: boolean; error: string | null }>('POST', docker(`containers/${name}/action`), body)
const hasDaemon = async () =>
  (await admin.get<{ features: string[] }>(`/api/servers/${host.id}`)).features.includes('docker_extras')

beforeAll(async () => {
  daemon = await startTestDaemon()
  stage.later(daemon.close)
  place = { directory: stage.directory(), port: await freePort() }
  server = await stage.server(place)
  admin = await firstSignIn(server)
  const { server_id: id, enrollment } = await onboard(admin, 'dock')
  const directory = stage.directory()
  const config = { docker: { socket: daemon.socket }, capabilities: { allow: ['docker'] } }
  host = { id, start: () => stage.agent({ serverUrl: server.url, code: enrollment.code, directory, config }) }
  agent = host.start()
  await until('the daemon to be found', hasDaemon)
})
beforeEach(() => daemon.clear())

const logSocket = (session: Session, headers: Record<string, string> = {}): Promise<Peer> => {
  const url = `${server.url.replace(/^http/, 'ws')}/api/ws/docker/logs/${host.id}`
  return connect(url, { cookie: session.cookie, origin: server.url, ...headers })
}
const entriesOf = ({ frames }: Peer) =>
  frames.filter(({ type }) => type === 'logs').flatMap(({ entries }) => entries as Entry[])

describe('a host', () => {
  it('tells what is on it although nobody watches', async () => {
    await daemon.run({ name: 'web', script: idle, env: ['PASSWORD=hunter2'], labels: { team: 'a' } })
    expect(await containers()).toMatchObject([{ name: 'web', state: 'running', image: 'bb:1', labels: { team: 'a' } }])
    const { stats } = await admin.get<{ stats: object[] }>(docker('stats'))
    expect(stats).toMatchObject([{ name: 'web', memory_usage: expect.any(Number) }])
    const { info } = await admin.get<{ info: object }>(docker('info'))
    expect(info).toMatchObject({ containers_running: 1, images: 1 })
    const { images } = await admin.get<{ images: object[] }>(docker('images'))
    expect(images).toMatchObject([{ tags: ['bb:1'], containers: 1 }])
    const { networks } = await admin.get<{ networks: { name: string }[] }>(docker('networks'))
    expect(networks.map(({ name }) => name)).toContain('none')
    expect(await admin.get(docker('volumes'))).toEqual({ volumes: [] })
  })

  it('shows the environment of a container to admins who ask for it', async () => {
    await daemon.run({ name: 'web', script: idle, env: ['PASSWORD=hunter2'] })
    const env = async (query: string) =>
      (await admin.get<{ container: { Config: { Env: string[] } } }>(docker(`containers/web${query}`))).container.Config
        .Env
    expect(await env('')).toContain(`PASSWORD=${secretMask}`)
    expect(await env('?reveal=true')).toContain('PASSWORD=hunter2')
  })

  it('does what admins ask for, and the daemon says no in its own words', async () => {
    await daemon.run({ name: 'web', script: `trap 'exit 0' TERM; ${idle}` })
    const stateOf = async () => (await containers()).map(({ name, state }) => `${name} ${state}`)
    const steps: [object, string[]][] = [
      [{ action: 'pause' }, ['web paused']],
      [{ action: 'unpause' }, ['web running']],
      [{ Restart: { timeout: 1 } }, ['web running']],
      [{ action: 'stop', timeout: 1 }, ['web exited']],
      [{ action: 'start' }, ['web running']],
      [{ action: 'kill', signal: 'SIGKILL' }, ['web exited']],
      [{ Remove: { force: false } }, []],
    ]
    for (const [body, expected] of steps) {
      expect(await act('web', body)).toEqual({ success: true, error: null })
      await until(`the state after ${JSON.stringify(body)}`, async () => (await stateOf()).join() === expected.join())
    }
    expect(await act('web', { action: 'start' })).toEqual({
      success: false,
      error: expect.stringMatching(/no such container/i),
    })
    await daemon.run({ name: 'db', script: idle })
    const refused = await act('db', { action: 'remove' })
    expect(refused).toMatchObject({ success: false, error: expect.stringMatching(/running|stop the container/i) })
    const actions = async () =>
      new Set((await events()).filter((e) => e.actor_name === 'web').map(({ action }) => action))
    await until('the events of all that', async () => {
      const seen = await actions()
      return ['pause', 'unpause', 'stop', 'start', 'kill', 'die', 'destroy'].every((action) => seen.has(action))
    })
  })
})

describe('logs', () => {
  it('keep both streams apart, continue after a time, and end', async () => {
    await daemon.run({ name: 'web', script: `echo out; echo err >&2; ${idle}` })
    const socket = await logSocket(admin)
    await socket.frame('session')
    socket.send({ type: 'subscribe', container_id: 'web' })
    await until('both lines', () => entriesOf(socket).length === 2)
    expect(
      entriesOf(socket)
        .map(({ stream, message }) => [stream, message])
        .toSorted(),
    ).toEqual([
      ['stderr', 'err\n'],
      ['stdout', 'out\n'],
    ])
    await act('web', { action: 'remove', force: true })
    expect(await socket.frame('end')).toMatchObject({ type: 'end' })
    socket.send({ type: 'subscribe', container_id: 'web' })
    expect(await socket.frame('end')).toMatchObject({ code: 'not_found' })
    socket.close()
  })

  it('of a container that floods lose lines that nobody can read, and say how many', async () => {
    await daemon.run({ name: 'flood', script: 'yes "a line that is repeated as fast as it can be written"' })
    const peer = await logSocket(admin)
    await peer.frame('session')
    const { socket } = peer
    let dropped = 0
    // Instead of the listener that keeps all frames.
    socket.removeAllListeners('message').on('message', (data) => {
      dropped += (JSON.parse(String(data)) as { dropped?: number }).dropped ?? 0
    })
    peer.send({ type: 'subscribe', container_id: 'flood', tail: 0 })
    await until('lines that are missing', async () => {
      socket.pause()
      // What waits for the browser delays nothing else of this host.
      for (let n = 0; n < 200; n++) expect(await admin.get(docker('volumes'))).toEqual({ volumes: [] })
      socket.resume()
      expect(await admin.get(docker('volumes'))).toEqual({ volumes: [] })
      return dropped > 0
    })
    peer.close()
  })

  it('are for admins of this page only, and end within a second with the role', async () => {
    await daemon.run({ name: 'web', script: 'while true; do echo tick; sleep 0.1; done' })
    const password = 'correct horse battery staple'
    const { id } = await admin.send<{ id: string }>('POST', '/api/users', { username: 'ann', password, role: 'admin' })
    const ann = await signIn(server.url, 'ann', password)
    await expect(logSocket(ann, { origin: 'https://elsewhere.example' })).rejects.toMatchObject({ status: 403 })
    const socket = await logSocket(ann)
    socket.send({ type: 'subscribe', container_id: 'web' })
    await until('a line', () => entriesOf(socket).length > 0)
    await admin.send('PUT', `/api/users/${id}`, { role: 'member' })
    expect((await socket.closed).code).toBe(4001)
    const demoted = await signIn(server.url, 'ann', password)
    await expect(logSocket(demoted)).rejects.toMatchObject({ status: 403 })
    await until('the host to stop', async () => {
      const { entries } = await admin.get<{ entries: { detail: string }[] }>(
        '/api/audit-logs?action=docker_logs_unsubscribed',
      )
      return entries.some(({ detail }) => JSON.parse(detail).close_reason === 'credential_revoked')
    })
  })
})

describe('what is killed', () => {
  const startsOf = async (name: string) =>
    (await events()).filter(({ action, actor_name }) => action === 'start' && actor_name === name).length

  it('the daemon: the host says so, and is complete when it is back', async () => {
    const viewer = await connect(`${server.url.replace(/^http/, 'ws')}/api/ws/servers`, {
      cookie: admin.cookie,
      origin: server.url,
    })
    await viewer.frame('full_sync')
    await daemon.kill()
    expect(await viewer.frame('docker_availability_changed')).toMatchObject({ server_id: host.id, available: false })
    await expect(containers()).rejects.toThrow(/403|503/)
    await daemon.restart()
    await until('the daemon to be found again', hasDaemon)
    await daemon.run({ name: 'again', script: idle })
    await until('its event', async () => (await startsOf('again')) === 1)
    viewer.close()
  })

  it('the agent: what happened meanwhile is stored when it is back, once', async () => {
    await daemon.run({ name: 'before', script: idle })
    await until('its event', async () => (await startsOf('before')) === 1)
    agent.kill('SIGKILL')
    await agent.exited
    await daemon.run({ name: 'meanwhile', script: idle })
    agent = host.start()
    await until('the event of the time without an agent', async () => (await startsOf('meanwhile')) === 1)
    expect(await startsOf('before')).toBe(1)
  })

  it('the server: likewise', async () => {
    await daemon.run({ name: 'one', script: idle })
    await until('its event', async () => (await startsOf('one')) === 1)
    server.kill('SIGKILL')
    await server.exited
    await daemon.run({ name: 'two', script: idle })
    server = await stage.server(place)
    await until('the event of the time without a server', async () => (await startsOf('two')) === 1)
    expect(await startsOf('one')).toBe(1)
    expect((await containers()).map(({ name }) => name).toSorted()).toEqual(['one', 'two'])
  })
})
