import { readPages } from '@svc/kernel/testing'
import type { AlertEvent } from '@svc/plugin-alerts/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hot, makeWorld, type World } from '../../test/alerts-world.ts'

let world: World
let open: string
let secret: string
beforeEach(async () => {
  world = await makeWorld()
  open = await world.server('open')
  secret = await world.server('secret', { hidden: true })
})
afterEach(() => world.kernel.close())

const heat = async (...values: readonly (readonly [id: string, value: number])[]) => {
  for (const [id, value] of values) world.facts.heat.set(id, value)
  await world.pass()
}
const asMember = async (url: string) => world.call('GET', url, undefined, 'member')
const names = (events: readonly { readonly server_name: string }[]) => events.map(({ server_name }) => server_name)

describe('current alerts', () => {
  it('are listed, firing ones first, then by latest change', async () => {
    const third = await world.server('third')
    await world.rule()
    await heat([secret, 95], [third, 1])
    await heat([secret, 1], [open, 95])
    await heat([third, 95])
    await heat([third, 1])
    expect((await world.events()).map(({ server_name, status, event_at }) => [server_name, status, event_at])).toEqual([
      ['open', 'firing', '2023-11-14T22:15:20Z'],
      ['third', 'resolved', '2023-11-14T22:17:20Z'],
      ['secret', 'resolved', '2023-11-14T22:15:20Z'],
    ])
    expect(names(await world.events('?limit=2'))).toEqual(['open', 'third'])
    const pages = (url: string) => readPages<AlertEvent[]>((at) => world.kernel.as('admin').inject(at), url)
    expect((await pages('/api/alert-events?limit=1')).map(names)).toEqual([['open'], ['third'], ['secret']])
    expect(await pages(`/api/alert-events?limit=1&server_id=${third}`)).toHaveLength(1)
    expect(names(await world.events(`?server_id=${third}`))).toEqual(['third'])
  })

  it('have the documented fields', async () => {
    const rule = await world.rule({ trigger_mode: 'once' })
    await heat([open, 95])
    await heat([open, 95])
    const keys = { alert_key: `${rule.id}:${open}`, rule_id: rule.id, server_id: open, source: '' }
    const shown = {
      ...keys,
      ...{ rule_name: 'High heat', server_name: 'open', status: 'firing', resolved_at: null, severity: 'critical' },
      value: 'Heat at 95% (threshold 90%)',
      value_text: expect.objectContaining({ code: 'alerts.FINDINGS' }),
      first_triggered_at: '2023-11-14T22:14:20Z',
      ...{ no_data_since: null, acknowledged_at: null, acknowledged_by: null, silence: null },
    }
    expect(await world.events()).toEqual([
      { ...shown, event_at: '2023-11-14T22:14:20Z', count: 2, suppressed: false, silenced_by: null },
    ])
    const message = 'open: Heat at 95% (threshold 90%)'
    expect(await world.event(rule.id, open)).toEqual({
      ...shown,
      message,
      changes_next: null,
      trigger_count: 2,
      rule_enabled: true,
      rule_trigger_mode: 'once',
      rule_reminder_minutes: 5,
      changes: [
        {
          ...{ ...keys, id: expect.any(Number), rule_name: 'High heat', server_name: 'open' },
          ...{ change: 'fired', reason: null, suppressed: false, silenced_by: null, at: '2023-11-14T22:14:20Z' },
          message,
          message_text: { code: 'alerts.FIRING', params: expect.objectContaining({ server: 'open' }) },
        },
      ],
    })
    expect(world.notices()).toMatchObject([{ cpu: expect.stringContaining('95'), memory: expect.any(String) }])
  })

  it('are in the configured language', async () => {
    const other = await makeWorld({ config: { notifications: { language: 'zh' } } })
    try {
      const id = await other.server('web-1')
      const rule = await other.rule({ name: '高热' })
      other.facts.heat.set(id, 95)
      await other.pass()
      expect((await other.event(rule.id, id)).message).toBe('web-1：Heat 95%（阈值 90%）')
    } finally {
      await other.kernel.close()
    }
  })

  it.each([
    ['nocolon', 400],
    ['a:b', 404],
    [':', 404],
    ['constructor:x', 404],
  ])('key %s: %s', async (key, status) => {
    await world.rule()
    await heat([open, 95])
    expect((await world.call('GET', `/api/alert-events/${key}`)).status).toBe(status)
  })

  it.each(['limit=0', 'limit=501', 'limit=x', 'limit=1.5'])('reject %s', async (query) => {
    expect((await world.call('GET', `/api/alert-events?${query}`)).status).toBe(400)
  })
})

