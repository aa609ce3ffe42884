import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeFleet } from '../test/enrollment.js'
import { report } from '../test/report.js'
import { columns } from './columns.js'
import metrics from './index.js'
import { packPeriod } from './period-key.js'
import { sanitize } from './sanitize.js'
import { sealBlock } from './sealing/record-block.js'

// the maintenance worker compiles its sources first
vi.setConfig({ testTimeout: 60_000 })

const noon = Date.UTC(2026, 4, 1, 12)
const hour = noon / 3_600_000

let fleet: ReturnType<typeof makeFleet>
let kernel: TestKernel
beforeEach(async () => {
  fleet = makeFleet()
  kernel = await createTestKernel({ plugins: [fleet.plugin, metrics], now: noon })
})
afterEach(() => kernel.close())

/** An hour of a host that reports as many devices, with names as long, as it may. */
function largestHour() {
  const disk_io = Array.from({ length: 256 }, (_, i) => ({
    ...{ name: String.fromCharCode(1 + (i % 31)).repeat(16), read_bytes_per_sec: i, write_bytes_per_sec: i },
  }))
  const sane = sanitize(report({ disk_io }))
  const slots = Array.from({ length: 60 }, (_, minute) => minute)
  return sealBlock({ slots, cells: columns.map(({ take }) => slots.map(() => take(sane))) })
}

it('a host cannot make its history too large for the memory of the server', async () => {
  const server = fleet.add(7)
  const block = largestHour()
  const insert = kernel.database.prepare('INSERT INTO metrics_sealed_hours (id, hour, block) VALUES (?, ?, ?)')
  for (let ago = 1; ago <= 48; ago++) insert.run(packPeriod(7, hour - ago), hour - ago, block)
  const ask = async (hours: number, more = '') => {
    const from = new Date(noon - hours * 3_600_000).toISOString()
    const url = `/api/servers/${server.id}/records?from=${from}&to=2026-05-01T11:59:00Z&interval=raw${more}`
    const answer = await kernel.as('member').inject(url)
    return { status: answer.statusCode, body: answer.json() }
  }
  const { status, body } = await ask(48)
  expect([status, body.error?.details]).toMatchObject([422, [{ field: 'to' }]])
  expect((await ask(3)).body.data).toHaveLength(180)
  expect((await ask(48, '&fields=cpu')).body.data).toHaveLength(48 * 60)
})
