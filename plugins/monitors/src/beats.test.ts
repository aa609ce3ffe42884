import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../test/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.close())

const minute = 60_000
const push = async (token: string, query = '') => {
  const { statusCode } = await world.kernel.app.inject({ method: 'GET', url: `/api/push/${token}${query}` })
  return statusCode
}
const makePush = async (more: object = {}) => {
  const made = await world.make({ monitor_type: 'push', target: '', interval: 60, retry_count: 0, ...more })
  const { token } = made.config as { token: string }
  return { id: made.id, token }
}
const advance = async (id: string, ms: number) => {
  await world.kernel.clock.advance(ms)
  await world.until(async () => !(await world.get(id)).checking)
}

describe('a push monitor', () => {
  it('waits for its first interval, is up while it is called, and down when it is not', async () => {
    const { id, token } = await makePush({ notification_group_id: 'group' })
    await advance(id, 20_000)
    expect(await world.get(id)).toMatchObject({ last_status: null })
    expect(await push(token, '?ping=12')).toBe(200)
    expect(await world.get(id)).toMatchObject({ last_status: true, last_latency: 12 })
    await advance(id, 2 * minute)
    expect(await world.get(id)).toMatchObject({ last_status: false, last_error: 'no heartbeat in time' })
    expect(await push(token)).toBe(200)
    expect(world.notices.map(({ event }) => event)).toEqual(['triggered', 'recovered'])
  })

  it('reports a failure with its reason', async () => {
    const { id, token } = await makePush()
    expect(await push(token, '?status=down&msg=disk%20full')).toBe(200)
    expect(await world.get(id)).toMatchObject({ last_status: false, last_error: 'reported as down: disk full' })
  })

  it('shows its token to administrators only, keeps it in updates, and is called by nobody else', async () => {
    const { id, token } = await makePush()
    expect((await world.call('member', 'GET', `/${id}`)).data.config).toEqual({})
    await world.call('admin', 'PUT', `/${id}`, { name: 'renamed' })
    expect(await push(token)).toBe(200)
    expect(await push('x'.repeat(32))).toBe(404)
    await world.call('admin', 'PUT', `/${id}`, { enabled: false })
    expect(await push(token)).toBe(404)
    expect(JSON.stringify(world.kernel.database.prepare('SELECT * FROM monitors_monitors').all())).not.toContain(token)
  })
})

describe('the checks of a monitor', () => {
  it('are listed newest first, with uptime; the history can be reduced to changes', async () => {
    const { id, token } = await makePush()
    for (const status of ['up', 'up', 'down', 'down', 'up']) {
      await push(token, `?status=${status}`)
      world.kernel.clock.set(world.kernel.clock.now() + 10_000)
    }
    const { data } = await world.call('member', 'GET', '/beats')
    expect(data).toEqual([{ monitor_id: id, beats: expect.any(Array), uptime_24h: 0.6, uptime_30d: 0.6 }])
    expect(data[0].beats.map(({ success }: { success: boolean }) => success)).toEqual([true, true, false, false, true])
    const results = async (query: string) =>
      (await world.call('member', 'GET', `/${id}/records${query}`)).data.map(
        ({ success }: { success: boolean }) => success,
      )
    expect(await results('')).toEqual([true, false, false, true, true])
    expect(await results('?changes=true')).toEqual([true, false, true])
  })
})

it('a monitor has a group and tags', async () => {
  const made = await world.make({
    ...{ monitor_type: 'tcp', target: 'example.org:443', group_name: ' Shop ', tags: ['web', 'web', 'eu'] },
  })
  expect(made).toMatchObject({ group_name: 'Shop', tags: ['web', 'eu'] })
  const { data } = await world.call('admin', 'PUT', `/${made.id}`, { group_name: null, tags: [] })
  expect(data).toMatchObject({ group_name: null, tags: [] })
})
