import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bell, hot, makeWorld, start, type World } from '../../test/alerts-world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.kernel.close())

const post = (input: object) => world.call('POST', '/api/alert-rules', { name: 'r', rules: [hot], ...input })
const wrong = async (input: object) => (await post(input)).error?.details
/** With the text, or any one by code. */
const field = (name: string, rule: unknown = expect.any(String), text?: object) => [
  text
    ? { field: name, rule, ...text }
    : expect.objectContaining({ field: name, rule, code: expect.stringMatching(/^(?:alerts|kernel)\.[A-Z_]+$/) }),
]
const atMost = (count: number) => ({ code: 'kernel.MAX_ITEMS', params: { count } })
const atLeast = (limit: number) => ({ code: 'kernel.MINIMUM', params: { limit } })
const ofType = (...types: string[]) => ({ code: 'kernel.ONE_OF_TYPES', params: { types } })
const required = { code: 'kernel.REQUIRED' }
const oneOf = (...values: string[]) => ({ code: 'kernel.ONE_OF', params: { values } })

describe('alert rules', () => {
  it('are created with defaults', async () => {
    const { data } = await post({ name: '  High heat ' })
    expect(data).toEqual({
      actions: [],
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'High heat',
      enabled: true,
      rules: [hot],
      rules_json: '[{"rule_type":"heat","min":90}]',
      trigger_mode: 'always',
      notification_group_id: null,
      cover_type: 'all',
      server_ids: [],
      server_ids_json: null,
      group_ids: [],
      tags: [],
      severity: 'critical',
      for_minutes: 0,
      reminder_minutes: 60,
      actions_json: null,
      fail_trigger_tasks: null,
      recover_trigger_tasks: null,
      immediate: false,
      firing: 0,
      problems: [],
      created_at: '2023-11-14T22:13:20Z',
      updated_at: '2023-11-14T22:13:20Z',
    })
    expect(await world.request('GET', `/api/alert-rules/${data.id}`)).toEqual(data)
    await post({ name: 'second' })
    expect((await world.request<{ name: string }[]>('GET', '/api/alert-rules')).map(({ name }) => name)).toEqual([
      'High heat',
      'second',
    ])
  })

  it('have no tasks to run without a plugin that has some', async () => {
    expect(await world.request('GET', '/api/alert-tasks')).toBeNull()
  })

  it.each(['⚠️ 负载过高', '温度 > 80 °C', 'é', '🔥'])('may be named %s', async (name) => {
    expect((await post({ name })).data.name).toBe(name)
  })

  it('keep all given fields', async () => {
    const [a, b] = [await world.server('a'), await world.server('b')]
    const { data } = await post({
      rules: [{ rule_type: 'traffic', cycle_limit: 5, cycle_interval: 'day', min: null }, hot],
      trigger_mode: 'once',
      notification_group_id: await world.groupId(),
      cover_type: 'exclude',
      server_ids: [b, a, b],
      enabled: false,
      actions: [],
      something: 'else',
    })
    expect(data).toMatchObject({
      rules: [{ rule_type: 'traffic', cycle_interval: 'day', cycle_limit: 5 }, hot],
      trigger_mode: 'once',
      notification_group_id: await world.groupId(),
      cover_type: 'exclude',
      server_ids: [b, a],
      server_ids_json: JSON.stringify([b, a]),
      enabled: false,
    })
  })

  it.each<[string, object, { field: string; rule: unknown }[]]>([
    ['no name', { name: undefined }, field('name', 'is required', required)],
    ['blank name', { name: '   ' }, field('name', 'must not be empty', { code: 'kernel.NOT_EMPTY' })],
    ['long name', { name: 'x'.repeat(101) }, field('name')],
    ['very long name', { name: 'x'.repeat(100_000) }, field('name')],
    ['control character', { name: 'a\u0000b' }, field('name', 'must not contain control or invisible characters')],
    ['name of nothing that one sees', { name: '\u3164\ufe0f' }, field('name')],
    ['name with a character that fills no space', { name: 'a\u115fb' }, field('name')],
    ['name of marks alone', { name: '\u0301' }, field('name', 'must contain a visible character')],
    ['name of another type', { name: 7 }, field('name', 'must be a string', { code: 'kernel.MUST_BE_STRING' })],
    ['no rules', { rules: undefined }, field('rules', 'is required', required)],
    [
      'too many rules',
      { rules: Array.from({ length: 11 }, () => hot) },
      field('rules', expect.any(String), atMost(10)),
    ],
    [
      'unknown type',
      { rules: [{ rule_type: 'nonsense' }] },
      field('rules.0.rule_type', expect.stringMatching(/^must be one of .*\bheat\b.*/)),
    ],
    ['a name that objects have', { rules: [{ rule_type: 'constructor' }] }, field('rules.0.rule_type')],
    ['member its type does not read', { rules: [hot, { ...hot, duration: 60 }] }, field('rules.1.duration')],
    ['a pattern of a type without names', { rules: [{ ...hot, pattern: 'a' }] }, field('rules.0.pattern')],
    ['a long pattern', { rules: [{ rule_type: 'named', pattern: 'x'.repeat(129) }] }, field('rules.0.pattern')],
    ['no bound', { rules: [{ rule_type: 'heat' }] }, field('rules.0.min', 'is required unless max is set')],
    ['bounds that are null', { rules: [{ rule_type: 'heat', min: null, max: null }] }, field('rules.0.min')],
    ['min above max', { rules: [{ ...hot, max: 10 }] }, field('rules.0.min', 'must not be greater than max')],
    [
      'bound of another type',
      { rules: [{ rule_type: 'heat', min: '90' }] },
      field('rules.0.min', 'must be one of these types: number, null', ofType('number', 'null')),
    ],
    ['no limit', { rules: [{ rule_type: 'traffic' }] }, field('rules.0.cycle_limit', 'is required')],
    [
      'no traffic as limit',
      { rules: [{ rule_type: 'traffic', cycle_limit: 0 }] },
      field('rules.0.cycle_limit', 'must be at least 1', atLeast(1)),
    ],
    [
      'unknown interval',
      { rules: [{ rule_type: 'traffic', cycle_limit: 1, cycle_interval: 'decade' }] },
      field('rules.0.cycle_interval', expect.any(String), oneOf('hour', 'day', 'week', 'month', 'year', 'billing')),
    ],
    [
      'negative duration',
      { rules: [{ rule_type: 'offline', duration: -1 }] },
      field('rules.0.duration', 'must be at least 0', atLeast(0)),
    ],
    [
      'part of a second',
      { rules: [{ rule_type: 'offline', duration: 1.5 }] },
      field('rules.0.duration', 'must be one of these types: integer, null', ofType('integer', 'null')),
    ],
    ['event beside others', { rules: [hot, bell] }, field('rules.1.rule_type')],
    [
      'unknown mode',
      { trigger_mode: 'sometimes' },
      field('trigger_mode', 'must be one of always, once', oneOf('always', 'once')),
    ],
    [
      'unknown cover type',
      { cover_type: 'some' },
      field('cover_type', 'must be one of all, include, exclude', oneOf('all', 'include', 'exclude')),
    ],
    ['unknown group', { notification_group_id: 'nobody' }, field('notification_group_id')],
    ['include without a list', { cover_type: 'include' }, field('server_ids')],
    ['exclude with an empty list', { cover_type: 'exclude', server_ids: [] }, field('server_ids')],
    [
      'an unknown server',
      { cover_type: 'include', server_ids: ['x'] },
      field('server_ids.0', 'must be the id of an existing server', { code: 'alerts.SERVER_MUST_EXIST' }),
    ],
    ['an unknown action', { actions: [{ type: 'block_source_ip' }] }, field('actions.0.type')],
  ])('are rejected with the invalid field: %s', async (_, input, details) => {
    expect(await wrong(input)).toEqual(details)
    expect((await post(input)).status).toBe(422)
    expect(await world.request('GET', '/api/alert-rules')).toEqual([])
  })

  it('reject a bound that is not a finite number', async () => {
    const response = await world.kernel.as('admin').inject({
      method: 'POST',
      url: '/api/alert-rules',
      headers: { 'content-type': 'application/json' },
      payload: '{"name":"r","rules":[{"rule_type":"heat","min":1e999}]}',
    })
    expect(response.statusCode).toBe(422)
  })

  it('return 404 for an unknown rule', async () => {
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      expect((await world.call(method, '/api/alert-rules/none', method === 'PUT' ? {} : undefined)).status).toBe(404)
    }
    expect(await world.states('none')).toEqual([])
  })
})

