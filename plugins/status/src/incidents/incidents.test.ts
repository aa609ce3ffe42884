import { readPages } from '@svc/kernel/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../../test/world.ts'
import type { Incident, IncidentUpdate } from '../status-schema.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.kernel.close())

const update = (id: string, status: string, message = 'x') =>
  world.call<IncidentUpdate>('POST', `/api/incidents/${id}/updates`, { status, message })
const get = (id: string) => world.call<Incident>('GET', `/api/incidents/${id}`)
const list = async (query = '') =>
  (await world.call<Incident[]>('GET', `/api/incidents${query}`)).map(({ title }) => title)

describe('incidents', () => {
  it('are created with the defaults of the contract, and listed with their updates, newest first', async () => {
    const server = await world.server('web')
    const first = await world.incident()
    expect(first).toEqual({
      id: expect.any(String),
      title: 'Slow',
      status: 'investigating',
      severity: 'minor',
      server_ids: [],
      server_ids_json: null,
      is_public: false,
      created_at: '2026-05-01T12:00:00Z',
      updated_at: '2026-05-01T12:00:00Z',
      resolved_at: null,
      updates: [],
    })
    const second = await world.incident({
      title: 'Down',
      severity: 'critical',
      is_public: true,
      server_ids_json: [server, server],
      message: ' We look. ',
    })
    expect(second).toMatchObject({
      server_ids: [server],
      server_ids_json: `["${server}"]`,
      updates: [{ status: 'investigating', message: 'We look.' }],
    })
    expect(await list()).toEqual(['Down', 'Slow'])
    expect(await list('?limit=1')).toEqual(['Down'])
    const read = (url: string) => world.kernel.as('admin').inject(url)
    expect(await readPages(read, '/api/incidents?limit=1')).toEqual([[second], [first]])
    expect(await world.call('GET', '/api/incidents')).toEqual([second, first])
    expect(world.audited('incident.create')).toHaveLength(2)
  })

  it('are filtered by status', async () => {
    const { id } = await world.incident({ title: 'Old' })
    await world.incident({ title: 'New', status: 'monitoring' })
    await update(id, 'resolved')
    expect(await list('?status=resolved')).toEqual(['Old'])
    expect(await list('?status=monitoring')).toEqual(['New'])
    expect(await list('?status=identified')).toEqual([])
    expect((await world.ask('GET', '/api/incidents?status=over')).status).toBe(400)
  })

  it('take the status of each update; reopening clears the time of the resolution', async () => {
    const { id } = await world.incident()
    await update(id, 'identified')
    await world.kernel.clock.advance(60_000)
    expect(await update(id, 'resolved', 'Done')).toEqual({
      id: expect.any(String),
      incident_id: id,
      status: 'resolved',
      message: 'Done',
      created_at: '2026-05-01T12:01:00Z',
    })
    expect(await get(id)).toMatchObject({ status: 'resolved', resolved_at: '2026-05-01T12:01:00Z' })
    await world.kernel.clock.advance(60_000)
    await update(id, 'resolved', 'Still')
    expect(await get(id)).toMatchObject({ resolved_at: '2026-05-01T12:01:00Z' })
    await update(id, 'investigating', 'Again')
    expect(await get(id)).toMatchObject({ status: 'investigating', resolved_at: null })
    const resolved = await world.call<Incident>('PUT', `/api/incidents/${id}`, { status: 'resolved' })
    expect(resolved.resolved_at).toBe('2026-05-01T12:02:00Z')
    expect(await world.call('PUT', `/api/incidents/${id}`, { status: 'monitoring' })).toMatchObject({
      resolved_at: null,
    })
    expect((await get(id)).updates.map(({ status }) => status)).toEqual([
      'identified',
      'resolved',
      'resolved',
      'investigating',
    ])
    expect(await world.incident({ status: 'resolved' })).toMatchObject({ resolved_at: '2026-05-01T12:02:00Z' })
  })

  it('can be corrected in their timeline', async () => {
    const { id } = await world.incident()
    const first = await update(id, 'identified', 'Typpo')
    const last = await update(id, 'resolved')
    const path = (updateId: string) => `/api/incidents/${id}/updates/${updateId}`
    expect(await world.call('PUT', path(first.id), { message: 'Typo' })).toEqual({ ...first, message: 'Typo' })
    expect(await get(id)).toMatchObject({ status: 'resolved', updates: [{ message: 'Typo' }, { id: last.id }] })
    await world.call('PUT', path(last.id), { status: 'monitoring' })
    expect(await get(id)).toMatchObject({ status: 'monitoring', resolved_at: null })
    expect(await world.call('DELETE', path(last.id))).toBe('ok')
    expect(await get(id)).toMatchObject({ status: 'identified', updates: [{ id: first.id }] })
    // Set apart from the updates: correcting an old one does not reopen it.
    await world.call('PUT', `/api/incidents/${id}`, { status: 'resolved' })
    await world.call('PUT', path(first.id), { message: 'Typo!' })
    expect(await get(id)).toMatchObject({ status: 'resolved' })
    expect((await world.ask('PUT', path('nothing'), { message: 'x' })).status).toBe(404)
    expect((await world.ask('DELETE', path('nothing'))).status).toBe(404)
    expect(world.audited('incident.update_added')).toHaveLength(2)
    expect(world.audited('incident.update_edited')).toHaveLength(3)
    expect(world.audited('incident.update_deleted')).toEqual([{ id: last.id, incident_id: id, status: 'monitoring' }])
  })

  it('change by any subset and are deleted with their updates', async () => {
    const { id } = await world.incident({ server_ids: [await world.server('web')] })
    await update(id, 'identified')
    expect(await world.call('PUT', `/api/incidents/${id}`, { severity: 'major' })).toMatchObject({
      severity: 'major',
      status: 'identified',
      server_ids: [expect.any(String)],
    })
    expect(await world.call('PUT', `/api/incidents/${id}`, { server_ids_json: null })).toMatchObject({
      server_ids: [],
    })
    expect(await world.call('DELETE', `/api/incidents/${id}`)).toBe('ok')
    const rows = (table: string) => world.kernel.database.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
    expect(['status_incidents', 'status_incident_updates', 'status_incident_servers'].map(rows)).toEqual([0, 0, 0])
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/updates'],
    ] as const) {
      const body = method === 'GET' ? undefined : { status: 'resolved', message: 'x' }
      expect((await world.ask(method, `/api/incidents/${id}${path}`, body)).status).toBe(404)
    }
    expect(world.audited('incident.update')).toHaveLength(2)
    expect(world.audited('incident.delete')).toEqual([{ id, title: 'Slow' }])
  })

  it('reject invalid input with the field', async () => {
    const create = (input: object) => world.rejected('POST', '/api/incidents', { title: 'x', ...input })
    expect(await create({ title: '' })).toEqual(['title kernel.NOT_EMPTY'])
    expect(await create({ status: 'over' })).toEqual(['status kernel.ONE_OF'])
    expect(await create({ severity: 'huge' })).toEqual(['severity kernel.ONE_OF'])
    expect(await create({ server_ids_json: ['nobody'] })).toEqual(['server_ids_json status.SERVERS_MUST_EXIST'])
    expect(await create({ message: ' ' })).toEqual(['message kernel.NOT_EMPTY'])
    expect(await list()).toEqual([])
    const { id } = await world.incident()
    const add = (input: object) => world.rejected('POST', `/api/incidents/${id}/updates`, input)
    expect(await add({ message: 'x' })).toEqual(['status kernel.REQUIRED'])
    expect(await add({ status: 'resolved' })).toEqual(['message kernel.REQUIRED'])
    expect(await add({ status: 'resolved', message: 'x'.repeat(10_001) })).toEqual(['message kernel.MAX_LENGTH'])
    expect((await get(id)).updates).toEqual([])
    expect((await world.ask('GET', '/api/incidents', undefined, 'member')).status).toBe(403)
  })

  it('forget servers that are deleted', async () => {
    const [a, b] = [await world.server('a'), await world.server('b')]
    const { id } = await world.incident({ server_ids: [a, b] })
    await world.call('DELETE', `/api/servers/${a}`)
    expect(await get(id)).toMatchObject({ server_ids: [b], server_ids_json: `["${b}"]` })
  })
})
