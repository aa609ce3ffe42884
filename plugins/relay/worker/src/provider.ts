import type { RelayConfig } from './config.ts'
import type { Limits } from './limits.ts'
import { makeProviderToken } from './provider-token.ts'
import type { Environment, SendRequest, SendResult } from './send-schema.ts'

/** The push service; nothing that a request contains can choose another host. */
const hosts: Readonly<Record<Environment, string>> = {
  sandbox: 'api.sandbox.push.apple.com',
  production: 'api.push.apple.com',
}

/** A request to the push service. */
export interface ProviderRequest {
  readonly host: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
}

export interface ProviderResponse {
  readonly status: number
  readonly retryAfter: string | null
  /** The body, or what `maxBytes` leave of it. */
  read(maxBytes: number): Promise<string>
}

/** Makes one request and follows no redirect; rejects on network errors and when the signal aborts. */
export type ProviderSend = (request: ProviderRequest) => Promise<ProviderResponse>

/** What became of a request, and what the push service said. */
export interface Verdict extends SendResult {
  /** seconds, as the push service asks for */
  readonly retryAfter?: number
  readonly status?: number
  readonly providerReason?: string
}

const verdict = (outcome: SendResult['outcome'], reason: string, device_invalid = false): SendResult => ({
  outcome,
  reason,
  device_invalid,
})

/** What a response means. A bad token is no proof that the device is gone: the environment may be wrong. */
function judge(status: number, reason: string | undefined): SendResult {
  if (status === 200) return verdict('accepted', 'Accepted')
  if (status === 410 && reason === 'Unregistered') return verdict('permanent', 'Unregistered', true)
  if (status === 429 || (status >= 500 && status <= 599)) return verdict('retryable', 'ProviderUnavailable')
  if (reason === 'BadDeviceToken') return verdict('permanent', 'DeviceOrEnvironmentMismatch')
  return verdict('permanent', 'ProviderConfigurationOrPayload')
}

const networkUnavailable = verdict('retryable', 'NetworkUnavailable')

/**
 * What the device shows if it cannot decrypt the envelope. The app needs event and expiry to decrypt, because they are
 * authenticated with it.
 */
export const payloadOf = ({ envelope, event_id, expires_at }: SendRequest): string =>
  JSON.stringify({
    aps: {
      alert: { title: 'Server monitoring', body: 'You have a new notification' },
      sound: 'default',
      'mutable-content': 1,
    },
    svc_envelope: envelope,
    svc_event: { id: event_id, expires_at },
  })

/** The reason in a response of the push service: a word, never anything else. Throws if it is no JSON object. */
function parseReason(body: string): string | undefined {
  const { reason } = JSON.parse(body) as { reason?: unknown }
  return typeof reason === 'string' && /^[A-Za-z]{1,64}$/.test(reason) ? reason : undefined
}

const parseRetryAfter = (value: string | null) =>
  value !== null && /^\d{1,4}$/.test(value) ? Number(value) : undefined

interface Options {
  readonly config: RelayConfig
  readonly limits: Pick<Limits, 'providerMs' | 'responseBytes'>
  readonly send: ProviderSend
  /** epoch milliseconds */
  now(): number
}

/** The push service of one publisher. */
export function makeProvider({ config, limits, send, now }: Options) {
  const token = makeProviderToken(config, now)

  async function exchange(request: SendRequest, signal: AbortSignal): Promise<Verdict> {
    const response = await send({
      host: hosts[request.environment],
      path: `/3/device/${request.device_token}`,
      headers: {
        authorization: `bearer ${await token.get(signal)}`,
        'apns-topic': config.topic,
        'apns-push-type': 'alert',
        'apns-priority': '10',
        'apns-expiration': String(request.expires_at),
        'apns-id': request.event_id,
        'content-type': 'application/json',
      },
      body: payloadOf(request),
      signal,
    })
    const { status } = response
    if (status === 200) return { ...judge(status, undefined), status }
    const providerReason = parseReason(await response.read(limits.responseBytes))
    const retryAfter = parseRetryAfter(response.retryAfter)
    return { ...judge(status, providerReason), status, providerReason, retryAfter }
  }

  return {
    isUsable: token.isUsable,
    /** Never rejects: what is not a valid response in time is a network failure. */
    async deliver(request: SendRequest): Promise<Verdict> {
      const deadline = new AbortController()
      const { promise: timeout, resolve } = Promise.withResolvers<Verdict>()
      const timer = setTimeout(() => {
        deadline.abort()
        resolve(networkUnavailable)
      }, limits.providerMs)
      try {
        return await Promise.race([exchange(request, deadline.signal).catch(() => networkUnavailable), timeout])
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
