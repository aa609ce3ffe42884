import type { Clock } from '@svc/plugin-sdk'
import { type Outbound, OutboundError, type OutboundOptions } from '@svc/plugin-system/contract'
import { DeliveryError, type LocalizedText } from '../contract.ts'

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

const outboundErrors: Readonly<Record<OutboundError['kind'], string>> = {
  refused: '不允许访问该地址',
  timeout: '请求超时',
  too_large: '响应内容过大',
  failed: '对方没有响应',
}

/** Host and error code are the same in both languages. */
export const outboundErrorText = ({ kind, message, subject, code }: OutboundError): LocalizedText => ({
  en: message,
  zh: `${outboundErrors[kind]}${subject ? `：${subject}` : ''}${code ? `（${code}）` : ''}`,
})

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
      if (error instanceof OutboundError) throw new DeliveryError(outboundErrorText(error), false)
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
 * Throws `DeliveryError` unless the status is 2xx. `reason` defaults to the response body. `receiver.zh` ends with a space
 * when it ends in Latin letters.
 */
export function requireSuccess(
  receiver: LocalizedText,
  { status, body, retryAfter }: Response,
  reason: string = body.toString(),
): void {
  if (status >= 200 && status < 300) return
  const isRedirect = status >= 300 && status < 400
  const detail = reason.trim() !== ''
  throw new DeliveryError(
    {
      en: `${receiver.en} responded with status ${status}${isRedirect ? ' (redirects are not followed)' : ''}${detail ? `: ${reason}` : ''}`,
      zh: `${receiver.zh}返回状态码 ${status}${isRedirect ? '（不跟随重定向）' : ''}${detail ? `：${reason}` : ''}`,
    },
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
