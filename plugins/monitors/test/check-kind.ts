import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import system from '@svc/plugin-system'
import { type Outbound, outbound } from '@svc/plugin-system/contract'
import type { Kind } from '../src/checks/kind.ts'
import type { Outcome } from '../src/checks/outcome.ts'

/** The way out of a real program, which may go to this machine, and a clock that the test moves. */
export async function openWay(allow_private = ['127.0.0.0/8'], now?: number) {
  const kernel: TestKernel = await createTestKernel({
    plugins: [system],
    config: { outbound: { allow_private } },
    ...(now !== undefined && { now }),
  })
  return { kernel, clock: kernel.clock, outbound: kernel.service<Outbound>(outbound), close: () => kernel.close() }
}

/** Checks a target as if it had been stored. */
export async function checkWith(
  kind: Kind,
  target: string,
  config: Readonly<Record<string, unknown>> = {},
  more: { memory?: string | null; signal?: AbortSignal } = {},
): Promise<Outcome> {
  const { memory = null, signal = new AbortController().signal } = more
  return kind.check({ target, config: await kind.readConfig(config), memory, signal })
}
