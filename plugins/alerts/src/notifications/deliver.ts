import type { Clock, Logger } from '@svc/plugin-sdk'
import { type ChannelType, DeliveryError, type LocalizedText, type OutgoingNotice } from '../contract.ts'
import { type Config, secretTexts } from './channels/secret-members.ts'
import { redact } from './redact.ts'

/** milliseconds that one attempt may take */
const patience = 10_000
const tooSlow: LocalizedText = {
  en: `no answer within ${patience / 1000} seconds`,
  zh: `${patience / 1000} 秒内没有应答`,
}

interface Dependencies {
  readonly clock: Pick<Clock, 'after'>
  readonly log: Logger
}

/** One attempt; rejects with a `DeliveryError` whose message may be shown. */
export type Deliver = (type: ChannelType, config: Config, notice: OutgoingNotice, stop?: AbortSignal) => Promise<void>

export const makeDeliver = ({ clock, log }: Dependencies): Deliver => {
  /** Types come from other plugins as well: only what they mean to be shown is, and without secrets. */
  const faultOf = (error: unknown, type: ChannelType, config: Config): DeliveryError => {
    if (error instanceof Error && error.name === 'DeliveryError') {
      const { message, zh, permanent, retryAfter } = error as DeliveryError
      const shown = (text: unknown) => (typeof text === 'string' ? redact(text, secretTexts(type, config)) : '')
      const words = { en: shown(message) || 'failed', zh: shown(zh) || shown(message) || '发送失败' }
      return new DeliveryError(words, permanent === true, { retryAfter })
    }
    const kind = error instanceof Error ? error.name : typeof error
    log.error({ channel_type: type.type, kind }, 'a notification channel failed in an unforeseen way')
    return new DeliveryError(
      { en: `the channel failed in an unforeseen way (${kind})`, zh: `渠道发生意外错误（${kind}）` },
      false,
    )
  }

  return async (type, config, notice, stop) => {
    const attempt = new AbortController()
    const over = new Promise<never>((_, reject) => {
      attempt.signal.addEventListener('abort', () => reject(attempt.signal.reason))
    })
    const end = (message: LocalizedText) => attempt.abort(new DeliveryError(message, false))
    // nobody waits for it when a type throws at once
    over.catch(() => {})
    const cancel = clock.after(patience, () => end(tooSlow))
    const abort = () => end({ en: 'the server was stopped', zh: '服务器已停止' })
    stop?.addEventListener('abort', abort)
    if (stop?.aborted) abort()
    try {
      // A type that ignores the signal must not hold up the others.
      await Promise.race([type.deliver(config, notice, attempt.signal), over])
    } catch (error) {
      throw faultOf(attempt.signal.aborted ? attempt.signal.reason : error, type, config)
    } finally {
      cancel()
      stop?.removeEventListener('abort', abort)
    }
  }
}
