import { ApiError, type Clock, toSeconds } from '@svc/plugin-sdk'
import type { ChannelType, DeliveryError, LocalizedText } from '../../contract.ts'
import type { Deliver } from '../deliver.ts'
import type { DeliveriesStore } from '../outbox/deliveries-store.ts'
import { type Language, sampleNotice } from '../render.ts'
import type { Config } from './channel-configs.ts'

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly deliveries: DeliveriesStore
  readonly deliver: Deliver
  readonly language: Language
}

const cannotSend = ({ en, zh }: LocalizedText) =>
  new ApiError(422, 'VALIDATION_ERROR', en, { details: { error_zh: zh } })

/** Sends a sample notification immediately; throws 502 when it fails. */
export function makeTestChannel({ clock, deliveries, deliver, language }: Dependencies) {
  /** A test of a `stored` channel is listed in its deliveries. */
  return async (type: ChannelType, config: Config, stored?: { id: string; name: string }): Promise<void> => {
    const problem = type.problem?.()
    if (problem) throw cannotSend(problem)
    const notice = sampleNotice(toSeconds(clock.now()), language)
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
        error: failure?.message ?? null,
        error_zh: failure?.zh ?? null,
        created_at: now,
        finished_at: now,
      })
    }
    if (!failure) return
    const details = { error_zh: `测试发送失败：${failure.zh ?? failure.message}` }
    throw new ApiError(502, 'BAD_GATEWAY', `the test was not delivered: ${failure.message}`, { details })
  }
}
export type TestChannel = ReturnType<typeof makeTestChannel>
