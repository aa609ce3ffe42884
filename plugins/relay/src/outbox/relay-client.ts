import { Value } from '@sinclair/typebox/value'
import { type Outbound, type OutboundAnswer, OutboundError } from '@svc/plugin-system/contract'
import { type SendRequest, SendResult } from '@svc/push-relay/send-schema'
import { knownReason, type Verdict } from './reason.ts'

const deadlineMs = 15_000
const maxRetryAfter = 1800

const retryable = (reason: Verdict['reason'], retryAfter?: number): Verdict => ({
  outcome: 'retryable',
  reason,
  retryAfter,
})

function parseResult(body: Buffer): SendResult | undefined {
  try {
    const value: unknown = JSON.parse(body.toString())
    return Value.Check(SendResult, value) ? value : undefined
  } catch {
    return undefined
  }
}

function parseRetryAfter({ headers }: Pick<OutboundAnswer, 'headers'>): number | undefined {
  const { 'retry-after': value } = headers
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Math.min(Number(value), maxRetryAfter) : undefined
}

/** What a response of the relay means. Only a confirmed verdict of the push service says that a device is gone. */
export function judgeRelay(answer: Pick<OutboundAnswer, 'status' | 'headers' | 'body'>): Verdict {
  const { status } = answer
  const result = parseResult(answer.body)
  const retryAfter = parseRetryAfter(answer)
  if (status === 200 && result) {
    const { outcome } = result
    if (outcome === 'accepted') return { outcome, reason: 'Accepted' }
    if (outcome === 'expired') return { outcome, reason: 'Expired' }
    if (outcome === 'retryable') return retryable(knownReason(result.reason) ?? 'RelayUnavailable', retryAfter)
    const isGone = result.device_invalid && result.reason === 'Unregistered'
    return { outcome, reason: knownReason(result.reason) ?? 'RelayPayloadRejected', isGone }
  }
  if (status === 408) return retryable('RequestTimeout')
  if (status === 429) return retryable('RateLimited', retryAfter)
  if (status === 503 && result?.reason === 'RelayNotConfigured') {
    return { outcome: 'permanent', reason: 'RelayNotConfigured' }
  }
  if (status >= 400 && status < 500) return { outcome: 'permanent', reason: 'RelayPayloadRejected' }
  return retryable(result?.reason === 'RelayBusy' ? 'RelayBusy' : 'RelayUnavailable', retryAfter)
}

/** Sends through the relay over kept connections. */
export function makeRelayClient({ outbound, url }: { readonly outbound: Outbound; readonly url: string }) {
  const base = url.replace(/\/+$/, '')
  const { host, pathname } = new URL(`${base}/v1/send`)
  const connections = outbound.keep(base, { trustedHost: host })
  return {
    async send(request: SendRequest, signal: AbortSignal): Promise<Verdict> {
      try {
        return judgeRelay(
          await connections.request(pathname, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(request),
            timeoutMs: deadlineMs,
            maxBytes: 4096,
            signal,
          }),
        )
      } catch (error) {
        if (error instanceof OutboundError) return retryable('RelayUnavailable')
        throw error
      }
    },
    close: connections.close,
  }
}
export type RelayClient = ReturnType<typeof makeRelayClient>
