import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../../test/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.kernel.close())

const fields = (error: { details: { field: string; code: string }[] }) =>
  error.details.map(({ field, code }) => `${field} ${code}`)

describe('tasks', () => {
  it('creates, lists, changes and deletes', async () => {
    const { id } = await world.offline('web')
    const task = await world.scheduled({ server_ids: [id], name: ' Backup ' })
    expect(task).toMatchObject({
      command: 'uptime',
      server_ids: [id],
      group_ids: [],
      tags: [],
      task_type: 'scheduled',
      name: 'Backup',
      cron_expression: '0 0 * * * *',
      enabled: true,
      timeout: null,
      retry_count: 0,
      retry_interval: 60,
      max_parallel: null,
      run_missed: false,
      alert_trigger: 'off',
      last_run_at: null,
      next_run_at: '2026-05-01T13:00:00Z',
      last_run: null,
      created_at: '2026-05-01T12:00:00Z',
    })
    const once = await world.create({ command: 'true', server_ids: [id] })
    expect((await world.call<{ id: string }[]>('GET', '/api/tasks')).map((one) => one.id)).toEqual([once.id, task.id])
    expect((await world.call<{ id: string }[]>('GET', '/api/tasks?type=scheduled')).map((one) => one.id)).toEqual([
      task.id,
    ])
    expect((await world.ask('GET', '/api/tasks?type=other')).status).toBe(400)
    expect(await world.call('PUT', `/api/tasks/${task.id}`, { enabled: false })).toMatchObject({
      enabled: false,
      next_run_at: null,
    })
    expect(await world.call('DELETE', `/api/tasks/${task.id}`)).toBeNull()
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['GET', '/results'],
      ['POST', '/run'],
      ['GET', '/runs'],
      ['POST', '/cancel'],
    ] as const) {
      expect((await world.ask(method, `/api/tasks/${task.id}${path}`, method === 'GET' ? undefined : {})).status).toBe(
        404,
      )
    }
    expect(world.audited('task_created')[0]).toEqual({
      id: task.id,
      type: 'scheduled',
      name: 'Backup',
      command: 'uptime',
    })
    expect(world.audited('task_updated')).toEqual([{ id: task.id, changed: ['enabled'] }])
    expect(world.audited('task_deleted')).toEqual([{ id: task.id, name: 'Backup' }])
  })

  it('is for administrators', async () => {
    expect((await world.ask('GET', '/api/tasks', undefined, 'member')).status).toBe(403)
  })

  it('rejects invalid input with the field', async () => {
    const { id } = await world.offline('web')
    const valid = { task_type: 'scheduled', command: 'true', server_ids: [id], cron_expression: '0 0 0 * * *' }
    const rejected = async (change: object) => {
      const { status, error } = await world.ask('POST', '/api/tasks', { ...valid, ...change })
      expect(status, JSON.stringify(change)).toBe(422)
      return fields(error)
    }
    expect(await rejected({ command: ' ' })).toEqual(['command kernel.NOT_EMPTY'])
    expect(await rejected({ command: 'a\0b' })).toEqual(['command kernel.INVALID'])
    expect(await rejected({ server_ids: [] })).toEqual(['server_ids kernel.NOT_EMPTY'])
    expect(await rejected({ server_ids: [id, 'unknown'] })).toEqual(['server_ids tasks.SERVERS_MUST_EXIST'])
    expect(await rejected({ cron_expression: null })).toEqual(['cron_expression kernel.REQUIRED'])
    for (const cron of ['0 0 * * *', '0 0 0 * * * *', '@daily', '']) {
      expect(await rejected({ cron_expression: cron })).toEqual(['cron_expression tasks.CRON_FIELDS'])
    }
    for (const cron of ['0 61 * * * *', 'a b c d e f']) {
      expect(await rejected({ cron_expression: cron })).toEqual(['cron_expression tasks.CRON_INVALID'])
    }
    for (const [field, value] of [
      ['timeout', 0],
      ['retry_count', 11],
      ['retry_interval', 0],
      ['task_type', 'other'],
    ] as const) {
      expect((await rejected({ [field]: value }))[0]).toMatch(`${field} `)
    }
  })

  it('rejects hostile input: 1 MB of command, and a schedule that never fires', async () => {
    const { id } = await world.offline('web')
    const command = await world.ask('POST', '/api/tasks', { command: 'x'.repeat(1_000_000), server_ids: [id] })
    expect([command.status, fields(command.error)]).toEqual([422, ['command kernel.MAX_LENGTH']])
    const cron_expression = '0 0 0 30 2 *'
    const never = { task_type: 'scheduled', command: 'true', server_ids: [id], cron_expression }
    const schedule = await world.ask('POST', '/api/tasks', never)
    expect([schedule.status, fields(schedule.error)]).toEqual([422, ['cron_expression tasks.CRON_NEVER']])
    expect(await world.call('GET', '/api/tasks')).toEqual([])
  })

  it('keeps a server out of its targets once it is deleted', async () => {
    const [a, b] = [await world.offline('a'), await world.offline('b')]
    const task = await world.scheduled({ server_ids: [a.id, b.id] })
    await world.call('DELETE', `/api/servers/${a.id}`)
    expect(await world.task(task.id)).toMatchObject({ server_ids: [b.id] })
  })

  it('previews the next five runs in the configured time zone', async () => {
    await world.kernel.close()
    world = await makeWorld({ config: { scheduler: { timezone: 'Europe/Berlin' } }, now: Date.UTC(2026, 2, 27, 12) })
    const preview = await world.call('GET', '/api/task-schedule?cron_expression=0%2030%202%20*%20*%20*')
    expect(preview).toEqual({
      timezone: 'Europe/Berlin',
      // On 29 March 2:30 does not exist; the run is at 3:00.
      next_runs: [
        '2026-03-28T01:30:00Z',
        '2026-03-29T01:00:00Z',
        '2026-03-30T00:30:00Z',
        '2026-03-31T00:30:00Z',
        '2026-04-01T00:30:00Z',
      ],
    })
    expect((await world.ask('GET', '/api/task-schedule?cron_expression=x')).status).toBe(422)
  })
})
