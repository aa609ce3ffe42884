import type { Clock, Logger } from '@svc/plugin-sdk'
import { type ChannelType, DeliveryError, type LocalizedText, type OutgoingNotice } from '../contract.ts'
import { type Config, secretTexts } from './channels/channel-configs.ts'
import { redact } from './redact.ts'

const timeoutMs = 10_000
const timedOut: LocalizedText = {
  en: `timed out after ${timeoutMs / 1000} seconds`,
  zh: `${timeoutMs / 1000} 秒内没有响应`,
}

interface Dependencies {
  readonly clock: Pick<Clock, 'after'>
  readonly log: Logger
}

/** Makes one attempt; rejects with a `DeliveryError` whose message is safe to show. */
export type Deliver = (type: ChannelType, config: Config, notice: OutgoingNotice, stop?: AbortSignal) => Promise<void>

export const makeDeliver = ({ clock, log }: Dependencies): Deliver => {
  /** Channel types may come from other plugins: only messages of `DeliveryError` are shown, with secrets redacted. */
  const toDeliveryError = (error: unknown, type: ChannelType, config: Config): DeliveryError => {
    if (error instanceof Error && error.name === 'DeliveryError') {
      const { message, zh, permanent, retryAfter } = error as DeliveryError
      const safe = (text: unknown) => (typeof text === 'string' ? redact(text, secretTexts(type, config)) : '')
      const text = { en: safe(message) || 'failed', zh: safe(zh) || safe(message) || '发送失败' }
      return new DeliveryError(text, permanent === true, { retryAfter })
    }
    const kind = error instanceof Error ? error.name : typeof error
    log.error({ channel_type: type.type, kind }, 'notification channel failed unexpectedly')
    return new DeliveryError({ en: `unexpected error (${kind})`, zh: `渠道发生意外错误（${kind}）` }, false)
  }

  return async (type, config, notice, stop) => {
    const attempt = new AbortController()
    const aborted = new Promise<never>((_, reject) => {
      attempt.signal.addEventListener('abort', () => reject(attempt.signal.reason))
    })
    // No one awaits it when `deliver` throws synchronously.
    aborted.catch(() => {})
    const abort = (message: LocalizedText) => attempt.abort(new DeliveryError(message, false))
    const cancelTimeout = clock.after(timeoutMs, () => abort(timedOut))
    const onStop = () => abort({ en: 'the server was stopped', zh: '服务器已停止' })
    stop?.addEventListener('abort', onStop)
    if (stop?.aborted) onStop()
    try {
      // A type that ignores the signal must not block other deliveries.
      await Promise.race([type.deliver(config, notice, attempt.signal), aborted])
    } catch (error) {
      throw toDeliveryError(attempt.signal.aborted ? attempt.signal.reason : error, type, config)
    } finally {
      cancelTimeout()
      stop?.removeEventListener('abort', onStop)
    }
  }
}
