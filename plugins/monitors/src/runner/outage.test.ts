import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeServers, serveHttp } from '../../test/servers.ts'
import { makeWorld, type World } from '../../test/world.ts'

let world: World
let status = 200
let url: string
beforeEach(async () => {
  world = await makeWorld()
  status = 200
  url = (await serveHttp((_, res) => res.writeHead(status).end())).url
})
afterEach(async () => {
  await world.close()
  await closeServers()
})

const make = (more: object = {}) =>
  world.make({
    name: 'shop',
    monitor_type: 'http_keyword',
    target: url,
    interval: 10,
    notification_group_id: 'group-1',
    retry_count: 1,
    ...more,
  })
/** Checks ten seconds later, with this result. */
const check = async (id: string, result: 'works' | 'fails') => {
  status = result === 'works' ? 200 : 503
  world.kernel.clock.set(world.kernel.clock.now() + 10_000)
  await world.call('admin', 'POST', `/${id}/check`)
  const { consecutive_failures, outage } = await world.get(id)
  return [consecutive_failures, outage?.announced]
}
const events = () => world.notices.map(({ event }) => event)

describe('an outage', () => {
  it('begins with the first failure, is announced once after too many, and so is its end', async () => {
    const { id } = await make()
    expect(await check(id, 'works')).toEqual([0, undefined])
    expect(await check(id, 'fails')).toEqual([1, false])
    expect(await world.get(id)).toMatchObject({
      last_status: false,
      last_error: 'status 503, expected 200',
      last_error_text: { code: 'monitors.UNEXPECTED_STATUS', params: { status: 503, expected: [200] } },
      outage: { since: '2026-11-01T12:00:20Z', announced: false, notified: false },
    })
    expect(events()).toEqual([])
    expect(await check(id, 'fails')).toEqual([2, true])
    expect(await check(id, 'fails')).toEqual([3, true])
    expect(world.notices).toEqual([
      {
        group: 'group-1',
        event: 'triggered',
        subjectKind: 'monitor',
        subjectId: id,
        subjectName: 'shop',
        ruleId: id,
        ruleName: 'shop (http_keyword)',
        cpu: null,
        memory: null,
        at: Date.UTC(2026, 10, 1, 12, 0, 30) / 1000,
        message: {
          en: 'shop is down: status 503, expected 200',
          zh: 'shop 异常：状态码为 503，预期为 200',
        },
      },
    ])
    world.kernel.clock.set(world.kernel.clock.now() + 590_000)
    expect(await check(id, 'works')).toEqual([0, undefined])
    await check(id, 'works')
    expect(world.notices.slice(1)).toMatchObject([
      { event: 'recovered', message: { en: 'shop recovered after 10 min', zh: 'shop 已恢复，异常持续约 10 分钟' } },
    ])
  })

  it('ends silently with its monitor, and with a change of what is checked', async () => {
    const server = await world.onboard('one')
    const { id } = await make({ retry_count: 0, server_ids_json: [server] })
    await check(id, 'fails')
    expect(world.subjectOf(id)).toEqual({ name: 'shop', serverIds: [server] })
    await world.call('admin', 'PUT', `/${id}`, { name: 'store' })
    expect(world.closed).toEqual([])
    await world.call('admin', 'PUT', `/${id}`, { enabled: false })
    await world.call('admin', 'DELETE', `/${id}`)
    expect(world.closed).toEqual([`monitor ${id}`, `monitor ${id}`])
    expect(events()).toEqual(['triggered'])
    expect(world.subjectOf(id)).toBeUndefined()
  })

  it('that was not announced ends silently', async () => {
    const { id } = await make({ retry_count: 2 })
    for (const result of ['fails', 'fails', 'works', 'fails', 'fails', 'works'] as const) await check(id, result)
    expect(events()).toEqual([])
  })

  it('is announced immediately when no failures are tolerated, and each one separately', async () => {
    const { id } = await make({ retry_count: 0 })
    for (const result of ['fails', 'fails', 'works', 'fails'] as const) await check(id, result)
    expect(events()).toEqual(['triggered', 'recovered', 'triggered'])
  })

  it('knows whether its announcement went to anyone', async () => {
    for (const [group, notified] of [
      ['group-1', true],
      ['group-empty', false],
    ] as const) {
      const { id } = await make({ notification_group_id: group, retry_count: 1 })
      await check(id, 'fails')
      expect((await world.get(id)).outage).toMatchObject({ announced: false, notified: false })
      await check(id, 'fails')
      await check(id, 'fails')
      expect((await world.get(id)).outage).toMatchObject({ announced: true, notified })
    }
  })

  it('is recorded but not announced without a group or while alerts is disabled', async () => {
    const { id } = await make({ notification_group_id: null, retry_count: 0 })
    expect(await check(id, 'fails')).toEqual([1, true])
    expect(events()).toEqual([])
    const silent = await makeWorld({ withoutAlerts: true })
    const { id: other } = await silent.make({ monitor_type: 'http_keyword', target: `${url}/?`, retry_count: 0 })
    expect((await silent.call('admin', 'POST', `/${other}/check`)).data).toMatchObject({ success: false })
    expect((await silent.get(other)).outage).toMatchObject({ announced: true })
    await silent.close()
  })
})

