import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import { definePlugin } from '@svc/plugin-sdk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Runs, runs } from './contract.ts'
import system from './index.ts'

const noon = Date.UTC(2026, 4, 1, 12)
const second = noon / 1000
const day = 86_400

// the maintenance worker compiles its sources first
vi.setConfig({ testTimeout: 60_000 })

let dataDir: string
let kernel: TestKernel
let service: Runs
const asking = definePlugin({
  id: 'asking',
  requires: { runs },
  setup({ runs: given }) {
    service = given
    return {}
  },
})
const boot = async (now: number) => {
  kernel = await createTestKernel({ plugins: [system, asking], now, dataDir })
}
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-runs-'))
  await boot(noon)
})
afterEach(async () => {
  await kernel.close()
  rmSync(dataDir, { recursive: true, force: true })
})
const all = () => service.within({ from: 0, to: second + 10 * day }).map(({ from, to }) => [from - second, to - second])
const count = () => kernel.database.prepare('SELECT count(*) FROM system_runs').pluck().get()

describe('server runs', () => {
  it('start and stop with the server', async () => {
    expect(all()).toEqual([])
    await kernel.clock.advance(90_000)
    expect(all()).toEqual([[0, 90]])
    await kernel.close()
    await boot(noon + 3_600_000)
    await kernel.clock.advance(30_000)
    expect(all()).toEqual([
      [0, 90],
      [3600, 3630],
    ])
    expect(service.within({ from: second + 60, to: second + 3610 })).toEqual([
      { from: second + 60, to: second + 90 },
      { from: second + 3600, to: second + 3610 },
    ])
    expect(service.within({ from: second + 90, to: second + 3600 })).toEqual([])
  })

  it('lose less than a minute in a crash', async () => {
    await kernel.clock.advance(170_000)
    // the file that a killed process leaves behind
    const left = kernel.database.prepare('SELECT * FROM system_runs').all()
    expect(left).toEqual([{ id: 1, started_at: second, seen_at: second + 120 }])
  })

  it("exclude the machine's sleep", async () => {
    await kernel.clock.advance(120_000)
    kernel.clock.set(noon + 7_200_000)
    expect(all()).toEqual([[0, 120]])
    await kernel.clock.advance(120_000)
    expect(all()).toEqual([
      [0, 120],
      [7200, 7320],
    ])
  })

  it('are merged when the clock stepped back into an earlier one', async () => {
    await kernel.clock.advance(600_000)
    for (let at = 300; at <= 1200; at += 60) {
      kernel.clock.set(noon + at * 1000)
      await kernel.runJob('RunRecorder')
    }
    expect(all()).toEqual([[0, 1200]])
    expect(count()).toBe(2)
  })

  it('do not accumulate while the server crashes at every start', async () => {
    for (let i = 1; i <= 5; i++) {
      await kernel.close()
      await boot(noon + i * 10_000)
    }
    expect(count()).toBe(1)
  })

  it('are kept for retention.runs_days', async () => {
    await kernel.clock.advance(90_000)
    await kernel.close()
    await boot(noon + 401 * day * 1000)
    await kernel.runJob('Cleanup')
    expect(count()).toBe(1)
    expect(all()).toEqual([])
  })
})
