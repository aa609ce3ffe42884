import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import { claimServer, openAgent } from '@svc/plugin-enrollment/testing'
import system from '@svc/plugin-system'
import { encode, Report } from '@svc/protocol'
import { report } from '@svc/protocol/testing'
import { packKey } from '@svc/series'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { recordNames } from '../test/database.ts'
import metrics from './index.ts'

const noon = Date.UTC(2026, 4, 1, 12)

let kernel: TestKernel
beforeEach(async () => {
  kernel = await createTestKernel({ plugins: [system, enrollment, metrics], now: noon })
})
afterEach(() => kernel.close())

const call = async (method: 'GET' | 'DELETE', url: string) => {
  const answer = await kernel.as('admin').inject({ method, url })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}

const browse = () => kernel.connect('/api/ws/servers', kernel.as('member').headers)

const rowCount = () => (kernel.database.prepare('SELECT count(*) AS n FROM metrics_records').get() as { n: number }).n

describe('with the enrollment plugin', () => {
  it('passes a report to browsers, the next full sync and the history', async () => {
    const { id, token } = await claimServer(kernel, 'edge')
    const agent = await openAgent(kernel, token)
    const browser = await browse()
    agent.sendRaw('{"type":"report","cpu":1e999}')
    agent.sendRaw(encode(Report, report({ cpu: 42.5 })))
    await vi.waitFor(async () => {
      await kernel.clock.advance(10)
      const update = browser.frames.find(({ type }) => type === 'update')
      expect(update?.servers).toMatchObject([{ id, name: 'edge', online: true, cpu: 42.5 }])
    })
    expect((await (await browse()).next('full_sync')).servers).toMatchObject([
      { id, online: true, cpu: 42.5, last_active: noon / 1000 },
    ])
    await kernel.runJob('RecordWriter')
    const range = 'from=2026-05-01T12:00:00Z&to=2026-05-01T12:01:00Z'
    expect(await call('GET', `/api/servers/${id}/records?${range}`)).toMatchObject([
      { server_id: id, time: '2026-05-01T12:00:00Z', cpu: 42.5 },
    ])
  })

  it('deletes the records of a deleted server', async () => {
    const { id } = await claimServer(kernel, 'edge')
    const { number } = kernel.database.prepare('SELECT number FROM enrollment_servers').get() as { number: number }
    const insert = kernel.database.prepare(
      `INSERT INTO metrics_records (id, ${recordNames}) VALUES (?, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, NULL, NULL, NULL)`,
    )
    for (let minute = noon / 60_000 - 300; minute < noon / 60_000; minute++) insert.run(packKey(minute, number))
    insert.run(packKey(noon / 60_000, number + 1))
    await call('DELETE', `/api/servers/${id}`)
    await kernel.clock.advance(1)
    await vi.waitFor(() => expect(rowCount()).toBe(1), { timeout: 20_000 })
  })

  it('keeps records for the configured days', async () => {
    const insert = kernel.database.prepare(
      `INSERT INTO metrics_records (id, ${recordNames}) VALUES (?, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, NULL, NULL, NULL)`,
    )
    const week = 7 * 24 * 60
    insert.run(packKey(noon / 60_000 - week - 1, 5))
    insert.run(packKey(noon / 60_000 - week, 5))
    const hour = noon / 3_600_000
    const sealed = kernel.database.prepare("INSERT INTO metrics_sealed_hours VALUES (?, ?, x'01')")
    const hourly = kernel.database.prepare(
      `INSERT INTO metrics_hourly_records (id, hour, ${recordNames}) VALUES (?, ?, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, NULL, NULL, NULL)`,
    )
    for (const age of [7 * 24, 7 * 24 + 1]) sealed.run(age, hour - age)
    for (const age of [90 * 24, 90 * 24 + 1]) hourly.run(age, hour - age)
    const days = kernel.database.prepare("INSERT INTO metrics_sealed_days VALUES (?, ?, x'01')")
    const day = noon / 86_400_000 - 0.5
    for (const age of [90, 91]) days.run(age, day - age)
    await kernel.runJob('Cleanup')
    const remaining = (table: string, column = 'hour') =>
      kernel.database.prepare(`SELECT ${column} FROM ${table}`).pluck().all()
    expect(remaining('metrics_sealed_hours')).toEqual([hour - 7 * 24])
    expect(remaining('metrics_hourly_records')).toEqual([hour - 90 * 24])
    expect(remaining('metrics_sealed_days', 'day')).toEqual([day - 90])
    expect(kernel.database.prepare('SELECT id FROM metrics_records').all()).toEqual([
      { id: packKey(noon / 60_000 - week, 5) },
    ])
  })
})