describe('an update', () => {
  it('keeps absent fields, clears null ones, and sets updated_at', async () => {
    const id = await world.server('a')
    const rule = await world.rule({ server_ids: [id], trigger_mode: 'once' })
    world.kernel.clock.set(start + 5000)
    expect(await world.change(rule.id, { name: 'Other' })).toEqual({
      ...rule,
      name: 'Other',
      updated_at: '2023-11-14T22:13:25Z',
    })
    const cleared = await world.change(rule.id, { notification_group_id: null, server_ids: null })
    expect(cleared).toMatchObject({ notification_group_id: null, server_ids: [], server_ids_json: null })
  })

  it('without changes keeps updated_at', async () => {
    const rule = await world.rule()
    world.kernel.clock.set(start + 5000)
    expect(await world.change(rule.id, { name: ' High heat ', rules: [hot], enabled: true })).toEqual(rule)
  })

  it.each<[string, object, string]>([
    ['a list that becomes empty', { server_ids: null }, 'server_ids'],
    ['a list with a stranger', { server_ids: ['x'] }, 'server_ids.0'],
    ['no condition bounds', { rules: [{ rule_type: 'heat' }] }, 'rules.0.min'],
    ['blank name', { name: '' }, 'name'],
    ['an action', { actions: [{}] }, 'actions.0.type'],
    ['unknown group', { notification_group_id: 'x' }, 'notification_group_id'],
  ])('is validated like a new rule: %s', async (_, input, name) => {
    const id = await world.server('a')
    const rule = await world.rule({ cover_type: 'include', server_ids: [id] })
    const { status, error } = await world.call('PUT', `/api/alert-rules/${rule.id}`, input)
    expect([status, error.details[0].field]).toEqual([422, name])
    expect(await world.request('GET', `/api/alert-rules/${rule.id}`)).toEqual(rule)
  })
})

