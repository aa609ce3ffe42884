import { credentialsRevoked, type Principal } from '@svc/plugin-sdk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeWorld, type World, webId } from '../../test/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.kernel.close())

const line = (message: string, stream = 'stdout') => ({
  timestamp: '2026-05-01T12:00:00.000000001Z',
  stream,
  message: `${message}\n`,
})
const open = async (serverId: string, who: 'admin' | Principal = 'admin') => {
  const socket = await world.kernel.connect(`/api/ws/docker/logs/${serverId}`, world.kernel.as(who).headers)
  const { session_id } = await socket.next('session')
  return {
    ...socket,
    session_id,
    subscribe: (more: object = {}) => socket.send({ type: 'subscribe', container_id: webId, ...more }),
  }
}
/** Resolves when the socket has closed. */
const closed = (socket: Awaited<ReturnType<typeof open>>) => expect(socket.next('nothing')).rejects.toThrow('closed')

async function reading(facts?: object, more?: object) {
  const server = await world.server('web', facts)
  const socket = await open(server.id)
  socket.subscribe(more)
  const start = await server.agent.next('docker_logs_start')
  const { agent } = server
  const send = (...entries: object[]) => agent.send({ type: 'docker_log', session_id: start.session_id, entries })
  return { ...server, socket, start, send }
}

describe('a log', () => {
  it('is sent with both streams apart, from the last hundred lines on', async () => {
    const { socket, start, send } = await reading()
    expect(start).toMatchObject({ container_id: webId, tail: 100, since: null, follow: true })
    send(line('out'), { ...line('err', 'stderr'), extra: 1 })
    expect(await socket.next('logs')).toEqual({ type: 'logs', entries: [line('out'), line('err', 'stderr')] })
    send({ stream: 'console', message: '\u001b[31mred\u001b[0m\u0000' })
    expect((await socket.next('logs')).entries).toEqual([
      { timestamp: null, stream: 'console', message: '\u001b[31mred\u001b[0m\u0000' },
    ])
  })

  it('has the lines that were asked for, up to a limit', async () => {
    const { agent, socket, start } = await reading(undefined, { tail: 5, since: '2026-05-01T12:00:00Z', follow: false })
    expect(start).toMatchObject({ tail: 5, since: '2026-05-01T12:00:00Z', follow: false })
    socket.subscribe({ tail: 9e15 })
    expect(await agent.next('docker_logs_start')).toMatchObject({ tail: 100_000 })
  })

  it('says how many lines are missing', async () => {
    const { agent, socket, start } = await reading()
    agent.send({ type: 'docker_log', session_id: start.session_id, entries: [line('a')], dropped: 7 })
    expect(await socket.next('logs')).toMatchObject({ dropped: 7 })
  })

  it('ends, and may be followed by another one on the same socket', async () => {
    const { agent, socket, start } = await reading(undefined, { follow: false })
    agent.send({ type: 'docker_logs_end', session_id: start.session_id })
    expect(await socket.next('end')).toEqual({ type: 'end', error: null, code: null })
    socket.subscribe()
    const next = await agent.next('docker_logs_start')
    expect(next.session_id).not.toBe(start.session_id)
  })

  it('ends with the error of the daemon', async () => {
    const { agent, socket, start } = await reading()
    agent.send({ type: 'docker_logs_end', session_id: start.session_id, error: 'no such container', code: 'not_found' })
    expect(await socket.next('end')).toMatchObject({ error: 'no such container', code: 'not_found' })
  })

  it('is replaced by the next one, whose lines it does not mix with', async () => {
    const { agent, socket, start, send } = await reading()
    socket.subscribe({ container_id: 'db' })
    expect(await agent.next('docker_logs_stop')).toMatchObject({ session_id: start.session_id })
    const next = await agent.next('docker_logs_start')
    expect(next).toMatchObject({ container_id: 'db' })
    send(line('late'))
    agent.send({ type: 'docker_log', session_id: next.session_id, entries: [line('db')] })
    expect((await socket.next('logs')).entries).toEqual([line('db')])
    expect(socket.countOf('end')).toBe(0)
  })

  it('stops when the browser unsubscribes or leaves mid-stream', async () => {
    const { agent, socket, start, send } = await reading()
    socket.send({ type: 'unsubscribe' })
    expect(await agent.next('docker_logs_stop')).toMatchObject({ session_id: start.session_id })
    socket.subscribe()
    const second = await agent.next('docker_logs_start')
    send(line('late'))
    socket.terminate()
    expect(await agent.next('docker_logs_stop')).toMatchObject({ session_id: second.session_id })
  })

  it.each([
    ['no container', { container_id: undefined }, 'container_id'],
    ['a path', { container_id: '../../volumes/prune?' }, 'container_id'],
    ['a negative tail', { tail: -1 }, 'tail'],
    ['a since that is none', { since: '1 OR 1=1' }, 'since'],
    ['a follow that is none', { follow: 'yes' }, 'follow'],
  ])('is not sent for %s', async (_, bad, field) => {
    const { id, agent } = await world.server('web')
    const socket = await open(id)
    socket.subscribe(bad)
    expect(await socket.next('end')).toEqual({ type: 'end', error: `${field} is not valid`, code: 'invalid' })
    for (const junk of ['{', '[]', '{"type":"other"}', '""']) socket.sendRaw(junk)
    await agent.settle()
    expect(agent.countOf('docker_logs_start')).toBe(0)
    socket.subscribe()
    await agent.next('docker_logs_start')
  })

  it('of another host cannot be written by this one', async () => {
    const { socket, start, send } = await reading()
    const other = await world.server('other')
    other.agent.send({ type: 'docker_log', session_id: start.session_id, entries: [line('lie')] })
    await other.agent.settle()
    send(line('truth'))
    expect((await socket.next('logs')).entries).toEqual([line('truth')])
  })

  it('ends with a bad message of the agent', async () => {
    const { agent, socket, start } = await reading()
    agent.send({ type: 'docker_log', session_id: start.session_id, entries: 'none' })
    expect(await socket.next('end')).toMatchObject({ code: 'failed' })
  })

  it('is not asked for without end', async () => {
    const { id } = await world.server('web')
    const socket = await open(id)
    for (let n = 0; n < 61; n++) socket.subscribe()
    expect(await socket.next('end')).toMatchObject({ code: 'too_many_requests' })
    expect(world.audited('docker_logs_subscribed')).toHaveLength(60)
  })
})