describe('hidden servers are visible to admins only', () => {
  beforeEach(async () => {
    await world.rule()
    await heat([open, 95], [secret, 95])
  })

  it('in the list, the detail and the history', async () => {
    const [event] = (await world.events()).filter(({ server_id }) => server_id === secret)
    expect(names((await asMember('/api/alert-events')).data)).toEqual(['open'])
    expect((await asMember(`/api/alert-events?server_id=${secret}`)).data).toEqual([])
    expect((await asMember(`/api/alert-events/${event?.alert_key}`)).status).toBe(404)
    expect((await world.call('GET', `/api/alert-events/${event?.alert_key}`)).status).toBe(200)
    expect(names((await asMember('/api/alert-history')).data.items)).toEqual(['open'])
    expect((await asMember(`/api/alert-history?server_id=${secret}`)).data.items).toEqual([])
    expect(names(await world.history()).sort()).toEqual(['open', 'secret'])
  })

  it('after deletion, too, unless they were made visible again', async () => {
    await world.request('PUT', `/api/servers/${open}`, { hidden: true })
    expect((await asMember('/api/alert-history')).data.items).toEqual([])
    await world.request('PUT', `/api/servers/${open}`, { hidden: false })
    await world.request('DELETE', `/api/servers/${secret}`)
    await world.request('DELETE', `/api/servers/${open}`)
    expect(names((await asMember('/api/alert-history')).data.items)).toEqual(['open', 'open'])
    expect(names(await world.history()).sort()).toEqual(['open', 'open', 'secret', 'secret'])
  })

  it('on the live socket', async () => {
    const viewer = await world.kernel.connect('/api/ws/servers', world.kernel.as('member').headers)
    const admin = await world.kernel.connect('/api/ws/servers', world.kernel.as('admin').headers)
    await viewer.next('full_sync')
    await admin.next('full_sync')
    await heat([open, 1], [secret, 1])
    const nextChange = async (socket: typeof viewer) => {
      const { server_id, status } = await socket.next('alert_changed')
      return [server_id, status]
    }
    expect([await nextChange(admin), await nextChange(admin)].sort()).toEqual(
      [
        [open, 'resolved'],
        [secret, 'resolved'],
      ].sort(),
    )
    expect(await nextChange(viewer)).toEqual([open, 'resolved'])
    await heat([open, 99], [secret, 99])
    expect(await nextChange(viewer)).toEqual([open, 'firing'])
    expect(viewer.frames.filter(({ type }) => type === 'alert_changed')).toEqual([])
  })
})

describe('history', () => {
  it('is paged, newest first, without gaps or duplicates', async () => {
    await world.rule({ trigger_mode: 'once' })
    await world.rule({ name: 'Second', rules: [{ ...hot, min: 91 }] })
    for (let round = 0; round < 4; round++) {
      await heat([open, 95], [secret, 95])
      await heat([open, 1], [secret, 1])
    }
    const all = await world.history()
    expect(all).toHaveLength(32)
    const read: number[] = []
    for (let next: string | null = ''; next !== null; ) {
      const url: string = `/api/alert-history?limit=5${next && `&cursor=${next}`}`
      const page = await world.request<{ items: { id: number }[]; next: string | null }>('GET', url)
      read.push(...page.items.map(({ id }) => id))
      next = page.next
    }
    expect(read).toEqual(all.map(({ id }) => id).reverse())
  })

  it('is filtered by server, rule and time', async () => {
    const rule = await world.rule()
    await world.rule({ name: 'Second' })
    await heat([open, 95], [secret, 95])
    await heat([open, 1])
    expect(await world.history(`&server_id=${open}`)).toHaveLength(4)
    expect(await world.history(`&server_id=${open}&rule_id=${rule.id}`)).toHaveLength(2)
    expect(await world.history('&from=2023-11-14T22:15:20Z')).toHaveLength(2)
    expect(await world.history('&to=2023-11-14T23:15:19%2B01:00')).toHaveLength(4)
    expect(await world.history('&to=2023-11-14T23:15:19+01:00')).toHaveLength(4)
  })

  it.each(['from=yesterday', 'to=2023-13-01T00:00:00Z', 'cursor=x', 'cursor=1.2.3', 'limit=0', 'limit=201'])(
    'rejects %s',
    async (query) => {
      const { status, error } = await world.call('GET', `/api/alert-history?${query}`)
      expect([status, error.details?.[0]?.field]).toEqual([400, query.split('=')[0]])
    },
  )
})