describe('maintenance', () => {
  it('of any related server mutes a monitor; an outage that lasts is announced afterwards', async () => {
    const [one, two] = [await world.onboard('one'), await world.onboard('two')]
    const { id } = await make({ retry_count: 0, server_ids_json: [one, two] })
    world.silenced.add(two)
    expect(await check(id, 'fails')).toEqual([1, false])
    expect(await check(id, 'fails')).toEqual([2, false])
    expect(events()).toEqual([])
    world.silenced.clear()
    expect(await check(id, 'fails')).toEqual([3, true])
    expect(events()).toEqual(['triggered'])
  })

  it('hides an outage that begins and ends within it', async () => {
    const server = await world.onboard('one')
    const { id } = await make({ retry_count: 0, server_ids_json: [server] })
    world.silenced.add(server)
    await check(id, 'fails')
    await check(id, 'works')
    world.silenced.clear()
    await check(id, 'works')
    expect(events()).toEqual([])
  })

  it('delays the recovery notification', async () => {
    const server = await world.onboard('one')
    const { id } = await make({ retry_count: 0, server_ids_json: [server] })
    await check(id, 'fails')
    world.silenced.add(server)
    expect(await check(id, 'works')).toEqual([0, undefined])
    expect(events()).toEqual(['triggered'])
    world.silenced.clear()
    await check(id, 'works')
    await check(id, 'works')
    expect(events()).toEqual(['triggered', 'recovered'])
  })

  it('does not announce an outage again that was never reported as recovered', async () => {
    const server = await world.onboard('one')
    const { id } = await make({ retry_count: 0, server_ids_json: [server] })
    await check(id, 'fails')
    world.silenced.add(server)
    await check(id, 'works')
    expect(await check(id, 'fails')).toEqual([1, true])
    world.silenced.clear()
    await check(id, 'fails')
    await check(id, 'works')
    expect(events()).toEqual(['triggered', 'recovered'])
  })
})

describe('a change', () => {
  it('of what is checked resets the outage, other changes do not', async () => {
    const { id } = await make({ retry_count: 0 })
    await check(id, 'fails')
    const { data } = await world.call('admin', 'PUT', `/${id}`, { name: 'other', interval: 20, config_json: {} })
    expect(data).toMatchObject({ consecutive_failures: 1, outage: { announced: true } })
    const fresh = { consecutive_failures: 0, outage: null, last_status: null, last_error: null, last_checked_at: null }
    const changed = await world.call('admin', 'PUT', `/${id}`, { config_json: { expected_status: [503] } })
    expect(changed.data).toMatchObject(fresh)
    expect(await check(id, 'fails')).toEqual([0, undefined])
    expect(await check(id, 'works')).toEqual([1, true])
    expect((await world.call('admin', 'PUT', `/${id}`, { target: `${url}/other` })).data).toMatchObject(fresh)
    expect(events()).toEqual(['triggered', 'triggered'])
  })

  it('to disabled ends the outage silently', async () => {
    const { id } = await make({ retry_count: 0 })
    await check(id, 'fails')
    const { data } = await world.call('admin', 'PUT', `/${id}`, { enabled: false })
    expect(data).toMatchObject({ consecutive_failures: 0, outage: null, last_status: false })
    await world.call('admin', 'PUT', `/${id}`, { enabled: true })
    await check(id, 'works')
    expect(events()).toEqual(['triggered'])
  })
})

it('saves record, state and notification in one transaction', async () => {
  const broken = await makeWorld({
    onNotify: () => {
      throw new Error('the outbox is full')
    },
  })
  const { id } = await broken.make({
    monitor_type: 'http_keyword',
    target: url,
    retry_count: 0,
    notification_group_id: 'group-1',
  })
  status = 503
  expect((await broken.call('admin', 'POST', `/${id}/check`)).status).toBe(500)
  expect(await broken.get(id)).toMatchObject({ last_status: null, outage: null, latest_record: null, checking: false })
  await broken.close()
})
