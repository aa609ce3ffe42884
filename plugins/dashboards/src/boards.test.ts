import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../test/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.close())

const at = (grid_x: number, grid_y: number, grid_w = 2, grid_h = 2) => ({ grid_x, grid_y, grid_w, grid_h })
const gauge = (extra: object = {}) => ({ widget_type: 'gauge', ...at(0, 0), ...extra })
/** A configuration with this many nested arrays, as JSON. */
const nested = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`
const create = async (name: string) => (await world.admin('POST', '/api/dashboards', { name })).data
const save = (id: string, body: object) => world.admin('PUT', `/api/dashboards/${id}`, body)

describe('the default dashboard', () => {
  it('is created on first access, once', async () => {
    const { status, data } = await world.member('GET', '/api/dashboards/default')
    expect(status).toBe(200)
    expect(data).toMatchObject({ name: 'Overview', is_default: true })
    const places = data.widgets.map((widget: { widget_type: string; config: object } & ReturnType<typeof at>) => [
      widget.widget_type,
      ...Object.values(widget.config),
      widget.grid_x,
      widget.grid_y,
      widget.grid_w,
      widget.grid_h,
    ])
    expect(places).toEqual([
      ['stat-number', 'server_count', 0, 0, 2, 1],
      ['stat-number', 'avg_cpu', 2, 0, 2, 1],
      ['stat-number', 'avg_memory', 4, 0, 2, 1],
      ['stat-number', 'total_bandwidth', 6, 0, 2, 1],
      ['stat-number', 'health', 8, 0, 2, 1],
      ['server-cards', 'grid', 0, 1, 12, 6],
    ])
    expect((await world.member('GET', '/api/dashboards/default')).data.id).toBe(data.id)
    expect((await world.member('GET', '/api/dashboards')).data).toHaveLength(1)
    expect(world.audited).toEqual([])
  })

  it('is the first one created, until another one is set as default', async () => {
    const a = await create('a')
    const b = await create('b')
    expect([a.is_default, b.is_default]).toEqual([true, false])
    expect((await save(a.id, { is_default: false })).status).toBe(400)
    expect((await save(b.id, { is_default: true })).data.is_default).toBe(true)
    const { data } = await world.member('GET', '/api/dashboards')
    expect(data.map((board: { name: string; is_default: boolean }) => [board.name, board.is_default])).toEqual([
      ['a', false],
      ['b', true],
    ])
    expect((await world.admin('DELETE', `/api/dashboards/${b.id}`)).status).toBe(400)
    expect((await world.admin('DELETE', `/api/dashboards/${a.id}`)).data).toBe('ok')
    expect((await world.admin('DELETE', `/api/dashboards/${b.id}`)).error.message).toContain('last')
  })
})

describe('saving a dashboard', () => {
  it('inserts, updates and removes widgets to match the list, and keeps their ids', async () => {
    const { id } = await create('a')
    const first = (await save(id, { widgets: [gauge(), gauge({ ...at(2, 0), config: { metric: 'cpu' } })] })).data
    expect(first.widgets.map((widget: { config: object }) => widget.config)).toEqual([{}, { metric: 'cpu' }])
    const [one, two] = first.widgets
    const body = {
      widgets: [
        { ...two, title: ' Load ', grid_x: 4, sort_order: 0, config: undefined, config_json: '{"metric":"mem"}' },
        gauge({ id: 'unknown' }),
      ],
    }
    const second = (await save(id, body)).data
    expect(second.widgets).toHaveLength(2)
    expect(second.widgets[0]).toMatchObject({
      id: two.id,
      title: 'Load',
      grid_x: 4,
      config: { metric: 'mem' },
      config_json: '{"metric":"mem"}',
      dashboard_id: id,
      module_id: null,
    })
    expect(second.widgets[1].id).not.toBe('unknown')
    expect(second.widgets.map((widget: { id: string }) => widget.id)).not.toContain(one.id)
    expect((await world.member('GET', `/api/dashboards/${id}`)).data).toEqual(second)
  })

  it('does not take widgets from another dashboard; their ids become new ones', async () => {
    const [a, b] = [await create('a'), await create('b')]
    const [theirs] = (await save(a.id, { widgets: [gauge()] })).data.widgets
    const [own] = (await save(b.id, { widgets: [theirs] })).data.widgets
    expect(own.id).not.toBe(theirs.id)
    expect((await world.member('GET', `/api/dashboards/${a.id}`)).data.widgets).toEqual([theirs])
    const url = `/api/dashboards/${b.id}/widgets/${theirs.id}/config`
    expect((await world.admin('PATCH', url, { metric: 'mem' })).status).toBe(404)
  })

  it('fails if someone else has saved in the meantime', async () => {
    const { id, updated_at } = await create('a')
    const first = await save(id, { name: 'b', expected_updated_at: updated_at })
    expect(first.status).toBe(200)
    const late = await save(id, { name: 'c', widgets: [gauge()], expected_updated_at: updated_at })
    expect([late.status, late.error.code]).toEqual([409, 'DASHBOARD_CHANGED'])
    const { data } = await world.member('GET', `/api/dashboards/${id}`)
    expect([data.name, data.widgets]).toEqual(['b', []])
    expect((await save(id, { name: 'c', expected_updated_at: data.updated_at })).status).toBe(200)
    expect((await save(id, { name: 'd', expected_updated_at: 'yesterday' })).status).toBe(422)
  })

  it('gives each change a later time, even if the clock does not advance', async () => {
    let board = await create('a')
    const seen = new Set([board.updated_at])
    for (const name of ['b', 'c', 'd']) {
      board = (await save(board.id, { name })).data
      expect(seen.has(board.updated_at)).toBe(false)
      seen.add(board.updated_at)
    }
    expect([...seen]).toEqual([...seen].sort())
  })

  it('is audited and sent to browsers', async () => {
    const { id } = await create('a')
    await save(id, { name: 'b' })
    const { data: copy } = await world.admin('POST', `/api/dashboards/${id}/copy`, {})
    await world.admin('DELETE', `/api/dashboards/${copy.id}`)
    expect(world.audited.map(({ action, detail }) => [action, detail?.name])).toEqual([
      ['dashboard.create', 'a'],
      ['dashboard.update', 'b'],
      ['dashboard.create', 'b (2)'],
      ['dashboard.delete', 'b (2)'],
    ])
    expect(world.broadcasts).toEqual(
      [id, id, copy.id, copy.id].map((dashboard_id) => ({ type: 'dashboards_changed', dashboard_id })),
    )
  })

  it('changes nothing if a widget is invalid', async () => {
    const { id } = await create('a')
    const { data: before } = await save(id, { widgets: [gauge()] })
    const long = { text: 'x'.repeat(17_000) }
    const invalid: [number, object][] = [
      [400, gauge({ widget_type: 'no-such' })],
      [400, gauge({ widget_type: 'module' })],
      [400, gauge({ widget_type: 'module', module_id: 'org.example.absent' })],
      [422, gauge({ grid_x: -1 })],
      [422, gauge({ grid_x: 11, grid_w: 2 })],
      [422, gauge({ grid_w: 13 })],
      [422, gauge({ grid_h: 0 })],
      [422, gauge({ grid_y: 1e9 })],
      [422, gauge({ grid_x: 0.5 })],
      [422, gauge({ config: long })],
      [422, gauge({ config: [] })],
      [422, gauge({ config_json: 'no json' })],
      [422, gauge({ config_json: '[1]' })],
      [422, gauge({ config_json: nested(8000) })],
      [422, gauge({ config: JSON.parse(nested(33)) })],
      [422, gauge({ config_json: '{"a":[{"__proto__":1}]}' })],
      [422, gauge({ config_json: '{"constructor":{"prototype":{}}}' })],
      [422, gauge({ sort_order: 1e300 })],
      [422, gauge({ title: 'x'.repeat(101) })],
      [422, { widget_type: 'gauge' }],
    ]
    for (const [status, widget] of invalid) {
      const response = await save(id, { name: 'changed', widgets: [gauge(), widget] })
      expect([response.status, JSON.stringify(widget).slice(0, 80)]).toEqual([
        status,
        JSON.stringify(widget).slice(0, 80),
      ])
    }
    expect((await save(id, { widgets: Array.from({ length: 101 }, () => gauge()) })).status).toBe(422)
    for (const name of ['', '  ', 'x'.repeat(101), 'a\u0000b', 'a\u202eb'])
      expect((await save(id, { name })).status).toBe(422)
    expect((await world.member('GET', `/api/dashboards/${id}`)).data).toEqual(before)
  })

  it('handles arbitrary input as a list of widgets', async () => {
    const { id } = await create('a')
    const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.object({ maxDepth: 2 }))
    const names = [
      'id',
      'widget_type',
      'module_id',
      'title',
      'config',
      'config_json',
      'grid_x',
      'grid_y',
      'grid_w',
      'grid_h',
    ]
    const arbitraryWidget = fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] })
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryWidget, { maxLength: 4 }), async (widgets) => {
        const { status } = await save(id, { widgets })
        expect([200, 400, 422]).toContain(status)
      }),
      { numRuns: 100 },
    )
  })

  it('is for admins', async () => {
    const { id } = await create('a')
    for (const [method, url] of [
      ['POST', '/api/dashboards'],
      ['PUT', `/api/dashboards/${id}`],
      ['DELETE', `/api/dashboards/${id}`],
      ['POST', `/api/dashboards/${id}/copy`],
      ['POST', '/api/dashboards/import'],
      ['PATCH', `/api/dashboards/${id}/widgets/x/config`],
    ] as const) {
      expect((await world.member(method, url, {})).status).toBe(403)
    }
    expect((await world.member('GET', '/api/dashboards/nope')).status).toBe(404)
    expect((await save('nope', {})).status).toBe(404)
  })
})

describe('the configuration of one widget', () => {
  it('is merged, without touching the rest', async () => {
    const { id } = await create('a')
    const { data } = await save(id, { widgets: [gauge({ config: { metric: 'cpu', max: 5 } }), gauge()] })
    const url = `/api/dashboards/${id}/widgets/${data.widgets[0].id}/config`
    const after = (await world.admin('PATCH', url, { metric: 'mem', max: null, label: 'x' })).data
    expect(after.widgets[0].config).toEqual({ metric: 'mem', label: 'x' })
    expect(after.widgets[1]).toEqual(data.widgets[1])
    expect(after.updated_at > data.updated_at).toBe(true)
    const patched = (await world.admin('PATCH', url, { label: { is: null }, constructor: 1 })).data
    expect(patched.widgets[0].config).toEqual({ metric: 'mem', label: { is: null }, constructor: 1 })
    expect((await world.admin('PATCH', url, { label: 'x'.repeat(17_000) })).status).toBe(422)
    expect((await world.admin('PATCH', url, JSON.parse(nested(33)))).status).toBe(422)
    expect((await world.admin('PATCH', url, JSON.parse(nested(32)))).status).toBe(200)
    expect((await world.admin('PATCH', `/api/dashboards/${id}/widgets/nope/config`, {})).status).toBe(404)
  })

  it('keeps a key that is already null when another one is changed', async () => {
    const { id } = await create('a')
    const { data } = await save(id, { widgets: [gauge({ config: { server: null, max: 5 } })] })
    const url = `/api/dashboards/${id}/widgets/${data.widgets[0].id}/config`
    expect((await world.admin('PATCH', url, { max: 6 })).data.widgets[0].config).toEqual({ server: null, max: 6 })
  })
})

describe('a copy without a name', () => {
  it.each([
    ['a'.repeat(100), `${'a'.repeat(96)} (2)`],
    [`${'a'.repeat(95)}😀xyz`, `${'a'.repeat(95)} (2)`],
    ['😀'.repeat(50), `${'😀'.repeat(48)} (2)`],
  ])('of %s is named after it, without splitting characters', async (name, expected) => {
    const { id } = await create(name)
    expect((await world.admin('POST', `/api/dashboards/${id}/copy`, {})).data.name).toBe(expected)
  })
})

describe('an exported dashboard', () => {
  it('is unchanged when imported', async () => {
    const { id } = await create('Räume / 机房')
    const widgets = [
      gauge({ config: { metric: 'cpu' }, title: 'T' }),
      gauge({ widget_type: 'module', module_id: 'org.example.weather', ...at(4, 4) }),
    ]
    const { data } = await save(id, { widgets })
    const file = await world.member('GET', `/api/dashboards/${id}/export`)
    expect(file.headers['content-disposition']).toBe(
      `attachment; filename="R-ume.svc-dashboard.json"; filename*=UTF-8''R%C3%A4ume-%E6%9C%BA%E6%88%BF.svc-dashboard.json`,
    )
    const again = (await world.admin('POST', '/api/dashboards/import', file.body)).data
    expect(again.left_out).toEqual([])
    const plain = (list: { [name: string]: unknown }[]) => list.map(({ id, dashboard_id, ...rest }) => rest)
    expect(plain(again.dashboard.widgets)).toEqual(plain(data.widgets))
    expect(again.dashboard.name).toBe('Räume / 机房')
  })

  it.each([
    ['生产', '"dashboard.svc-dashboard.json"', '生产'],
    ['../../etc/passwd', '"etc-passwd.svc-dashboard.json"', 'etc-passwd'],
    ["it's (a) *", '"it-s-a.svc-dashboard.json"', "it's-(a)"],
    ['😀'.repeat(50), '"dashboard.svc-dashboard.json"', '😀'.repeat(50)],
  ])('named %s gets a valid file name', async (name, plain, full) => {
    const { id } = await create(name)
    const { headers } = await world.member('GET', `/api/dashboards/${id}/export`)
    const [, ascii, encoded = ''] = /^attachment; filename=("[\w.-]+"); filename\*=UTF-8''([\w.%-]+)$/.exec(
      String(headers['content-disposition']),
    ) as string[]
    expect([ascii, decodeURIComponent(encoded)]).toEqual([plain, `${full}.svc-dashboard.json`])
  })

  it('is imported without unavailable widgets, which are listed', async () => {
    const file = {
      format: 'svc-dashboard',
      version: 1,
      name: 'a',
      widgets: [
        { widget_type: 'gauge', config: {}, ...at(0, 0) },
        { widget_type: 'alert-list', config: {}, ...at(0, 2) },
        { widget_type: 'module', module_id: 'org.example.absent', config: {}, ...at(0, 4) },
      ],
    }
    const { data } = await world.admin('POST', '/api/dashboards/import', file)
    expect(data.left_out).toEqual(['alert-list', 'module:org.example.absent'])
    expect(data.dashboard.widgets).toHaveLength(1)
    expect((await world.admin('POST', '/api/dashboards/import', { ...file, version: 2 })).status).toBe(422)
    const [, absent] = file.widgets
    const wrong = { widget_type: 'gauge', config: {}, ...at(11, 0) }
    const { error } = await world.admin('POST', '/api/dashboards/import', { ...file, widgets: [absent, wrong] })
    expect(error.details).toEqual([
      {
        field: 'widgets.1.grid_w',
        rule: 'must not extend beyond 12 columns',
        code: 'dashboards.WITHIN_COLUMNS',
        params: { columns: 12 },
      },
    ])
    expect((await world.admin('POST', '/api/dashboards/import', { ...file, format: 'other' })).status).toBe(422)
  })
})

describe('ids of hidden servers', () => {
  it('reach admins only, wherever a widget names them', async () => {
    const [secret, visible] = [randomUUID(), randomUUID()]
    world.hidden.add(secret)
    const { id } = await create('a')
    const widget = gauge({
      title: secret,
      config: { server_id: secret, list: [visible, secret], nested: { [secret]: `/servers/${secret}#${visible}` } },
    })
    await save(id, { is_default: true, widgets: [widget] })
    for (const url of ['default', id, `${id}/export`].map((end) => `/api/dashboards/${end}`)) {
      const [forMember, forAdmin] = [await world.member('GET', url), await world.admin('GET', url)]
      expect(JSON.stringify(forMember.body)).not.toContain(secret)
      expect(JSON.stringify(forMember.body)).toContain(visible)
      expect(JSON.stringify(forAdmin.body)).toContain(secret)
      const { config } = (forMember.data ?? forMember.body).widgets[0]
      expect(config.list).toEqual([visible, '00000000-0000-0000-0000-000000000000'])
    }
  })
})

describe('widgets of disabled plugins', () => {
  it('are kept on existing dashboards', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'svc-boards-'))
    const before = await makeWorld({ dataDir })
    const { id } = (await before.admin('POST', '/api/dashboards', { name: 'a' })).data
    const module = gauge({ widget_type: 'module', module_id: 'org.example.weather' })
    const { data } = await before.admin('PUT', `/api/dashboards/${id}`, { widgets: [gauge(), module] })
    await before.close()
    const after = await makeWorld({ dataDir, types: [], modules: [] })
    try {
      const moved = data.widgets.map((widget: object) => ({ ...widget, grid_y: 7 }))
      expect((await after.admin('PUT', `/api/dashboards/${id}`, { widgets: moved })).data.widgets).toHaveLength(2)
      expect((await after.admin('PUT', `/api/dashboards/${id}`, { widgets: [...moved, gauge()] })).status).toBe(400)
      expect((await after.admin('POST', `/api/dashboards/${id}/copy`, { name: 'b' })).data.widgets).toHaveLength(2)
    } finally {
      await after.close()
      rmSync(dataDir, { recursive: true })
    }
  })
})
