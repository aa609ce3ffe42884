import { ApiError, type Clock, toSeconds } from '@svc/plugin-sdk'
import type { ChannelType, DeliveryError, LocalizedText } from '../../contract.ts'
import type { Deliver } from '../deliver.ts'
import type { DeliveriesStore } from '../outbox/deliveries-store.ts'
import { type Language, sample } from '../render.ts'
import type { Config } from './secret-members.ts'

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly deliveries: DeliveriesStore
  readonly deliver: Deliver
  readonly language: Language
}

const cannotSend = ({ en, zh }: LocalizedText) =>
  new ApiError(422, 'VALIDATION_ERROR', en, { details: { error_zh: zh } })

/** Sends a sample at once and says what came of it. */
export function makeTestChannel({ clock, deliveries, deliver, language }: Dependencies) {
  /** `stored`: the channel whose log tells of it. */
  return async (type: ChannelType, config: Config, stored?: { id: string; name: string }): Promise<void> => {
    const problem = type.problem?.()
    if (problem) throw cannotSend(problem)
    const notice = sample(toSeconds(clock.now()), language)
    const fault = await deliver(type, config, notice).then(
      () => undefined,
      (error: DeliveryError) => error,
    )
    if (stored) {
      const at = toSeconds(clock.now())
      deliveries.insert({
        ...{ channel_id: stored.id, channel_name: stored.name, event: 'test', title: notice.title },
        ...{ notice_json: JSON.stringify(notice), notices: 1, attempts: 1, next_attempt_ms: null },
        ...{
          state: fault ? 'failed' : 'sent',
          error: fault?.message ?? null,
          error_zh: fault?.zh ?? null,
          created_at: at,
          finished_at: at,
        },
      })
    }
    if (!fault) return
    const details = { error_zh: `测试未送达：${fault.zh ?? fault.message}` }
    throw new ApiError(502, 'BAD_GATEWAY', `the test was not delivered: ${fault.message}`, { details })
  }
}
export type TestChannel = ReturnType<typeof makeTestChannel>
