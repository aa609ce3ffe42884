import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import { afterEach, beforeEach } from 'vitest'
import metrics from '../src/index.ts'
import { makeFleet } from '../src/testing.ts'

/** Of the current test; live bindings that are reassigned before each test. */
export let fleet: ReturnType<typeof makeFleet>
export let kernel: TestKernel

/** Starts every test at `now` with a new kernel, this plugin and a fake fleet. */
export function withFleet(now: number): void {
  beforeEach(async () => {
    fleet = makeFleet()
    kernel = await createTestKernel({ plugins: [fleet.plugin, metrics], now })
  })
  afterEach(() => kernel.close())
}
