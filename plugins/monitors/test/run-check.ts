import { createTestKernel, sentenceOf, type TestKernel } from '@svc/kernel/testing'
import system from '@svc/plugin-system'
import { type Outbound, outbound } from '@svc/plugin-system/contract'
import type { CheckType, Outcome } from '../src/checks/check-type.ts'

/** Outbound connections of a real kernel, allowed to the loopback address, and a clock under test control. */
export async function makeCheckEnv(allow_private = ['127.0.0.0/8'], now?: number) {
  const kernel: TestKernel = await createTestKernel({
    plugins: [system],
    ...(now !== undefined && { now }),
  })
  return {
    kernel,
    clock: kernel.clock,
    outbound: kernel.service<Outbound>(outbound).withPrivate(allow_private),
    close: () => kernel.close(),
  }
}

/** Runs one check of a target; its error is rendered in both languages. */
export async function runCheck(
  checkType: CheckType,
  target: string,
  config: Readonly<Record<string, unknown>> = {},
  options: { memory?: string | null; signal?: AbortSignal } = {},
): Promise<Omit<Outcome, 'error'> & { error: { en: string; zh: string } | null }> {
  const { memory = null, signal = new AbortController().signal } = options
  const outcome = await checkType.check({ target, config: await checkType.readConfig(config), memory, signal })
  return { ...outcome, error: outcome.error && { en: sentenceOf(outcome.error), zh: sentenceOf(outcome.error, 'zh') } }
}
