import { ApiError, type Clock, type Core, toSeconds } from '@svc/plugin-sdk'
import type { ChannelType, DeliveryError } from '../../contract.ts'
import type { Deliver } from '../deliver.ts'
import type { DeliveriesStore } from '../outbox/deliveries-store.ts'
import { sampleNotice } from '../render.ts'
import type { Config } from './channel-configs.ts'

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly deliveries: DeliveriesStore
  readonly deliver: Deliver
  readonly language: string
  readonly text: Core['text']
}

/** Sends a sample notification immediately; throws 502 when it fails. */
export function makeTestChannel({ clock, deliveries, deliver, language, text }: Dependencies) {
  /** A test of a `stored` channel is listed in its deliveries. */
  return async (type: ChannelType, config: Config, stored?: { id: string; name: string }): Promise<void> => {
    const problem = type.problem?.()
    if (problem) throw new ApiError(422, problem.code, problem.params, { code: 'VALIDATION_ERROR' })
    const notice = sampleNotice(toSeconds(clock.now()), language, text)
    const failure = await deliver(type, config, notice).then(
      () => undefined,
      (error: DeliveryError) => error,
    )
    if (stored) {
      const now = toSeconds(clock.now())
      deliveries.insert({
        channel_id: stored.id,
        channel_name: stored.name,
        event: 'test',
        title: notice.title,
        notice_json: JSON.stringify(notice),
        notices: 1,
        attempts: 1,
        next_attempt_ms: null,
        state: failure ? 'failed' : 'sent',
        error_json: failure ? JSON.stringify(failure.text) : null,
        created_at: now,
        finished_at: now,
      })
    }
    if (!failure) return
    throw new ApiError(502, 'alerts.TEST_FAILED', { reason: failure.text }, { code: 'BAD_GATEWAY' })
  }
}
export type TestChannel = ReturnType<typeof makeTestChannel>
