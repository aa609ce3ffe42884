import { Type } from '@sinclair/typebox'
import { contribute, credentialsRevoked, definePlugin, type Principal } from '@svc/plugin-sdk'
import { defineMessage, nullish, str, u32 } from '@svc/protocol'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeWorld, report, systemInfo, type World } from '../../test/world.ts'
import { agents, live, viewerStreams, whileWatched } from '../contract.ts'

const Containers = defineMessage('docker_containers', { containers: Type.Array(str()) })
const Stats = defineMessage('docker_stats', { stats: Type.Array(u32()) })
const Update = defineMessage('docker_update', {
  server_id: str(),
  containers: Type.Array(str()),
  stats: nullish(Type.Array(u32())),
})
const Event = defineMessage('docker_event', { server_id: str(), action: str() })
const Subscribe = defineMessage('docker_subscribe', { server_id: str() })
const StartStats = defineMessage('docker_start_stats', { interval_secs: u32() })
const StopStats = defineMessage('docker_stop_stats', {})

/** What the Docker page needs: a capability, a feature and two kinds of messages that make one update. */
const docker = definePlugin({
  id: 'docker',
  setup: () => ({
    contributes: contribute(viewerStreams, {
      subscribe: Subscribe,
      unsubscribe: defineMessage('docker_unsubscribe', { server_id: str() }),
      capability: 'docker',
      feature: 'docker',
      start: (send) => send(StartStats, { interval_secs: 3 }),
      stop: (send) => send(StopStats, {}),
      updates: [
        whileWatched(Containers, ({ containers }, { send, latest }) =>
          send(Update, { containers, stats: latest(Stats)?.stats ?? null }),
        ),
        whileWatched(Stats, () => {}),
      ],
      leaseMs: 60_000,
      lingerMs: 5000,
      maxPerViewer: 2,
      minIntervalMs: 1000,
    }),
  }),
})

let world: World
let id: string
let token: string
let agent: Awaited<ReturnType<World['welcomed']>>
beforeEach(async () => {
  world = await makeWorld({ plugins: [docker] })
  ;({ id, token } = await world.claimed('a'))
  agent = await world.welcomed(token)
  await introduce(agent)
})
afterEach(() => world.close())

type Peer = typeof agent
const introduce = async (peer: Peer, more: object = {}) => {
  peer.send(report)
  peer.send({ ...systemInfo, agent_local_capabilities: 128, features: ['docker'], ...more })
  await peer.next('ack')
}
const browser = async (who: 'admin' | 'member' | Principal = 'member') => {
  const peer = await world.browser(who)
  await peer.next('full_sync')
  return peer
}
const subscribe = (peer: Peer, server_id = id) => peer.send({ type: 'docker_subscribe', server_id })
const containers = (names: string[]) => agent.send({ type: 'docker_containers', containers: names })
const countOf = (peer: Peer, type: string) => peer.received.filter((message) => message.type === type).length
/** Everything that the agent sent before has been handled. */
const settled = () => introduce(agent)

it('combines what the agent sends, and gives later viewers the last update', async () => {
  const ann = await browser()
  subscribe(ann)
  expect(await agent.next('docker_start_stats')).toEqual({ type: 'docker_start_stats', interval_secs: 3 })
  agent.send({ type: 'docker_stats', stats: [7] })
  containers(['web'])
  const update = { type: 'docker_update', server_id: id, containers: ['web'], stats: [7] }
  expect(await ann.next('docker_update')).toEqual(update)
  const bob = await browser('admin')
  subscribe(bob)
  expect(await bob.next('docker_update')).toEqual(update)
})

it('drops what is sent too fast, and everything before the start', async () => {
  const ann = await browser()
  containers(['before'])
  await settled()
  subscribe(ann)
  await agent.next('docker_start_stats')
  for (const name of ['first', 'second', 'third']) containers([name])
  expect(await ann.next('docker_update')).toMatchObject({ containers: ['first'] })
  await world.kernel.clock.advance(1000)
  containers(['fourth'])
  expect(await ann.next('docker_update')).toMatchObject({ containers: ['fourth'] })
})

it('renews the lease while there are viewers, and stops after the linger', async () => {
  const ann = await browser()
  subscribe(ann)
  await agent.next('docker_start_stats')
  await world.kernel.clock.advance(20_000)
  await agent.next('docker_start_stats')
  ann.socket.terminate()
  await vi.waitFor(async () => {
    await world.kernel.clock.advance(5000)
    await settled()
    expect(countOf(agent, 'docker_stop_stats')).toBe(1)
  })
  agent.clear()
  for (let lease = 0; lease < 60_000; lease += 20_000) {
    await world.kernel.clock.advance(20_000)
    await settled()
  }
  expect(countOf(agent, 'docker_start_stats')).toBe(0)
})

