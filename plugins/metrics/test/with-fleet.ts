import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import { afterEach, beforeEach } from 'vitest'
import metrics from '../src/index.ts'
import { makeFleet } from './enrollment.ts'

/** Those of the test that runs: whoever imports them sees what is assigned here before each. */
export let fleet: ReturnType<typeof makeFleet>
export let kernel: TestKernel

/** Lets every test of a file begin at `now` with a new kernel, this plugin, and a fleet without sockets. */
export function withFleet(now: number): void {
  beforeEach(async () => {
    fleet = makeFleet()
    kernel = await createTestKernel({ plugins: [fleet.plugin, metrics], now })
  })
  afterEach(() => kernel.close())
}
