import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hot, makeWorld, short, type World } from '../../test/alerts-world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.kernel.close())

const firing = async () => (await world.events('?limit=500')).filter(({ status }) => status === 'firing')
const events = () => world.notices().map(({ event }) => event)

describe('polled rules', () => {
  it('fire, notify once, and notify once on recovery', async () => {
    const id = await world.server('web-1')
    const rule = await world.rule({ trigger_mode: 'once' })
    world.facts.heat.set(id, 93.24)
    await world.pass()
    await world.pass()
    expect(await world.states(rule.id)).toEqual([
      {
        server_id: id,
        server_name: 'web-1',
        source: '',
        first_triggered_at: '2023-11-14T22:14:20Z',
        last_notified_at: '2023-11-14T22:14:20Z',
        count: 2,
        resolved: false,
        resolved_at: null,
        suppressed: false,
        silenced_by: null,
        no_data_since: null,
      },
    ])
    expect(world.notices()).toMatchObject([
      {
        event: 'triggered',
        server_name: 'web-1',
        rule_name: 'High heat',
        message: 'web-1: Heat at 93.2% (threshold 90%) [High heat]',
      },
    ])
    world.facts.heat.set(id, 12)
    await world.pass()
    await world.pass()
    expect(await world.states(rule.id)).toMatchObject([
      { count: 2, resolved: true, resolved_at: '2023-11-14T22:16:20Z' },
    ])
    expect(world.notices().slice(1)).toMatchObject([
      {
        event: 'resolved',
        message: 'web-1 recovered after 2 min: Heat at 12% (threshold 90%) [High heat]',
      },
    ])
    expect((await world.history()).map(short)).toEqual(['fired', 'resolved recovered'])
  })

  it.each<[string, object, number | undefined, boolean]>([
    ['below the only bound', { min: 90 }, 89.9, false],
    ['at the only bound', { min: 90 }, 90, true],
    ['max alone means at or above as well', { max: 90 }, 90, true],
    ['max alone, below', { max: 90 }, 10, false],
    ['between both', { min: 10, max: 20 }, 15, true],
    ['at the lower', { min: 10, max: 20 }, 10, true],
    ['at the upper', { min: 10, max: 20 }, 20, true],
    ['above the upper', { min: 10, max: 20 }, 20.1, false],
    ['without data', { min: 0 }, undefined, false],
  ])('compare values: %s', async (_, bounds, value, expected) => {
    const id = await world.server('web-1')
    await world.rule({ rules: [{ rule_type: 'heat', ...bounds }] })
    if (value !== undefined) world.facts.heat.set(id, value)
    await world.pass()
    expect(await firing()).toHaveLength(expected ? 1 : 0)
  })

  it.each([
    [95, 5000, 1],
    [95, 10, 0],
    [10, 5000, 0],
    [95, undefined, 0],
  ])('fire when all conditions hold: heat %s, traffic %s', async (heat, traffic, count) => {
    const id = await world.server('web-1')
    await world.rule({ rules: [hot, { rule_type: 'traffic', cycle_limit: 1000 }] })
    world.facts.heat.set(id, heat)
    if (traffic !== undefined) world.facts.traffic.set(id, traffic)
    await world.pass()
    expect(await firing()).toHaveLength(count)
  })

  it.each<[string, (a: string) => object, string[]]>([
    ['all', () => ({}), ['a', 'b', 'c']],
    ['include', (a) => ({ cover_type: 'include', server_ids: [a] }), ['a']],
    ['exclude', (a) => ({ cover_type: 'exclude', server_ids: [a] }), ['b', 'c']],
  ])('apply to covered servers: %s', async (_, cover, expected) => {
    const [a, b, c] = [await world.server('a'), await world.server('b'), await world.server('c')]
    await world.rule(cover(a))
    for (const id of [a, b, c]) world.facts.heat.set(id, 99)
    await world.pass()
    expect((await firing()).map(({ server_name }) => server_name).sort()).toEqual(expected)
  })

  it('do not fire without conditions or when disabled', async () => {
    world.facts.heat.set(await world.server('a'), 99)
    await world.rule({ rules: [] })
    await world.rule({ enabled: false })
    await world.pass()
    expect(await firing()).toEqual([])
  })

  it('evaluate each distinct condition once, on all servers covered by its rules', async () => {
    const [a, b, c] = [await world.server('a'), await world.server('b'), await world.server('c')]
    await world.rule({ cover_type: 'include', server_ids: [a] })
    await world.rule({ cover_type: 'include', server_ids: [b] })
    await world.rule({ rules: [{ rule_type: 'heat', min: 50, max: null }], cover_type: 'exclude', server_ids: [a] })
    await world.rule({ enabled: false, rules: [{ rule_type: 'heat', min: 1 }] })
    await world.pass()
    const evaluated = world.facts.evaluations.map(({ condition, servers }) => [condition.min, [...servers].sort()])
    expect(evaluated).toEqual([
      [90, [a, b].sort()],
      [50, [b, c].sort()],
    ])
  })
})

