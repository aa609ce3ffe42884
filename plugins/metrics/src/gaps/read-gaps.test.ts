import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import type { Server } from '@svc/plugin-enrollment/contract'
import { contribute, definePlugin } from '@svc/plugin-sdk'
import { report } from '@svc/protocol/testing'
import { packKey } from '@svc/series'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { plannedOutages } from '../contract.ts'
import metrics from '../index.ts'
import { makeFleet } from '../testing.ts'
import { noMinutes, packMinutes } from '../uptime/minute-set.ts'

// the maintenance worker compiles its sources on start
vi.setConfig({ testTimeout: 60_000 })

const noon = Date.UTC(2026, 4, 1, 12)
const today = Math.floor(noon / 86_400_000)
const iso = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z')

const failing = definePlugin({
  id: 'failing',
  setup: () => ({
    contributes: contribute(plannedOutages, {
      plugin: 'failing',
      within() {
        throw new Error('no calendar')
      },
    }),
  }),
})

let fleet: ReturnType<typeof makeFleet>
let kernel: TestKernel
let server: Server
beforeEach(async () => {
  fleet = makeFleet()
  kernel = await createTestKernel({ plugins: [fleet.plugin, metrics, failing], now: noon })
  server = fleet.add(7, false, { createdAt: noon / 1000 - 500 * 86_400 })
})
afterEach(() => kernel.close())

const ask = async (from: number, to: number) => {
  const answer = await kernel.as('member').inject(`/api/servers/${server.id}/gaps?from=${iso(from)}&to=${iso(to)}`)
  return { status: answer.statusCode, body: answer.json() }
}
/** Every retained day has these minutes and was watched. */
const fill = (has: (minute: number) => boolean) => {
  const put = kernel.database.prepare('INSERT OR REPLACE INTO metrics_uptime_days VALUES (?, ?)')
  const minutes = packMinutes(noMinutes().map((_, minute) => (has(minute) ? 1 : 0)))
  const all = packMinutes(noMinutes().fill(1))
  kernel.database.transaction(() => {
    for (let day = today - 450; day <= today; day++) {
      put.run(packKey(day, 7), minutes)
      put.run(packKey(day, 0), all)
    }
  })()
}
const days = (count: number) => count * 86_400_000

describe('a long range', () => {
  it('is covered as far back as uptime is stored', async () => {
    fill((minute) => minute !== 60 && minute !== 61)
    const { status, body } = await ask(noon - days(400), noon)
    expect(status).toBe(200)
    expect(body.data).toHaveLength(400)
    expect(body.data[0]).toEqual({
      from: iso(days(today - 399) + 3_600_000),
      to: iso(days(today - 399) + 3_720_000),
      cause: 'unknown',
    })
    expect((await ask(noon - days(490), noon - days(410))).body.data).toEqual([])
  })

  it('is rejected with too many gaps', async () => {
    fill((minute) => minute % 2 === 0)
    const { status, body } = await ask(noon - days(400), noon)
    expect([status, body.error.details]).toMatchObject([422, [{ field: 'to' }]])
    expect((await ask(noon - days(20), noon)).body.data).toHaveLength(20 * 720)
  })

  it('is rejected while too many others are being read', async () => {
    fill(() => true)
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask(noon - days(400), noon)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
  })
})

describe('the current minute', () => {
  it('is no gap, nor is a minute whose record is pending', async () => {
    fill(() => true)
    kernel.database.exec('DELETE FROM metrics_uptime_days')
    await kernel.clock.advance(3 * 60_000 + 30_000)
    fleet.report(server, report())
    await kernel.clock.advance(35_000)
    const { body } = await ask(noon, noon + days(1))
    expect(body.data.at(-1).to).toBe(iso(noon + 3 * 60_000))
    fleet.report(server, report())
    expect((await ask(noon, noon + days(1))).body.data).toEqual(body.data)
    expect((await ask(noon + 3 * 60_000, noon + 10 * 60_000)).body.data).toEqual([])
  })

  it('reports gaps even if planned outages cannot be read', async () => {
    expect((await ask(noon - 600_000, noon)).status).toBe(200)
    expect(kernel.logs).toContainEqual(
      expect.objectContaining({ msg: 'failed to read planned outages', from: 'failing' }),
    )
  })
})
