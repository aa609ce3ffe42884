import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bell, makeWorld, short, type World } from '../../test/alerts-world.ts'
import type { AlertEventDetail } from '../events/event-schema.ts'

let world: World
let server: string
beforeEach(async () => {
  world = await makeWorld()
  server = await world.server('web-1')
})
afterEach(() => world.kernel.close())

const knock = { rule_type: 'knock' }
const [one, two] = ['198.51.100.7', '2001:db8::7']
const rule = (security: object = {}, more: object = {}) =>
  world.rule({ name: 'Door', rules: [{ ...knock, security }], ...more })
const messages = () => world.notices().map(({ event, message }) => `${event}: ${message}`)
const notified = (count: number, source: string) => `triggered: web-1: ${count} from ${source} [Door]`
const sources = async () => (await world.events()).map(({ source, status, count }) => [source, status, count])

describe('alerts of sources', () => {
  it('have a state, messages and a history of their own', async () => {
    const { id } = await rule()
    world.knock(server, one)
    await world.pass(1)
    world.knock(server, two)
    world.knock(server, one, 5)
    expect(messages()).toEqual([notified(1, one), notified(1, two)])
    expect(await sources()).toEqual([
      [two, 'firing', 1],
      [one, 'firing', 2],
    ])
    const key = `${id}:${server}:${two}`
    expect((await world.events())[0]).toMatchObject({ alert_key: key, value: `1 from ${two}` })
    const detail = await world.request<AlertEventDetail>('GET', `/api/alert-events/${encodeURIComponent(key)}`)
    expect(detail).toMatchObject({ source: two, trigger_count: 1, changes: [{ source: two, change: 'fired' }] })
    const history = await world.history(`&source=${one}`)
    expect(history.map(({ alert_key }) => alert_key)).toEqual([`${id}:${server}:${one}`])
    // One server, however many sources.
    expect(await world.request('GET', `/api/alert-rules/${id}`)).toMatchObject({ firing: 1 })
    expect((await world.states(id)).map(({ source }) => source).sort()).toEqual([one, two].sort())
    expect((await world.call('GET', `/api/alert-events/${id}:${server}`)).status).toBe(404)
  })

  it.each([
    ['ten minutes', {}, 600],
    ['its own window', { dedupe_window_seconds: 120 }, 120],
  ])('notify once within %s, in either mode, and end after the same time without an event', async (_, more, window) => {
    for (const trigger_mode of ['once', 'always']) {
      const { id } = await rule(more, { trigger_mode })
      const before = messages().length
      world.knock(server, one)
      await world.pass(window / 2)
      world.knock(server, one, 2)
      await world.pass(window / 2 - 1)
      expect(messages().slice(before)).toEqual([notified(1, one)])
      await world.pass(1)
      world.knock(server, one, 3)
      expect(messages().slice(before)).toEqual([notified(1, one), notified(3, one)])
      await world.pass(window - 1)
      expect(await world.states(id)).toMatchObject([{ count: 3, resolved: false }])
      await world.pass(1)
      expect(await world.states(id)).toMatchObject([{ resolved: true }])
      expect(messages()).toHaveLength(before + 2)
      const history = await world.history(`&rule_id=${id}`)
      expect(history.map(short)).toEqual(['fired', 'resolved quiet'])
      expect(history[1]?.message).toMatch(`web-1: alert about ${one} closed after`)
      await world.request('DELETE', `/api/alert-rules/${id}`)
    }
  })

  it('compare what the condition names', async () => {
    await rule({ min_failed_count: 10 })
    world.knock(server, one, 9)
    expect(await sources()).toEqual([])
    world.knock(server, one, 10)
    expect(await sources()).toEqual([[one, 'firing', 1]])
  })

  it('are limited, and what is beyond shares one alert', async () => {
    const { id } = await rule()
    for (let i = 0; i < 150; i++) world.knock(server, `198.51.100.${i}`)
    const states = await world.states(id)
    expect(states).toHaveLength(101)
    expect(states.find(({ source }) => source === '')).toMatchObject({ count: 50 })
    const fired = await world.history()
    expect(fired).toHaveLength(101)
    expect(fired.at(-1)?.message).toBe('web-1: more than 100 sources; latest: 1 from 198.51.100.100')
    // A known source keeps its alert.
    world.knock(server, '198.51.100.3')
    expect((await world.states(id)).find(({ source }) => source === '198.51.100.3')).toMatchObject({ count: 2 })
    await world.pass(600)
    for (let i = 150; i < 250; i++) world.knock(server, `198.51.100.${i}`)
    for (let round = 0; round < 3; round++) {
      await world.pass(600)
      for (let i = 0; i < 50; i++) world.knock(server, `203.0.113.${round * 50 + i}`)
    }
    expect((await world.states(id)).length).toBeLessThanOrEqual(201)
  })

  it('are acknowledged and closed one by one, and all with their rule', async () => {
    const { id } = await rule({ dedupe_window_seconds: 60 })
    world.knock(server, one)
    world.knock(server, two)
    const key = encodeURIComponent(`${id}:${server}:${one}`)
    await world.request('POST', `/api/alert-events/${key}/acknowledge`)
    const acknowledged = (await world.events()).map((event) => [event.source, event.acknowledged_by !== null])
    expect(Object.fromEntries(acknowledged)).toEqual({ [one]: true, [two]: false })
    world.kernel.clock.set(world.kernel.clock.now() + 60_000)
    world.knock(server, one, 8)
    world.knock(server, two, 9)
    // Someone takes care of the first one.
    expect(messages().slice(2)).toEqual([notified(9, two)])
    await world.change(id, { enabled: false })
    expect((await world.states(id)).map(({ resolved }) => resolved)).toEqual([true, true])
  })

  it('of a group are separate alerts in one message', async () => {
    const group = await world.makeGroup({ name: 'grouped', wait_seconds: 20 })
    await rule({}, { notification_group_id: group })
    world.knock(server, one)
    world.knock(server, two)
    await world.kernel.clock.advance(21_000)
    await world.kernel.runJob('AlertGrouper')
    const [message, ...others] = messages()
    expect(others).toEqual([])
    expect(message).toContain(`1 from ${one}`)
    expect(message).toContain(`1 from ${two}`)
  })
})

