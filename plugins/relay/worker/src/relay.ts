import { Value } from '@sinclair/typebox/value'
import { ConfigError, type RelayConfig, readConfig, type Variables } from './config.ts'
import { defaultLimits, type Limits, readLimits } from './limits.ts'
import { makeProvider, type ProviderSend, type Verdict } from './provider.ts'
import { RateWindow } from './rate-window.ts'
import { readBody } from './read-body.ts'
import { lifetimeSeconds, type Outcome, SendRequest, type SendResult } from './send-schema.ts'

/** One line about a notification that was not accepted; it names no device and no sender. */
export interface LogEntry {
  readonly outcome: Outcome
  readonly reason: string
  readonly environment: string | undefined
  /** what the push service answered */
  readonly provider_status: number | undefined
  readonly provider_reason: string | undefined
}

export interface RelayOptions {
  readonly variables: Variables
  readonly send: ProviderSend
  log(entry: LogEntry | { readonly error: string }): void
  /** epoch milliseconds */
  readonly now?: () => number
  /** replaces the default limits */
  readonly limits?: Partial<Limits>
}

/** The part of a request that the relay reads. */
export interface RelayRequest {
  readonly method: string
  readonly url: string
  readonly headers: Pick<Headers, 'get'>
  readonly body: AsyncIterable<Uint8Array> | null
}

/** Plain, because the classes of the platform cost Node more than all the rest. */
export interface RelayResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Answers a request. `source` is the address of the sender, from where the platform puts it; undefined if unknown. */
export type Relay = (request: RelayRequest, source: string | undefined) => Promise<RelayResponse>

/** A request that is not forwarded, and why. */
class Refusal {
  readonly status: number
  readonly reason: string
  readonly outcome: Outcome
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, reason: string, outcome: Outcome = 'permanent', headers: Refusal['headers'] = {}) {
    this.status = status
    this.reason = reason
    this.outcome = outcome
    this.headers = headers
  }
}

const notFound = new Refusal(404, 'NotFound')
const methodNotAllowed = new Refusal(405, 'MethodNotAllowed', 'permanent', { allow: 'POST' })
const busy = new Refusal(503, 'RelayBusy', 'retryable', { 'retry-after': '1' })
const rateLimited = new Refusal(429, 'RateLimited', 'retryable', { 'retry-after': '60' })
const notConfigured = new Refusal(503, 'RelayNotConfigured')
const unsupportedType = new Refusal(415, 'UnsupportedMediaType')
const tooLarge = new Refusal(413, 'RequestTooLarge')
const timedOut = new Refusal(408, 'RequestTimeout', 'retryable')
const invalidRequest = new Refusal(400, 'InvalidRequest')
const environmentDisabled = new Refusal(400, 'EnvironmentDisabled')
const expired: Verdict = { outcome: 'expired', reason: 'Expired', device_invalid: false }

/** Seconds by which the clock of a server may be ahead of ours; apps allow as many. */
const clockSkew = 60

const path = '/v1/send'
const textDecoder = new TextDecoder('utf-8', { fatal: true })

/** The request in a body; undefined if it is no valid one. */
function parse(bytes: Uint8Array): SendRequest | undefined {
  try {
    const value: unknown = JSON.parse(textDecoder.decode(bytes))
    return Value.Check(SendRequest, value) ? value : undefined
  } catch {
    return undefined
  }
}

const pathOf = (url: string) => URL.parse(url, 'http://relay')?.pathname

/** The configuration, or why there is none. */
function configure(variables: Variables): {
  readonly config?: RelayConfig
  readonly limits: Limits
  readonly error?: string
} {
  try {
    return { config: readConfig(variables), limits: readLimits(variables) }
  } catch (error) {
    if (error instanceof ConfigError) return { limits: defaultLimits, error: error.message }
    throw error
  }
}

/**
 * Forwards encrypted notifications to the push service. Nobody is authenticated, so each request passes these checks in
 * order, the cheapest first, and nothing is stored.
 */
export function makeRelay({ variables, send, log, now = Date.now, limits: changed }: RelayOptions): Relay {
  const { config, error, ...configured } = configure(variables)
  const limits = { ...configured.limits, ...changed }
  const provider = config && makeProvider({ config, limits, send, now })
  if (error) log({ error })
  const total = new RateWindow(limits.total, 1)
  const sources = new RateWindow(limits.perSource, limits.mapEntries)
  const targets = new RateWindow(limits.perTarget, limits.mapEntries)
  let running = 0

  async function read({ headers, body }: RelayRequest): Promise<Refusal | SendRequest> {
    const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
    const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity'
    if (type !== 'application/json' || encoding !== 'identity') return unsupportedType
    if (Number(headers.get('content-length') ?? 0) > limits.bodyBytes) return tooLarge
    const bytes = await readBody(body, { maxBytes: limits.bodyBytes, timeoutMs: limits.bodyMs })
    if (bytes === 'too_large') return tooLarge
    if (bytes === 'timeout') return timedOut
    const request = parse(bytes)
    return request && request.expires_at <= Math.floor(now() / 1000) + lifetimeSeconds + clockSkew
      ? request
      : invalidRequest
  }

  async function handle(incoming: RelayRequest, source: string): Promise<[Refusal | Verdict, SendRequest?]> {
    // The source first, so that one that floods does not use up what all have together.
    if (!sources.take(source, now()) || !total.take('', now())) return [rateLimited]
    if (!config || !provider || !(await provider.isUsable())) return [notConfigured]
    const request = await read(incoming)
    if (request instanceof Refusal) return [request]
    if (!config.environments.has(request.environment)) return [environmentDisabled, request]
    if (request.expires_at <= now() / 1000) return [expired, request]
    if (!targets.take(`${request.environment} ${request.device_token}`, now())) return [rateLimited, request]
    return [await provider.deliver(request), request]
  }

  function respond(result: Refusal | Verdict, request?: SendRequest): RelayResponse {
    const { outcome, reason } = result
    const [refusal, verdict] = result instanceof Refusal ? [result] : [undefined, result]
    // Refusals are not logged, or a flood would fill the disk.
    if (verdict && outcome !== 'accepted') {
      const { status: provider_status, providerReason: provider_reason } = verdict
      log({ outcome, reason, environment: request?.environment, provider_status, provider_reason })
    }
    const body: SendResult = { outcome, reason, device_invalid: verdict?.device_invalid ?? false }
    return {
      status: refusal?.status ?? 200,
      headers: {
        'content-type': 'application/json',
        'cache-control': 'no-store',
        ...refusal?.headers,
        ...(verdict?.retryAfter !== undefined && { 'retry-after': String(verdict.retryAfter) }),
      },
      body: JSON.stringify(body),
    }
  }

  return async (request, source = 'unknown') => {
    if (pathOf(request.url) !== path) return respond(notFound)
    if (request.method !== 'POST') return respond(methodNotAllowed)
    if (running >= limits.concurrent) return respond(busy)
    running += 1
    try {
      return respond(...(await handle(request, source)))
    } finally {
      running -= 1
    }
  }
}
