import { type Silencer, silencers } from '@svc/plugin-alerts/contract'
import { plannedOutages } from '@svc/plugin-metrics/contract'
import { definePlugin, type Registry } from '@svc/plugin-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, noon, type World } from '../../test/world.ts'
import type { Maintenance, SchedulePreview } from '../status-schema.ts'

type Points = { silencers: Registry<unknown>; planned: Registry<unknown> }
let points: Points
const owners = [
  definePlugin({
    id: 'alerts',
    points: { silencers },
    setup(context) {
      points = { ...points, silencers: context.silencers }
      return {}
    },
  }),
  definePlugin({
    id: 'metrics',
    points: { planned: plannedOutages },
    setup(context) {
      points = { ...points, planned: context.planned }
      return {}
    },
  }),
]

let world: World
beforeEach(async () => {
  world = await makeWorld({ plugins: owners })
})
afterEach(() => world.kernel.close())

const seconds = () => world.kernel.clock.now() / 1000
const silences = (serverId: string) => (points.silencers.all()[0] as Silencer).silences(serverId, seconds()) !== false
const planned = (serverId: string, from: string, to: string) =>
  (points.planned.all()[0] as { within(id: string, span: object): { from: number; to: number }[] })
    .within(serverId, { from: Date.parse(from) / 1000, to: Date.parse(to) / 1000 })
    .map((span) => [span.from, span.to].map((at) => new Date(at * 1000).toISOString().slice(0, 16)))
const get = (id: string) => world.call<Maintenance>('GET', `/api/maintenances/${id}`)
const put = (id: string, change: object) => world.call<Maintenance>('PUT', `/api/maintenances/${id}`, change)
const starts = async (query: object) => {
  const preview = await world.call<SchedulePreview>(
    'GET',
    `/api/maintenance-schedule?${new URLSearchParams(query as Record<string, string>)}`,
  )
  return preview.occurrences.map(({ start_at, end_at }) => `${start_at} ${end_at.slice(11, 16)}`)
}

