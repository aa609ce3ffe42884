import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import metrics from '@svc/plugin-metrics'
import { makeFleet } from '@svc/plugin-metrics/testing'
import { afterEach, beforeEach } from 'vitest'
import accounting from '../src/index.ts'

/** Of the current test; live bindings that are reassigned before each test. */
export let fleet: ReturnType<typeof makeFleet>
export let kernel: TestKernel

/** Starts every test at `now` with a new kernel, metrics, this plugin and a fake fleet. */
export function withFleet(now: number): void {
  beforeEach(async () => {
    fleet = makeFleet()
    kernel = await createTestKernel({ plugins: [fleet.plugin, metrics, accounting], now })
  })
  afterEach(() => kernel.close())
}
