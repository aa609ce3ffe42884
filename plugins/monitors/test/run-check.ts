import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import system from '@svc/plugin-system'
import { type Outbound, outbound } from '@svc/plugin-system/contract'
import type { CheckType, Outcome } from '../src/checks/check-type.ts'

/** Outbound connections of a real kernel, allowed to the loopback address, and a clock under test control. */
export async function makeCheckEnv(allow_private = ['127.0.0.0/8'], now?: number) {
  const kernel: TestKernel = await createTestKernel({
    plugins: [system],
    config: { outbound: { allow_private } },
    ...(now !== undefined && { now }),
  })
  return { kernel, clock: kernel.clock, outbound: kernel.service<Outbound>(outbound), close: () => kernel.close() }
}

/** Runs one check of a target. */
export async function runCheck(
  checkType: CheckType,
  target: string,
  config: Readonly<Record<string, unknown>> = {},
  options: { memory?: string | null; signal?: AbortSignal } = {},
): Promise<Outcome> {
  const { memory = null, signal = new AbortController().signal } = options
  return checkType.check({ target, config: await checkType.readConfig(config), memory, signal })
}
