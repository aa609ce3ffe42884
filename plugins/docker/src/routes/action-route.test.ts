import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeWorld, type World, web, webId } from '../../test/world.ts'

let world: World
let id: string
let agent: Awaited<ReturnType<World['server']>>['agent']
let docker: (path: string) => string
beforeEach(async () => {
  world = await makeWorld()
  ;({ id, agent, docker } = await world.server('web'))
})
afterEach(() => world.kernel.close())

const act = (body: unknown, who: 'admin' | 'member' = 'admin', cid = webId) =>
  world.ask('POST', docker(`containers/${cid}/action`), body, who)
const done = { type: 'docker_action_result', success: true, error: null }
const entries = () => world.audited('docker_container_action')

it.each<[unknown, unknown, string]>([
  ['Start', 'Start', 'start'],
  [{ action: 'start' }, 'Start', 'start'],
  [{ Stop: { timeout: 5 } }, { Stop: { timeout: 5 } }, 'stop'],
  [{ Stop: { timeout: null } }, { Stop: { timeout: null } }, 'stop'],
  [{ Stop: {} }, { Stop: { timeout: null } }, 'stop'],
  [{ action: 'stop', timeout: 0 }, { Stop: { timeout: 0 } }, 'stop'],
  [{ action: 'restart' }, { Restart: { timeout: null } }, 'restart'],
  [{ Restart: { timeout: 300 } }, { Restart: { timeout: 300 } }, 'restart'],
  [{ Remove: { force: true } }, { Remove: { force: true } }, 'remove'],
  [{ action: 'remove', force: false, volumes: true }, { Remove: { force: false, volumes: true } }, 'remove'],
  [{ action: 'remove' }, { Remove: { force: false } }, 'remove'],
  [{ action: 'pause' }, 'Pause', 'pause'],
  ['Unpause', 'Unpause', 'unpause'],
  [{ action: 'kill', signal: 'SIGHUP' }, { Kill: { signal: 'SIGHUP' } }, 'kill'],
  [{ Kill: {} }, { Kill: { signal: null } }, 'kill'],
])('%j becomes %j', async (body, action, name) => {
  const answer = act(body)
  const request = await agent.reply('docker_container_action', done)
  expect(request).toMatchObject({ container_id: webId, action })
  expect((await answer).json()).toEqual({ data: { success: true, error: null } })
  expect(entries()).toEqual([
    { server_id: id, container_id: webId, container_name: null, action: name, outcome: 'success', error: null },
  ])
})

it.each<[unknown, string]>([
  [{}, 'action'],
  ['', 'action'],
  ['Explode', 'action'],
  [{ action: 7 }, 'action'],
  [{ Prune: {} }, 'action'],
  [[], 'body'],
  [{ action: 'stop', timeout: -1 }, 'timeout'],
  [{ action: 'stop', timeout: 301 }, 'timeout'],
  [{ Stop: { timeout: 1.5 } }, 'timeout'],
  [{ Stop: { timeout: '5' } }, 'timeout'],
  [{ Remove: { force: 'yes' } }, 'force'],
  [{ action: 'remove', volumes: 1 }, 'volumes'],
  [{ action: 'kill', signal: '9; reboot' }, 'signal'],
  [{ action: 'kill', signal: 9 }, 'signal'],
])('%j is a validation error of %s', async (body, field) => {
  const answer = await act(body)
  expect(answer.statusCode, answer.body).toBe(422)
  expect(answer.json().error.details).toMatchObject([{ field }])
  expect([agent.countOf('docker_container_action'), entries()]).toEqual([0, []])
})