describe('trigger modes', () => {
  it('always: sends a reminder, with its value, in the interval of the rule; the history has none', async () => {
    const id = await world.server('web-1')
    await world.rule()
    world.facts.heat.set(id, 95)
    for (let minute = 0; minute < 11; minute++) await world.pass()
    expect(events()).toEqual(['triggered', 'triggered', 'triggered'])
    expect(world.notices()[1]?.message).toBe('web-1: Heat at 95% (threshold 90%), firing for 5 min [High heat]')
    const history = await world.history()
    expect(history.map(({ at, ...change }) => [at.slice(14, 16), short({ at, ...change })])).toEqual([['14', 'fired']])
  })

  it('always: reminds hourly unless the rule says otherwise, and never more often than every five minutes', async () => {
    const id = await world.server('web-1')
    const rule = await world.rule({ reminder_minutes: undefined })
    expect(rule.reminder_minutes).toBe(60)
    world.facts.heat.set(id, 95)
    for (let minute = 0; minute < 60; minute++) await world.pass()
    expect(events()).toEqual(['triggered'])
    await world.pass()
    expect(events()).toEqual(['triggered', 'triggered'])
    const { status, error } = await world.call('PUT', `/api/alert-rules/${rule.id}`, { reminder_minutes: 4 })
    expect([status, error.details[0].field]).toEqual([422, 'reminder_minutes'])
  })

  it('once: notifies again only after recovery', async () => {
    const id = await world.server('web-1')
    await world.rule({ trigger_mode: 'once' })
    for (const heat of [95, 95, 95, 95, 95, 95, 95, 10, 95]) {
      world.facts.heat.set(id, heat)
      await world.pass()
    }
    expect(events()).toEqual(['triggered', 'resolved', 'triggered'])
  })

  it.each<[string, number, string[]]>([
    ['by a second, sends no early reminder', -1, ['triggered']],
    ['by a day, does not wait until it catches up', -86_400, ['triggered', 'triggered']],
  ])('always: when the clock is set back %s', async (_, seconds, expected) => {
    const id = await world.server('web-1')
    await world.rule()
    world.facts.heat.set(id, 95)
    await world.pass()
    await world.pass(seconds)
    expect(events()).toEqual(expected)
  })

  it('fires without a group, and notifies no one', async () => {
    const id = await world.server('web-1')
    const rule = await world.rule({ notification_group_id: null })
    world.facts.heat.set(id, 95)
    for (let minute = 0; minute < 7; minute++) await world.pass()
    expect(await world.states(rule.id)).toMatchObject([{ count: 7, last_notified_at: null, resolved: false }])
    expect((await world.history()).map(short)).toEqual(['fired'])
    expect(events()).toEqual([])
  })
})

describe('a failing rule type', () => {
  it.each<[string, () => void | Promise<void>]>([
    [
      'throws',
      () => {
        throw new Error('no disk')
      },
    ],
    ['rejects', () => Promise.reject(new Error('no disk'))],
  ])('changes none of its alerts, and does not affect other types: %s', async (_, before) => {
    const [a, b] = [await world.server('a'), await world.server('b')]
    const rule = await world.rule()
    await world.rule({ name: 'Traffic', rules: [{ rule_type: 'traffic', cycle_limit: 1000 }] })
    world.facts.heat.set(a, 95)
    await world.pass()
    world.facts.before = (type) => (type === 'heat' ? before() : undefined)
    world.facts.heat.set(a, 1).set(b, 99)
    world.facts.traffic.set(b, 5000)
    await world.pass()
    expect(await world.states(rule.id)).toMatchObject([{ server_id: a, resolved: false, count: 1 }])
    expect((await world.events()).map(({ rule_name, server_name }) => [rule_name, server_name])).toEqual([
      ['Traffic', 'b'],
      ['High heat', 'a'],
    ])
    expect(world.kernel.logs).toContainEqual(
      expect.objectContaining({ rule_type: 'heat', msg: 'rule type heat failed to evaluate a condition' }),
    )
  })
})