describe('when the daemon is gone', () => {
  it('logs end, and the socket stays open', async () => {
    const { agent, socket } = await reading()
    agent.send({ type: 'features_update', features: [] })
    expect(await socket.next('end')).toMatchObject({ code: 'unavailable' })
    socket.subscribe()
    await agent.next('docker_logs_start')
  })

  it('as peers say it, they end with the reason', async () => {
    const { agent, socket } = await reading({ features: [], stream_window: undefined })
    agent.send({ type: 'docker_unavailable', msg_id: 'of-a-request' })
    agent.send({ type: 'docker_unavailable', error: 'the socket is a directory' })
    expect(await socket.next('end')).toEqual({ type: 'end', error: 'the socket is a directory', code: 'unavailable' })
    expect(socket.countOf('end')).toBe(0)
  })
})

describe('the socket', () => {
  const reasons = () => world.audited('docker_logs_unsubscribed').map(({ close_reason }) => close_reason)

  it('is for admins, on hosts that permit it and are online; refusals are audited', async () => {
    const [on, off] = [await world.server('on'), await world.server('off', { agent_local_capabilities: 0 })]
    const attempt = (id: string, who: 'admin' | 'member') =>
      world.kernel.connect(`/api/ws/docker/logs/${id}`, world.kernel.as(who).headers)
    await expect(attempt(on.id, 'member')).rejects.toThrow('403')
    await expect(attempt(off.id, 'admin')).rejects.toThrow('403')
    await expect(attempt('nobody', 'admin')).rejects.toThrow('404')
    expect(
      world.audited('docker_logs_subscribe_denied').map(({ server_id, deny_reason }) => [server_id, deny_reason]),
    ).toEqual([
      [on.id, 'role_forbidden'],
      [off.id, 'agent_capability_disabled'],
    ])
    on.agent.terminate()
    await vi.waitFor(() => expect(attempt(on.id, 'admin')).rejects.toThrow('404'))
  })

  it('closes when the capability is withdrawn', async () => {
    const { agent, socket } = await reading()
    const idle = await open((await world.server('other')).id)
    await agent.introduce({ agent_local_capabilities: 0 })
    await closed(socket)
    expect(reasons()).toEqual(['agent_capability_disabled'])
    idle.subscribe()
    await vi.waitFor(() => expect(world.audited('docker_logs_subscribed')).toHaveLength(2))
  })

  it('closes with its agent, also while it sends nothing', async () => {
    const { id, agent, socket } = await reading()
    const idle = await open(id)
    agent.terminate()
    await closed(socket)
    await closed(idle)
    expect(reasons()).toEqual(['agent_disconnect'])
  })

  it('closes when the credential is revoked, as with another role, and the host stops', async () => {
    const { id, agent } = await world.server('web')
    const ann: Principal = {
      userId: 'ann',
      username: 'ann',
      role: 'admin',
      via: 'api_key',
      credentialId: 'ann-1',
      flagged: false,
    }
    const socket = await open(id, ann)
    socket.subscribe()
    await agent.next('docker_logs_start')
    world.kernel.emit(credentialsRevoked, { userId: 'ann' })
    await closed(socket)
    await agent.next('docker_logs_stop')
    expect(reasons()).toEqual(['credential_revoked'])
  })

  it('stays open while the browser answers pings', async () => {
    const { agent, socket } = await reading()
    await agent.stay(70_000)
    socket.send({ type: 'unsubscribe' })
    await agent.next('docker_logs_stop')
  })

  it('leaves an entry for each log, with its duration', async () => {
    const { id, agent, socket, start } = await reading(undefined, { follow: false })
    await world.kernel.clock.advance(1500)
    agent.send({ type: 'docker_logs_end', session_id: start.session_id })
    await socket.next('end')
    const detail = {
      server_id: id,
      session_id: socket.session_id,
      container_id: webId,
      tail: 100,
      follow: false,
      started_at: '2026-05-01T12:00:00Z',
    }
    expect(world.audited('docker_logs_subscribed')).toEqual([detail])
    expect(world.audited('docker_logs_unsubscribed')).toEqual([
      { ...detail, ended_at: '2026-05-01T12:00:01Z', duration_ms: 1500, close_reason: 'ended' },
    ])
  })
})