describe('the outcome', () => {
  it('is what the daemon said, and is audited with the name of the container', async () => {
    const list = world.call('GET', docker('containers'))
    await agent.reply('docker_list_containers', { type: 'docker_containers', containers: [web] })
    await list
    const error = 'cannot remove a running container'
    const answer = act({ action: 'remove' }, 'admin', 'web')
    await agent.reply('docker_container_action', { ...done, success: false, error, code: 'conflict' })
    expect((await answer).json()).toEqual({ data: { success: false, error } })
    expect(entries()).toEqual([
      { server_id: id, container_id: webId, container_name: 'web', action: 'remove', outcome: 'failure', error },
    ])
    const row = world.kernel.database.prepare('SELECT user_id, ip FROM system_audit_logs WHERE action = ?')
    expect(row.get('docker_container_action')).toEqual({ user_id: 'test-admin', ip: '127.0.0.1' })
  })

  it('is a failure without words if a peer says nothing more', async () => {
    const answer = act('Start')
    await agent.reply('docker_container_action', { ...done, success: false })
    expect((await answer).json()).toEqual({ data: { success: false, error: null } })
  })

  it('is 503 if the daemon is gone, also as peers say it', async () => {
    const answer = act('Start')
    await agent.reply('docker_container_action', { type: 'docker_unavailable' })
    expect((await answer).statusCode).toBe(503)
    expect(entries()).toMatchObject([{ outcome: 'agent_unavailable' }])
  })

  it('is a timeout after the grace of the container and the time of a request', async () => {
    const answer = act({ action: 'stop', timeout: 60 })
    await agent.next('docker_container_action')
    await agent.stay(89_000)
    expect(entries()).toEqual([])
    await world.kernel.clock.advance(1000)
    expect((await answer).statusCode).toBe(504)
    expect(entries()).toMatchObject([{ action: 'stop', outcome: 'agent_timeout' }])
  })

  it('is unknown if the agent disconnects', async () => {
    const answer = act({ action: 'restart' })
    await agent.next('docker_container_action')
    agent.terminate()
    expect((await answer).statusCode).toBe(404)
    expect(entries()).toMatchObject([{ action: 'restart', outcome: 'not_found' }])
  })

  it('makes the next list a new one', async () => {
    const list = () => world.call('GET', docker('containers'))
    const before = list()
    await agent.reply('docker_list_containers', { type: 'docker_containers', containers: [web] })
    await before
    const answer = act('Start')
    await agent.reply('docker_container_action', done)
    await answer
    const after = list()
    await agent.reply('docker_list_containers', { type: 'docker_containers', containers: [] })
    expect(await after).toEqual({ containers: [] })
  })
})

describe('is refused', () => {
  it('to members, which is audited', async () => {
    expect((await act('Start', 'member')).statusCode).toBe(403)
    expect(world.audited('docker_container_action_denied')).toMatchObject([
      { server_id: id, deny_reason: 'role_forbidden' },
    ])
    expect(entries()).toEqual([])
  })

  it.each([{ action: 'pause' }, { action: 'kill' }, { action: 'remove', volumes: true }])(
    '%j for an agent that does not know it, at once',
    async (body) => {
      const peer = await world.server('peer', { features: ['docker'] })
      const answer = await world.ask('POST', peer.docker(`containers/${webId}/action`), body)
      expect(answer.json().error).toMatchObject({ code: 'FORBIDDEN', details: { code: 'docker.NOT_SUPPORTED' } })
      expect(peer.agent.countOf('docker_container_action')).toBe(0)
      const plain = world.call('POST', peer.docker(`containers/${webId}/action`), { action: 'remove' })
      await peer.agent.reply('docker_container_action', done)
      expect(await plain).toMatchObject({ success: true })
    },
  )

  it('if the capability is withdrawn meanwhile', async () => {
    const answer = act('Start')
    await agent.next('docker_container_action')
    await agent.introduce({ agent_local_capabilities: 0 })
    expect((await answer).statusCode).toBe(403)
    expect(entries()).toMatchObject([{ outcome: 'forbidden' }])
    await vi.waitFor(async () => expect((await act('Start')).statusCode).toBe(403))
    expect(world.audited('docker_container_action_denied')).not.toEqual([])
  })
})

it('a reply from another host changes nothing', async () => {
  const other = await world.server('other')
  const answer = act('Start')
  const { msg_id } = await agent.next('docker_container_action')
  other.agent.send({ ...done, msg_id, success: false, error: 'lie' })
  await other.agent.settle()
  agent.send({ ...done, msg_id })
  expect((await answer).json()).toEqual({ data: { success: true, error: null } })
})
