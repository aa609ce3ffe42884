import { contribute, type Database, definePlugin, service, text } from '@svc/plugin-sdk'
import { afterEach, expect, it, vi } from 'vitest'
import { makeWorld, systemInfo, type World } from '../../test/world.ts'
import { type HealthSource, health, healthSources } from '../contract.ts'

let world: World
afterEach(() => world.close())

const handle = service<Database>('neighbour.db')

/** Another plugin, whose reasons the test sets. */
function neighbour(reasons: HealthSource['reasons']) {
  return definePlugin({
    id: 'neighbour',
    provides: { handle },
    setup: ({ db }) => ({
      provides: { handle: db },
      contributes: contribute(healthSources, { plugin: 'neighbour', reasons }),
    }),
  })
}
const reason = (id: string, level: 1 | 2, since: number) => ({ id, level, since, text: text('enrollment.OFFLINE') })

/** A server whose agent is connected. */
async function connected(name: string) {
  const { id, token } = await world.claimed(name)
  const agent = await world.welcomed(token)
  agent.send(systemInfo)
  await agent.next('ack')
  return { id, agent }
}
const levels = async (who: 'admin' | 'member' = 'member') =>
  (await world.call(who, 'GET', '/api/server-health')).data.map(
    ({ level, reasons }: { level: number; reasons: { id: string }[] }) => [level, ...reasons.map(({ id }) => id)],
  )

it('is critical while the agent is offline, and well while it is there or has never been', async () => {
  world = await makeWorld()
  await world.onboard('new')
  const { agent } = await connected('a')
  expect(await levels()).toEqual([[0], [0]])
  const browser = await world.browser('member')
  expect((await browser.next('full_sync')).servers).toMatchObject([{ health: { level: 0 } }, { health: { level: 0 } }])
  agent.socket.terminate()
  expect(await browser.next('server_health_changed')).toMatchObject({
    health: { level: 2, reasons: [{ plugin: 'enrollment', id: 'offline', text: { code: 'enrollment.OFFLINE' } }] },
  })
  expect(await levels()).toEqual([[0], [2, 'offline']])
})

it('is the worst of what plugins report, and browsers hear only of changes', async () => {
  let found = [reason('small', 1, 30), reason('late', 2, 20), reason('early', 2, 10)]
  world = await makeWorld({ plugins: [neighbour(() => found)] })
  const { id } = await connected('a')
  const { of, refresh } = world.kernel.service(health)
  expect(of(id).reasons.map((each) => each.id)).toEqual(['early', 'late', 'small'])
  const browser = await world.browser()
  await browser.next('full_sync')
  refresh([id])
  found = [reason('small', 1, 30)]
  refresh([id])
  refresh([id])
  found = []
  refresh([id])
  expect(await browser.next('server_health_changed')).toMatchObject({ server_id: id, health: { level: 1 } })
  expect(await browser.next('server_health_changed')).toMatchObject({ health: { level: 0, reasons: [] } })
})

it('changes with the commit, and not with a rollback', async () => {
  let found: ReturnType<typeof reason>[] = []
  world = await makeWorld({ plugins: [neighbour(() => found)] })
  const { id } = await connected('a')
  const { of, refresh } = world.kernel.service(health)
  const db = world.kernel.service(handle)
  expect(of(id).level).toBe(0)
  db.transaction(() => {
    found = [reason('x', 1, 1)]
    refresh([id])
    expect(of(id).level).toBe(0)
  })
  expect(of(id).level).toBe(1)
  expect(() =>
    db.transaction(() => {
      found = []
      refresh([id])
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(of(id).level).toBe(1)
})

it('of a hidden server is for admins only', async () => {
  world = await makeWorld()
  const { id, agent } = await connected('secret')
  await world.admin('PUT', `/api/servers/${id}`, { hidden: true })
  const [member, admin] = [await world.browser('member'), await world.browser('admin')]
  for (const browser of [member, admin]) await browser.next('full_sync')
  agent.socket.terminate()
  await admin.next('server_health_changed')
  expect(await levels('member')).toEqual([])
  expect(await levels('admin')).toEqual([[2, 'offline']])
  expect(member.received.map(({ type }) => type)).not.toContain('server_health_changed')
})

it('survives a source that fails', async () => {
  world = await makeWorld({
    plugins: [
      neighbour(() => {
        throw new Error('broken')
      }),
    ],
  })
  const { agent } = await connected('a')
  expect(await levels()).toEqual([[0]])
  agent.socket.terminate()
  await vi.waitFor(async () => expect(await levels()).toEqual([[2, 'offline']]))
})

it('is forgotten with the server', async () => {
  world = await makeWorld()
  const { id, agent } = await connected('a')
  agent.socket.terminate()
  await vi.waitFor(async () => expect(await levels()).toEqual([[2, 'offline']]))
  await world.admin('DELETE', `/api/servers/${id}`)
  expect(world.kernel.service(health).of(id)).toEqual({ level: 0, reasons: [] })
})
