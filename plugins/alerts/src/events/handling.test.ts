import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, short, type World } from '../../test/alerts-world.ts'

let world: World
let server: string
beforeEach(async () => {
  world = await makeWorld()
  server = await world.server('web-1')
  world.facts.heat.set(server, 95)
})
afterEach(() => world.kernel.close())

const events = () => world.notices().map(({ event }) => event)
const minutes = async (count: number) => {
  for (let minute = 0; minute < count; minute++) await world.pass()
}
const in1h = () => new Date(world.kernel.clock.now() + 3_600_000).toISOString()
const silence = (input: object) =>
  world.request<{ id: string }>('POST', '/api/alert-silences', { until: in1h(), ...input })

describe('an acknowledged alert', () => {
  it('sends no reminders, says by whom, and recovers as usual', async () => {
    const rule = await world.rule()
    await minutes(1)
    const path = `/api/alert-events/${rule.id}:${server}/acknowledge`
    await world.request('POST', path)
    await world.request('POST', path)
    await minutes(10)
    expect(events()).toEqual(['triggered'])
    expect(await world.events()).toMatchObject([
      { acknowledged_by: expect.any(String), acknowledged_at: '2023-11-14T22:14:20Z' },
    ])
    await world.request('DELETE', path)
    await minutes(1)
    expect(events()).toEqual(['triggered', 'triggered'])
    await world.request('POST', path)
    world.facts.heat.set(server, 1)
    await minutes(1)
    expect(events()).toEqual(['triggered', 'triggered', 'resolved'])
    world.facts.heat.set(server, 95)
    await minutes(1)
    expect(await world.events()).toMatchObject([{ status: 'firing', acknowledged_by: null }])
    expect((await world.history()).map(short)).toEqual([
      ...['fired', 'acknowledged', 'unacknowledged', 'acknowledged', 'resolved recovered', 'fired'],
    ])
  })

  it('must be firing, exist, and be acknowledged by an administrator', async () => {
    const rule = await world.rule()
    const path = `/api/alert-events/${rule.id}:${server}/acknowledge`
    expect((await world.call('POST', path)).status).toBe(404)
    await minutes(1)
    expect((await world.call('POST', path, undefined, 'member')).status).toBe(403)
    world.facts.heat.set(server, 1)
    await minutes(1)
    expect((await world.call('POST', path)).status).toBe(404)
  })

  it('is not escalated', async () => {
    const boss = await world.makeGroup({ name: 'boss' })
    const group = await world.makeGroup({
      ...{ name: 'first', wait_seconds: 20 },
      escalation: { after_minutes: 5, group_id: boss },
    })
    const rule = await world.rule({ notification_group_id: group, trigger_mode: 'once' })
    await minutes(1)
    const flush = async (seconds: number) => {
      world.kernel.clock.set(world.kernel.clock.now() + seconds * 1000)
      await world.kernel.runJob('AlertGrouper')
    }
    await flush(20)
    await world.request('POST', `/api/alert-events/${rule.id}:${server}/acknowledge`)
    await flush(400)
    expect(events()).toEqual(['triggered'])
  })
})

describe('a silence', () => {
  it.each([
    ['of the alert', (rule: string) => ({ rule_id: rule, server_id: server })],
    ['of the rule', (rule: string) => ({ rule_id: rule })],
    ['of the server', () => ({ server_id: server })],
  ])('%s suppresses notifications until it ends', async (_, what) => {
    const rule = await world.rule()
    await silence(what(rule.id))
    await minutes(2)
    expect(events()).toEqual([])
    expect(await world.events()).toMatchObject([
      { suppressed: true, silenced_by: expect.any(String), silence: { until: expect.any(String) } },
    ])
    await minutes(60)
    expect(events()[0]).toBe('triggered')
    expect(await world.events()).toMatchObject([{ suppressed: false, silence: null }])
    expect(await world.request('GET', '/api/alert-silences')).toEqual([])
  })

  it('of another rule changes nothing; one of the same replaces the earlier one', async () => {
    const [rule, other] = [await world.rule(), await world.rule({ name: 'Other' })]
    await silence({ rule_id: other.id })
    const { id } = await silence({ rule_id: other.id })
    await minutes(1)
    expect(world.notices().map(({ rule_name }) => rule_name)).toEqual([rule.name])
    expect(await world.request('GET', '/api/alert-silences')).toMatchObject([
      { id, rule_name: 'Other', server_id: null },
    ])
    await world.request('DELETE', `/api/alert-silences/${id}`)
    await minutes(1)
    expect(world.notices().map(({ rule_name }) => rule_name)).toEqual([rule.name, 'Other'])
  })

  it.each<[object, string]>([
    [{}, 'rule_id'],
    [{ rule_id: 'none' }, 'rule_id'],
    [{ server_id: 'none' }, 'server_id'],
    [{ server_id: 'here', until: '2020-01-01T00:00:00Z' }, 'until'],
    [{ server_id: 'here', until: '2099-01-01T00:00:00Z' }, 'until'],
    [{ server_id: 'here', until: 'tomorrow' }, 'until'],
  ])('is validated: %j', async (input, field) => {
    const { status, error } = await world.call('POST', '/api/alert-silences', {
      until: in1h(),
      ...input,
      ...('server_id' in input && input.server_id === 'here' && { server_id: server }),
    })
    expect([status, error.details[0].field]).toEqual([422, field])
  })
})
