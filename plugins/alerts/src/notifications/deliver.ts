import { type Clock, type CodedText, isCodedText, type Logger, type Param, type Params, text } from '@svc/plugin-sdk'
import { type ChannelType, DeliveryError, type OutgoingNotice } from '../contract.ts'
import { type Config, secretTexts } from './channels/channel-configs.ts'
import { redact } from './redact.ts'

const timeoutMs = 10_000
const timedOut = text('alerts.DELIVERY_TIMED_OUT', { seconds: timeoutMs / 1000 })
const stopped = text('alerts.SERVER_STOPPED')

/** A text whose parameters are safe to show. */
function redactText({ code, params = {} }: CodedText, secrets: readonly string[]): CodedText {
  const safe = (param: Param): Param => {
    if (typeof param === 'string') return redact(param, secrets)
    if (Array.isArray(param)) return param.map(safe)
    return isCodedText(param) ? redactText(param, secrets) : param
  }
  return text(code, Object.fromEntries(Object.entries(params).map(([name, param]) => [name, safe(param)])) as Params)
}

interface Dependencies {
  readonly clock: Pick<Clock, 'after'>
  readonly log: Logger
}

/** Makes one attempt; rejects with a `DeliveryError` whose message is safe to show. Resolves with the receipt, if any. */
export type Deliver = (
  type: ChannelType,
  config: Config,
  notice: OutgoingNotice,
  stop?: AbortSignal,
) => Promise<string | undefined>

const maxReceiptLength = 200

export const makeDeliver = ({ clock, log }: Dependencies): Deliver => {
  /** Channel types may come from other plugins: only messages of `DeliveryError` are shown, with secrets redacted. */
  const toDeliveryError = (error: unknown, type: ChannelType, config: Config): DeliveryError => {
    if (error instanceof Error && error.name === 'DeliveryError') {
      const { text: reason, permanent, retryAfter } = error as DeliveryError
      const safe = isCodedText(reason) ? redactText(reason, secretTexts(type, config)) : text('alerts.FAILED')
      return new DeliveryError(safe, permanent === true, { retryAfter })
    }
    const kind = error instanceof Error ? error.name : typeof error
    log.error({ channel_type: type.type, kind }, 'notification channel failed unexpectedly')
    return new DeliveryError(text('alerts.DELIVERY_CRASHED', { kind }), false)
  }

  return async (type, config, notice, stop) => {
    const attempt = new AbortController()
    const aborted = new Promise<never>((_, reject) => {
      attempt.signal.addEventListener('abort', () => reject(attempt.signal.reason))
    })
    // No one awaits it when `deliver` throws synchronously.
    aborted.catch(() => {})
    const abort = (reason: CodedText) => attempt.abort(new DeliveryError(reason, false))
    const cancelTimeout = clock.after(timeoutMs, () => abort(timedOut))
    const onStop = () => abort(stopped)
    stop?.addEventListener('abort', onStop)
    if (stop?.aborted) onStop()
    try {
      // A type that ignores the signal must not block other deliveries.
      const receipt = await Promise.race([type.deliver(config, notice, attempt.signal), aborted])
      return typeof receipt === 'string' ? receipt.slice(0, maxReceiptLength) : undefined
    } catch (error) {
      throw toDeliveryError(attempt.signal.aborted ? attempt.signal.reason : error, type, config)
    } finally {
      cancelTimeout()
      stop?.removeEventListener('abort', onStop)
    }
  }
}
