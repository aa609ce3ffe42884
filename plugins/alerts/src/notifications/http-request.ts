import { type Clock, type Param, text } from '@svc/plugin-sdk'
import { type Outbound, OutboundError, type OutboundOptions } from '@svc/plugin-system/contract'
import { DeliveryError } from '../contract.ts'

export interface Response {
  readonly status: number
  /** truncated to 4 KiB */
  readonly body: Buffer
  /** seconds from the `Retry-After` header */
  readonly retryAfter: number | undefined
}

/** Sends a request; throws `DeliveryError` when there is no response. */
export type HttpRequest = (url: string, options: OutboundOptions) => Promise<Response>

interface Dependencies {
  readonly outbound: Pick<Outbound, 'request'>
  readonly clock: Pick<Clock, 'now'>
}

const maxResponseBytes = 4096

/** The host of a base URL from the configuration file, which may be on a private network. */
export const trustedHostOf = (baseUrl: string): string => new URL(baseUrl).host

/** The date formats of HTTP, current and obsolete; the oldest one does not name the time zone. */
const httpDate = /^[A-Z][a-z]{2,8},? .{5,30}$/

/**
 * Seconds from a `Retry-After` header, which holds a number or a date. Undefined when it is missing, invalid or past. `now`
 * in epoch milliseconds.
 */
export function parseRetryAfter(header: string | readonly string[] | undefined, now: number): number | undefined {
  const text = (typeof header === 'object' ? header[0] : header)?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text)
  if (!httpDate.test(text)) return undefined
  const seconds = (Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`) - now) / 1000
  return seconds > 0 ? seconds : undefined
}

export const makeHttpRequest = ({ outbound, clock }: Dependencies): HttpRequest => {
  return async (url, options) => {
    try {
      const response = await outbound.request(url, { ...options, maxBytes: maxResponseBytes, cut: true })
      const { status, body, headers } = response
      return { status, body, retryAfter: parseRetryAfter(headers['retry-after'], clock.now()) }
    } catch (error) {
      if (error instanceof OutboundError) throw new DeliveryError(error.text, false)
      throw error
    }
  }
}

/** Client errors that may go away: rate limits, or settings that an operator may be fixing right now. */
const retryableStatus = new Set([401, 403, 404, 407, 408, 423, 425, 429])

const isPermanent = (status: number) => status >= 400 && status < 500 && !retryableStatus.has(status)

/** `Retry-After` is honored only with these. */
const hasRetryAfter = (status: number) => status === 429 || status === 503

/**
 * Throws `DeliveryError` unless the status is 2xx. `reason` is a known member of the response; the rest is never shown, so
 * that no channel can be used to read what a server answers.
 */
export function requireSuccess(
  receiver: Param,
  { status, retryAfter }: Pick<Response, 'status' | 'retryAfter'>,
  reason = '',
): void {
  if (status >= 200 && status < 300) return
  const isRedirect = status >= 300 && status < 400
  const answer = isRedirect
    ? text('alerts.RECEIVER_REDIRECTED', { receiver, status })
    : text('alerts.RECEIVER_STATUS', { receiver, status })
  throw new DeliveryError(
    reason.trim() === '' ? answer : text('alerts.RECEIVER_REASON', { answer, reason }),
    isPermanent(status),
    hasRetryAfter(status) ? { retryAfter } : {},
  )
}

/** A member of a JSON response; dots go deeper. Undefined when it is missing or the body is not JSON. */
function memberOf({ body }: Pick<Response, 'body'>, path: string): unknown {
  try {
    return path
      .split('.')
      .reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], JSON.parse(body.toString()))
  } catch {
    return undefined
  }
}

export function stringMember(response: Pick<Response, 'body'>, path: string): string | undefined {
  const value = memberOf(response, path)
  return typeof value === 'string' ? value : undefined
}

export function numberMember(response: Pick<Response, 'body'>, path: string): number | undefined {
  const value = memberOf(response, path)
  return typeof value === 'number' ? value : undefined
}
