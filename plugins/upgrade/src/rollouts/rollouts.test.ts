import { report } from '@svc/protocol/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../../test/world.ts'
import { waveOf } from './waves.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.kernel.close())

type Server = Awaited<ReturnType<World['server']>>

const fleet = async (count: number) => {
  const servers: Server[] = []
  for (let n = 1; n <= count; n += 1) servers.push(await world.server(`web-${n}`))
  return servers
}

const states = async () => {
  const [rollout] = await world.rollouts()
  return rollout && [rollout.state, ...rollout.servers.map(({ wave, state }) => `${wave} ${state}`)]
}

/** The agents stay connected while time passes. */
async function pass(servers: readonly Server[], seconds: number) {
  for (let left = seconds; left > 0; left -= 10) {
    for (const { agent } of servers) {
      agent.send({ type: 'report', ...report() })
      await agent.settle()
    }
    await world.kernel.clock.advance(10_000)
  }
  await world.kernel.runJob('UpgradeSweep')
}

/** The server whose agent was asked to upgrade becomes version 2.0.0. */
async function succeed(server: Server) {
  await server.agent.next('upgrade')
  Object.assign(server, { agent: await world.connect(server.token, '2.0.0') })
}

const inOrder = async (servers: readonly Server[]) => {
  const [rollout] = await world.rollouts()
  return (rollout?.servers ?? []).map(({ server_id }) => servers.find(({ id }) => id === server_id) as Server)
}

it('upgrades one, then a tenth, then the rest', async () => {
  const servers = await fleet(4)
  expect(await world.rollOut()).toMatchObject({ status: 200, data: { state: 'running' } })
  const [canary, second, ...rest] = (await inOrder(servers)) as [Server, Server, ...Server[]]
  expect(await states()).toEqual(['running', '1 running', '2 waiting', '3 waiting', '3 waiting'])
  await succeed(canary)
  // It must stay: an agent that was rolled back would report it.
  await world.kernel.runJob('UpgradeSweep')
  expect(await states()).toEqual(['running', '1 succeeded', '2 waiting', '3 waiting', '3 waiting'])
  await pass(servers, 20)
  await succeed(second)
  await pass(servers, 20)
  for (const server of rest) await succeed(server)
  await pass(servers, 20)
  expect(await states()).toEqual(['finished', '1 succeeded', '2 succeeded', '3 succeeded', '3 succeeded'])
  expect(world.audited('upgrade_rollout.start')).toMatchObject([{ version: '2.0.0' }])
  // Observers are told of the roll-out, and not of each of its jobs.
  expect(world.ended).toMatchObject([{ version: '2.0.0', serverId: null, total: 4, failed: 0 }])
})

it('stops at the first failure', async () => {
  const servers = await fleet(3)
  await world.rollOut()
  const [canary] = (await inOrder(servers)) as [Server]
  const { job_id } = await canary.agent.next('upgrade')
  const failure = { msg_id: 'm', job_id, target_version: '2.0.0', stage: 'verifying', error: 'checksum' }
  canary.agent.send({ type: 'upgrade_result', ...failure })
  await canary.agent.next('ack')
  expect(await states()).toEqual(['stopped', '1 failed', '2 waiting', '3 waiting'])
  const [rollout] = await world.rollouts()
  expect(rollout?.servers[0]).toMatchObject({ error_text: { params: { reason: 'checksum' } } })
  expect(world.ended).toMatchObject([{ id: rollout?.id, total: 3, failed: 1 }])
})

it('stops when a server that had succeeded was rolled back', async () => {
  const servers = await fleet(2)
  await world.rollOut()
  const [canary] = (await inOrder(servers)) as [Server]
  await succeed(canary)
  const [job] = await world.history(canary.id)
  const failure = { msg_id: 'm', job_id: job?.job_id, target_version: '2.0.0', stage: 'restarting', error: 'it died' }
  canary.agent.send({ type: 'upgrade_result', ...failure })
  await canary.agent.next('ack')
  expect(await states()).toEqual(['stopped', '1 failed', '2 waiting'])
})

it('takes the next server as the first if that one has gone', async () => {
  const servers = await fleet(3)
  await world.rollOut()
  const [canary, second] = (await inOrder(servers)) as [Server, Server]
  await canary.agent.next('upgrade')
  expect(await world.ask('DELETE', `/api/servers/${canary.id}`)).toMatchObject({ status: 200 })
  await pass(
    servers.filter((server) => server !== canary),
    10,
  )
  await second.agent.next('upgrade')
})

it('leaves out what is current, offline or does not permit it, and can be cancelled', async () => {
  const [old] = (await fleet(1)) as [Server]
  await world.server('current', '2.0.0')
  await world.server('denied', '1.0.0', { agent_local_capabilities: 0 })
  expect(await world.rollOut('1.0.0')).toMatchObject({ status: 400 })
  expect(await world.rollOut('newest')).toMatchObject({ status: 400 })
  const { data } = await world.rollOut('v2.0.0')
  expect(data.servers).toMatchObject([{ server_id: old.id, server_name: 'web-1', wave: 1 }])
  expect(await world.rollOut()).toMatchObject({ status: 409 })
  const cancel = () => world.ask('POST', `/api/upgrade-rollouts/${data.id}/cancel`)
  expect(await cancel()).toMatchObject({ status: 200 })
  expect(await cancel()).toMatchObject({ status: 409 })
  expect(await states()).toEqual(['cancelled', '1 running'])
})

describe('waves', () => {
  it.each([
    [1, [1, 0, 0]],
    [2, [1, 1, 0]],
    [11, [1, 2, 8]],
    [100, [1, 10, 89]],
  ])('of %s servers', (total, sizes) => {
    const waves = Array.from({ length: total }, (_, index) => waveOf(index, total))
    expect([1, 2, 3].map((wave) => waves.filter((each) => each === wave).length)).toEqual(sizes)
  })
})
