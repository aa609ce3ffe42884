import type { Server } from '@svc/plugin-enrollment/contract'
import { MissedReport, ReportsKept } from '@svc/protocol'
import { report } from '@svc/protocol/testing'
import { makeBlock } from '@svc/series'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fleet, kernel, withFleet } from '../../test/with-fleet.ts'
import { columns } from '../columns.ts'
import { sealBlock } from '../sealing/block-code.ts'

// the maintenance worker compiles its sources on start
vi.setConfig({ testTimeout: 60_000 })

const minuteMs = 60_000
const begin = Date.UTC(2026, 4, 1, 11, 50)

withFleet(begin)

let server: Server
beforeEach(() => {
  server = fleet.add(7, false, { createdAt: begin / 1000 - 3600 })
})

const pass = async (minutes: number, cpu?: number) => {
  for (let i = 0; i < minutes; i++) {
    if (cpu !== undefined) fleet.report(server, report({ cpu }))
    await kernel.clock.advance(minuteMs)
  }
}
const read = async (interval: 'raw' | 'hourly', hours = 1) => {
  const from = new Date(begin - 50 * minuteMs - (hours - 1) * 3_600_000).toISOString()
  const query = { from, to: '2026-05-01T13:00:00Z', interval }
  const answer = await kernel.as('member').inject({ url: `/api/servers/${server.id}/records`, query })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data as { time: string; cpu: number }[]
}
const count = (table: string) => kernel.database.prepare(`SELECT count(*) FROM ${table}`).pluck().get()

describe('a late minute of a sealed hour', () => {
  it('is merged into block and hourly record, and requested only once', async () => {
    await pass(5, 10)
    fleet.disconnect(server)
    await pass(9)
    expect([count('metrics_records'), count('metrics_sealed_hours')]).toEqual([0, 1])
    expect(await read('hourly')).toMatchObject([{ time: '2026-05-01T11:00:00Z', cpu: 10 }])

    const minutes = Array.from({ length: 10 }, (_, i) => begin / 1000 + (4 + i) * 60)
    const back = () => {
      fleet.connect(server)
      fleet.say(server, ReportsKept, { running_seconds: 3600, seq: 9, minutes })
    }
    back()
    expect(fleet.sent.at(-1)?.payload).toEqual({ minutes: minutes.slice(1) })
    for (const minute of minutes) fleet.say(server, MissedReport, { minute, ...report({ cpu: 40 }) })
    await kernel.clock.advance(30_000)
    // the mean of five times 10 and five times 40
    const whole = [{ time: '2026-05-01T11:00:00Z', cpu: 25 }]
    await vi.waitFor(async () => expect(await read('hourly')).toMatchObject(whole), 20_000)
    expect((await read('raw')).map(({ cpu }) => cpu)).toEqual([...Array(5).fill(10), ...Array(9).fill(40)])
    expect(count('metrics_records')).toBe(4)
    back()
    expect(fleet.sent.at(-1)?.payload).toEqual({ minutes: [] })
  })
})

describe('a corrupt sealed hour', () => {
  const wrong = sealBlock({ slots: [60], cells: columns.map(() => [null]) })
  it.each([
    ['empty', Buffer.alloc(0)],
    ['of another version', makeBlock([Uint8Array.of(9)])],
    ['cut off', Buffer.from([1, 0xff])],
    ['longer than an hour', wrong],
  ])('is skipped and logged if it is %s', async (_, block) => {
    await pass(20, 10)
    expect(count('metrics_sealed_hours')).toBe(1)
    kernel.database.prepare('UPDATE metrics_sealed_hours SET block = ?').run(block)
    const { length } = await read('raw')
    expect(length).toBe(10)
    expect(await read('raw', 24)).toHaveLength(10)
    expect(kernel.logs).toContainEqual(
      expect.objectContaining({ msg: 'skipped a block that cannot be read', server_number: 7 }),
    )
  })
})