describe('maintenance windows', () => {
  it('are created with the defaults of the contract, and listed newest first', async () => {
    const first = await world.maintenance()
    expect(first).toEqual({
      id: expect.any(String),
      title: 'Upgrade',
      description: null,
      start_at: '2026-05-01T13:00:00Z',
      end_at: '2026-05-01T14:00:00Z',
      recurrence: null,
      timezone: 'UTC',
      all_servers: true,
      server_ids: [],
      server_ids_json: null,
      is_public: false,
      active: true,
      state: 'planned',
      current: null,
      next: { start_at: '2026-05-01T13:00:00Z', end_at: '2026-05-01T14:00:00Z' },
      created_at: '2026-05-01T12:00:00Z',
      updated_at: '2026-05-01T12:00:00Z',
    })
    const second = await world.maintenance({ title: 'Other', server_ids_json: [await world.server('web')] })
    expect(second).toMatchObject({ all_servers: false, server_ids: [expect.any(String)] })
    expect(await world.call('GET', '/api/maintenances')).toEqual([second, first])
    expect(await world.call('DELETE', `/api/maintenances/${first.id}`)).toBe('ok')
    expect((await world.ask('GET', `/api/maintenances/${first.id}`)).status).toBe(404)
    expect(world.audited('maintenance.create')).toHaveLength(2)
    expect(world.audited('maintenance.delete')).toEqual([{ id: first.id, title: 'Upgrade' }])
    expect((await world.ask('GET', '/api/maintenances', undefined, 'member')).status).toBe(403)
  })

  it('silence their servers while they are open and active', async () => {
    const [a, b] = [await world.server('a'), await world.server('b')]
    const { id } = await world.maintenance({ server_ids_json: [a] })
    expect([silences(a), silences(b)]).toEqual([false, false])
    await world.kernel.clock.advance(3_600_000)
    expect([silences(a), silences(b)]).toEqual([true, false])
    expect(await get(id)).toMatchObject({
      state: 'in_progress',
      current: { end_at: '2026-05-01T14:00:00Z' },
      next: null,
    })
    await put(id, { server_ids_json: null })
    expect([silences(a), silences(b)]).toEqual([true, true])
    expect(await put(id, { active: false })).toMatchObject({ state: 'inactive' })
    expect(silences(a)).toBe(false)
    await put(id, { active: true, server_ids_json: [b] })
    expect([silences(a), silences(b)]).toEqual([false, true])
    await world.kernel.clock.advance(3_600_000)
    expect(silences(b)).toBe(false)
    expect(await get(id)).toMatchObject({ state: 'ended', current: null, next: null })
  })

  it('give their title to what they silence', async () => {
    const server = await world.server('a')
    await world.maintenance({ start_at: world.minutes(0), title: 'Disk swap' })
    expect((points.silencers.all()[0] as Silencer).silences(server, seconds())).toBe('Disk swap')
  })

  it('follow the clock when it is set forward and back', async () => {
    const server = await world.server('a')
    await world.maintenance()
    world.kernel.clock.set(noon + 90 * 60_000)
    expect(silences(server)).toBe(true)
    world.kernel.clock.set(noon + 1000 * 86_400_000)
    expect(silences(server)).toBe(false)
    world.kernel.clock.set(noon + 61 * 60_000)
    expect(silences(server)).toBe(true)
    world.kernel.clock.set(noon - 86_400_000)
    expect(silences(server)).toBe(false)
  })

  it('end early, and stay silenced by others that overlap', async () => {
    const server = await world.server('a')
    const { id } = await world.maintenance()
    const other = await world.maintenance({ start_at: world.minutes(90), end_at: world.minutes(100) })
    const end = (one: string) => world.ask('POST', `/api/maintenances/${one}/end`)
    expect(await end(id)).toMatchObject({ status: 409, error: { details: { code: 'status.NOT_IN_PROGRESS' } } })
    await world.kernel.clock.advance(95 * 60_000)
    expect(await end(id)).toMatchObject({ status: 200, data: { state: 'ended', end_at: '2026-05-01T13:35:00Z' } })
    expect(silences(server)).toBe(true)
    await end(other.id)
    expect(silences(server)).toBe(false)
    expect((await end(id)).status).toBe(409)
    expect(world.audited('maintenance.end')).toEqual([
      { id, title: 'Upgrade' },
      { id: other.id, title: 'Upgrade' },
    ])
  })

  it('are planned outages of their servers', async () => {
    const [a, b] = [await world.server('a'), await world.server('b')]
    await world.maintenance({ server_ids_json: [a] })
    await world.maintenance({ server_ids_json: [a], active: false, start_at: world.minutes(0) })
    expect(planned(a, '2026-05-01T00:00:00Z', '2026-05-02T00:00:00Z')).toEqual([
      ['2026-05-01T13:00', '2026-05-01T14:00'],
    ])
    expect(planned(a, '2026-05-01T13:30:00Z', '2026-05-01T13:40:00Z')).toEqual([
      ['2026-05-01T13:30', '2026-05-01T13:40'],
    ])
    expect(planned(a, '2026-05-01T14:00:00Z', '2026-05-02T00:00:00Z')).toEqual([])
    expect(planned(b, '2026-05-01T00:00:00Z', '2026-05-02T00:00:00Z')).toEqual([])
  })

  it('check the merged interval of an update', async () => {
    const { id } = await world.maintenance()
    const rejected = (change: object) => world.rejected('PUT', `/api/maintenances/${id}`, change)
    expect(await rejected({ end_at: world.minutes(30) })).toEqual(['end_at status.END_BEFORE_START'])
    expect(await rejected({ end_at: world.minutes(60) })).toEqual(['end_at status.END_BEFORE_START'])
    expect(await rejected({ start_at: world.minutes(120) })).toEqual(['end_at status.END_BEFORE_START'])
    expect(await get(id)).toMatchObject({ end_at: '2026-05-01T14:00:00Z' })
    expect(await put(id, { start_at: '2026-05-01T13:30:00+00:00', description: ' x ' })).toMatchObject({
      start_at: '2026-05-01T13:30:00Z',
      description: 'x',
    })
    expect(await put(id, { description: null })).toMatchObject({ description: null })
    expect(world.audited('maintenance.update')).toEqual([
      { id, title: 'Upgrade', changed: ['start_at', 'description'] },
      { id, title: 'Upgrade', changed: ['description'] },
    ])
  })

  it('reject invalid input with the field', async () => {
    const valid = { title: 'x', start_at: world.minutes(0), end_at: world.minutes(60) }
    const create = (input: object) => world.rejected('POST', '/api/maintenances', { ...valid, ...input })
    expect(await create({ title: ' ' })).toEqual(['title kernel.NOT_EMPTY'])
    expect(await create({ start_at: 'soon' })).toEqual(['start_at kernel.INSTANT'])
    expect(await create({ start_at: '2026-02-30T00:00:00Z' })).toEqual(['start_at kernel.INSTANT'])
    expect(await create({ end_at: '2026-05' })).toEqual(['end_at kernel.INSTANT'])
    expect(await create({ end_at: valid.start_at })).toEqual(['end_at status.END_BEFORE_START'])
    expect(await create({ end_at: '2027-05-01T12:00:00Z' })).toEqual(['end_at status.TOO_LONG'])
    expect(await create({ timezone: 'Mars/Olympus' })).toEqual(['timezone status.TIMEZONE'])
    expect(await create({ server_ids_json: ['nobody'] })).toEqual(['server_ids_json status.SERVERS_MUST_EXIST'])
    for (const recurrence of [
      ...['weekly', 'FREQ=HOURLY', 'FREQ=SECONDLY', 'FREQ=DAILY;INTERVAL=0', 'FREQ=DAILY;FREQ=WEEKLY', 'COUNT=3'],
      ...['FREQ=DAILY;X=1', 'FREQ=DAILY\nEXDATE:20260101', 'FREQ=DAILY;BYHOUR=1', 'FREQ=WEEKLY;BYDAY=XX', '<b>'],
    ]) {
      expect(await create({ recurrence }), recurrence).toEqual(['recurrence status.RECURRENCE'])
    }
    expect(await create({ recurrence: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' })).toEqual([
      'recurrence status.RECURRENCE',
    ])
    expect(await create({ recurrence: 'FREQ=DAILY;UNTIL=20200101T000000Z' })).toEqual([
      'recurrence status.NEVER_OCCURS',
    ])
    expect(
      await create({ start_at: '1999-01-01T00:00:00Z', end_at: '1999-01-01T01:00:00Z', recurrence: 'FREQ=DAILY' }),
    ).toEqual(['start_at status.TOO_OLD'])
    expect(await world.call('GET', '/api/maintenances')).toEqual([])
  })

  it('lose deleted servers, and end with the last one instead of covering all', async () => {
    const [a, b, c] = [await world.server('a'), await world.server('b'), await world.server('c')]
    const { id } = await world.maintenance({ start_at: world.minutes(-1), server_ids_json: [a, b] })
    await world.call('DELETE', `/api/servers/${a}`)
    expect(await get(id)).toMatchObject({ server_ids: [b] })
    await world.call('DELETE', `/api/servers/${b}`)
    expect((await world.ask('GET', `/api/maintenances/${id}`)).status).toBe(404)
    expect(silences(c)).toBe(false)
  })
})

describe('recurring windows', () => {
  const weekly = { recurrence: 'FREQ=WEEKLY;BYDAY=SU', timezone: 'Europe/Berlin' }

  it('begin with the first occurrence and keep their local time when the clocks change', async () => {
    const window = { ...weekly, start_at: '2026-10-14T00:30:00Z', end_at: '2026-10-14T01:30:00Z' }
    expect(await starts(window)).toEqual([
      '2026-10-18T00:30:00Z 01:30',
      '2026-10-25T00:30:00Z 01:30',
      '2026-11-01T01:30:00Z 02:30',
      '2026-11-08T01:30:00Z 02:30',
      '2026-11-15T01:30:00Z 02:30',
    ])
    expect(await world.maintenance(window)).toMatchObject({
      start_at: '2026-10-18T00:30:00Z',
      end_at: '2026-10-18T01:30:00Z',
      recurrence: 'FREQ=WEEKLY;BYDAY=SU',
      state: 'planned',
    })
  })

  it('leave out a local time that is skipped', async () => {
    const window = { start_at: '2027-03-27T01:30:00Z', end_at: '2027-03-27T02:00:00Z', timezone: 'Europe/Berlin' }
    expect((await starts({ ...window, recurrence: 'FREQ=DAILY' })).slice(0, 3)).toEqual([
      '2027-03-27T01:30:00Z 02:00',
      '2027-03-29T00:30:00Z 01:00',
      '2027-03-30T00:30:00Z 01:00',
    ])
  })

  it('open again and again, also months later, and end early one at a time', async () => {
    const server = await world.server('a')
    const daily = { recurrence: 'RRULE:freq=daily', start_at: world.minutes(0), end_at: world.minutes(60) }
    const { id } = await world.maintenance(daily)
    expect(silences(server)).toBe(true)
    await world.call('POST', `/api/maintenances/${id}/end`)
    expect(silences(server)).toBe(false)
    expect(await get(id)).toMatchObject({
      state: 'planned',
      end_at: '2026-05-01T13:00:00Z',
      next: { start_at: '2026-05-02T12:00:00Z' },
    })
    for (const days of [1, 399, 700, 1000]) {
      world.kernel.clock.set(noon + days * 86_400_000)
      await world.kernel.runJob('MaintenanceSchedule')
      expect(silences(server), `${days} days later`).toBe(true)
      expect(await get(id)).toMatchObject({ state: 'in_progress' })
    }
    const rows = () => world.kernel.database.prepare('SELECT count(*) FROM status_occurrences').pluck().get()
    const before = rows()
    await world.kernel.runJob('MaintenanceSchedule')
    expect(rows()).toBe(before)
  })

  it('are known ahead even if they are rare', async () => {
    const { id } = await world.maintenance({ recurrence: 'FREQ=YEARLY' })
    expect(await get(id)).toMatchObject({ next: { start_at: '2026-05-01T13:00:00Z' } })
    world.kernel.clock.set(noon + 800 * 86_400_000)
    expect(await get(id)).toMatchObject({ state: 'planned', next: { start_at: '2029-05-01T13:00:00Z' } })
  })

  it('end after their count', async () => {
    const { id } = await world.maintenance({ recurrence: 'FREQ=DAILY;COUNT=2' })
    world.kernel.clock.set(noon + 3 * 86_400_000)
    await world.kernel.runJob('MaintenanceSchedule')
    expect(await get(id)).toMatchObject({ state: 'ended', next: null })
  })

  it('keep what is over when they change', async () => {
    const server = await world.server('a')
    const { id } = await world.maintenance({ recurrence: 'FREQ=DAILY' })
    world.kernel.clock.set(noon + 2 * 86_400_000)
    await put(id, { start_at: '2026-05-04T20:00:00Z', end_at: '2026-05-04T21:00:00Z' })
    expect(planned(server, '2026-05-01T00:00:00Z', '2026-05-05T00:00:00Z')).toEqual([
      ['2026-05-01T13:00', '2026-05-01T14:00'],
      ['2026-05-02T13:00', '2026-05-02T14:00'],
      ['2026-05-04T20:00', '2026-05-04T21:00'],
    ])
    expect(await put(id, { recurrence: null })).toMatchObject({
      recurrence: null,
      next: { start_at: '2026-05-04T20:00:00Z' },
    })
    await put(id, { title: 'Renamed' })
    expect(planned(server, '2026-05-01T00:00:00Z', '2026-05-08T00:00:00Z')).toHaveLength(3)
  })
})