describe('a condition with sources', () => {
  const refused = async (rules: object[]) => {
    const { status, error } = await world.call('POST', '/api/alert-rules', { name: 'Door', rules })
    return [status, error.details?.[0]?.field ?? error.message]
  }

  it('is alone in its rule, and uses only its own options', async () => {
    const only = 'Bad request: knock must be the only condition of its rule'
    expect(await refused([knock, bell])).toEqual([400, only])
    expect(await refused([knock, knock])).toEqual([400, only])
    expect(await refused([{ rule_type: 'heat', min: 5 }, knock])).toEqual([400, only])
    expect(await refused([{ ...knock, security: { exclude_users: ['a'] } }])).toEqual([
      422,
      'rules.0.security.exclude_users',
    ])
    expect(await refused([{ ...bell, security: { min_failed_count: 3 } }])).toEqual([
      422,
      'rules.0.security.min_failed_count',
    ])
    expect(await refused([{ ...knock, security: { dedupe_window_seconds: -1 } }])).toEqual([
      422,
      'rules.0.security.dedupe_window_seconds',
    ])
  })

  it('is stored without empty options, and shown as it is', async () => {
    const { rules } = await rule({ min_failed_count: null, dedupe_window_seconds: 0 })
    expect(rules).toEqual([{ ...knock, security: { dedupe_window_seconds: 0 } }])
    expect((await rule({}, { name: 'Other' })).rules).toEqual([knock])
    const types = await world.request<{ type: string; per_source: boolean }[]>('GET', '/api/alert-rule-types')
    expect(types.filter(({ per_source }) => per_source).map(({ type }) => type)).toEqual(['knock'])
  })

  it('has no history to test it on', async () => {
    const result = await world.request('POST', '/api/alert-rules/backtest', { rule: { rules: [knock] }, days: 7 })
    expect(result).toMatchObject({ unsupported: ['knock'], alerts: 0 })
  })
})
