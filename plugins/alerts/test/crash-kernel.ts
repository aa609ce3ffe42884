import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import system from '@svc/plugin-system'
import alerts from '../src/index.ts'
import { type Facts, makeFacts, testTypes } from './test-types.ts'

/** A kernel with alerts, to be killed at any moment. */
export const startKernel = (dataDir: string, now: number, facts: Facts = makeFacts()) =>
  createTestKernel({
    plugins: [system, enrollment, alerts, testTypes(facts)],
    config: { alerts: { default_rules: false }, notifications: { allow_private: ['127.0.0.0/8'] } },
    dataDir,
    now,
  })

/** Number of channels with a due delivery. */
const dueChannels = `
  SELECT count(*) FROM alerts_deliveries WHERE next_attempt_ms <= ? AND id IN (
    SELECT min(id) FROM alerts_deliveries WHERE state = 'waiting' GROUP BY channel_id
  )`

/** Advances the clock by a minute, waiting in between until due deliveries are sent. */
export async function runMinute({ clock, database }: TestKernel): Promise<void> {
  const sending = database.prepare(dueChannels).pluck()
  for (const end = clock.now() + 60_000; clock.now() < end; ) {
    await clock.advance(5000)
    while ((sending.get(clock.now()) as number) > 0) await clock.advance(0)
  }
}