describe('rules', () => {
  it('write one audit entry per change', async () => {
    const rule = await world.rule({ name: 'one' })
    await world.change(rule.id, { name: 'two', cover_type: 'all', rules: [{ ...hot, max: 95 }], enabled: true })
    await world.change(rule.id, {})
    await world.request('DELETE', `/api/alert-rules/${rule.id}`)
    await wrong({ name: '' })
    const { entries } = await world.request<{ entries: { action: string; user_id: string; detail: string }[] }>(
      'GET',
      '/api/audit-logs',
    )
    const audited = entries.filter(({ action }) => action.startsWith('alert_rule.')).reverse()
    expect(audited.map(({ action, user_id, detail }) => [action, user_id, JSON.parse(detail)])).toEqual([
      ['alert_rule.create', 'test-admin', { id: rule.id, name: 'one' }],
      ['alert_rule.update', 'test-admin', { id: rule.id, name: 'two', changed: ['name', 'rules'] }],
      ['alert_rule.delete', 'test-admin', { id: rule.id, name: 'two' }],
    ])
  })

  it('keep the pattern of names, and none if it is empty', async () => {
    const { data } = await post({ rules: ['web-*', '', null].map((pattern) => ({ rule_type: 'named', pattern })) })
    expect(data.rules).toEqual([
      { rule_type: 'named', pattern: 'web-*' },
      { rule_type: 'named' },
      { rule_type: 'named' },
    ])
  })

  it('list the rule types of the running plugins', async () => {
    const types = await world.request<{ type: string }[]>('GET', '/api/alert-rule-types')
    expect(types.map(({ type }) => type).sort()).toEqual([
      ...[
        'bell',
        'capability_grant_detected',
        'expiration',
        'heat',
        'ip_changed',
        'knock',
        'lost',
        'named',
        'offline',
        'traffic',
      ],
    ])
    expect(types).toContainEqual({
      type: 'offline',
      per_source: false,
      name: 'Offline',
      name_text: { code: 'alerts.OFFLINE' },
      kind: 'state',
      unit: 'seconds',
      fields: ['duration'],
      default_window: null,
      max_window: null,
      default_duration: 60,
      comparison: 'at_least',
    })
  })

  it('drop a deleted group', async () => {
    const rule = await world.rule()
    const group = await world.groupId()
    expect(await world.request('GET', `/api/notification-groups/${group}`)).toMatchObject({ rules: 1 })
    await world.request('DELETE', `/api/notification-groups/${group}`)
    expect(await world.request('GET', `/api/alert-rules/${rule.id}`)).toEqual({ ...rule, notification_group_id: null })
  })

  it('are limited in number', async () => {
    world.kernel.database.exec(`
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
      INSERT INTO alerts_rules SELECT 'r' || i, 'r', 1, '[]', 'once', NULL, 'all', 0, 0, 0, '[]', '[]', 0, 'critical', 0, 60, '[]', '[]', '[]' FROM n`)
    expect((await post({})).status).toBe(400)
  })
})