it('starts again when the agent is back, gets the capability or the feature', async () => {
  const ann = await browser()
  await introduce(agent, { agent_local_capabilities: 8 })
  subscribe(ann)
  await introduce(agent, { agent_local_capabilities: 8 })
  expect(countOf(agent, 'docker_start_stats')).toBe(0)
  await introduce(agent, { features: [] })
  expect(countOf(agent, 'docker_start_stats')).toBe(0)
  agent.send({ type: 'features_update', features: ['docker'] })
  await agent.next('docker_start_stats')
  agent.socket.terminate()
  await vi.waitFor(() => expect(world.kernel.service(agents).isOnline(id)).toBe(false))
  agent = await world.welcomed(token)
  await settled()
  await agent.next('docker_start_stats')
  containers(['again'])
  expect(await ann.next('docker_update')).toMatchObject({ containers: ['again'] })
})

it('stops for a member at once when the server is hidden, also if nobody sends anything', async () => {
  const ann = await browser()
  subscribe(ann)
  await agent.next('docker_start_stats')
  await world.admin('PUT', `/api/servers/${id}`, { hidden: true })
  await world.kernel.clock.advance(5000)
  await agent.next('docker_stop_stats')
  containers(['secret'])
  await settled()
  subscribe(ann)
  subscribe(ann, 'no-such-server')
  await settled()
  expect([countOf(ann, 'docker_update'), countOf(agent, 'docker_start_stats')]).toEqual([0, 0])
})

it('stops when the server is deleted', async () => {
  const ann = await browser('admin')
  subscribe(ann)
  await agent.next('docker_start_stats')
  await world.admin('DELETE', `/api/servers/${id}`)
  await agent.closed
  await world.kernel.clock.advance(60_000)
  expect(countOf(ann, 'docker_update')).toBe(0)
})

it('stops when the credential of the viewer is revoked, as it is when the role changes', async () => {
  const ann: Principal = {
    userId: 'ann',
    username: 'ann',
    role: 'admin',
    via: 'api_key',
    credentialId: 'ann-1',
    flagged: false,
  }
  await world.admin('PUT', `/api/servers/${id}`, { hidden: true })
  const viewer = await browser(ann)
  subscribe(viewer)
  await agent.next('docker_start_stats')
  world.kernel.emit(credentialsRevoked, { userId: 'ann' })
  expect((await viewer.closed).code).toBe(4001)
  await vi.waitFor(async () => {
    await world.kernel.clock.advance(5000)
    await settled()
    expect(countOf(agent, 'docker_stop_stats')).toBe(1)
  })
  const demoted = await browser({ ...ann, role: 'member', credentialId: 'ann-2' })
  agent.clear()
  subscribe(demoted)
  await settled()
  expect(countOf(agent, 'docker_start_stats')).toBe(0)
})

it('limits the servers of a viewer; the oldest is replaced', async () => {
  const ann = await browser()
  subscribe(ann)
  await agent.next('docker_start_stats')
  for (const name of ['b', 'c']) {
    const other = await world.claimed(name)
    const peer = await world.welcomed(other.token)
    await introduce(peer)
    subscribe(ann, other.id)
    await peer.next('docker_start_stats')
  }
  await world.kernel.clock.advance(5000)
  await agent.next('docker_stop_stats')
})

it('starts after the acknowledgement, when an agent connects that is already watched', async () => {
  const ann = await browser()
  subscribe(ann)
  await agent.next('docker_start_stats')
  agent.socket.terminate()
  await ann.next('server_offline')
  agent = await world.welcomed(token)
  agent.send({ ...systemInfo, agent_local_capabilities: 128, features: ['docker'] })
  await vi.waitFor(() => expect(countOf(agent, 'docker_start_stats')).toBeGreaterThan(0))
  expect(agent.received[0]).toMatchObject({ type: 'ack' })
})

it('sends every message to those who watch and may, and to no later viewer', async () => {
  const [ann, admin, other] = [await browser(), await browser('admin'), await browser('admin')]
  for (const viewer of [ann, admin]) subscribe(viewer)
  await agent.next('docker_start_stats')
  const send = (action: string) => world.kernel.service(live).toViewers({ subscribe: Subscribe }, id, Event, { action })
  for (const action of ['create', 'start']) send(action)
  for (const viewer of [ann, admin])
    for (const action of ['create', 'start'])
      expect(await viewer.next('docker_event')).toEqual({ type: 'docker_event', server_id: id, action })
  await world.admin('PUT', `/api/servers/${id}`, { hidden: true })
  send('die')
  expect(await admin.next('docker_event')).toMatchObject({ action: 'die' })
  subscribe(other)
  containers(['web'])
  await other.next('docker_update')
  expect([countOf(ann, 'docker_event'), countOf(other, 'docker_event')]).toEqual([0, 0])
})

it('starts a watched agent once when it connects again', async () => {
  const ann = await browser()
  subscribe(ann)
  await agent.next('docker_start_stats')
  agent.socket.terminate()
  await ann.next('server_offline')
  agent = await world.welcomed(token)
  await introduce(agent)
  agent.send({ type: 'features_update', features: ['docker', 'docker_extras'] })
  await introduce(agent, { agent_local_capabilities: 8 })
  expect(countOf(agent, 'docker_start_stats')).toBe(1)
})
