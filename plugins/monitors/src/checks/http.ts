import { type Clock, type CodedText, readRequestHeaders, text } from '@svc/plugin-sdk'
import type { Outbound, OutboundAnswer } from '@svc/plugin-system/contract'
import { type CheckType, excerpt, failed, succeeded } from './check-type.ts'
import { configError, configReader, fieldOf, readTimeout } from './config-reader.ts'
import { describeError } from './error-text.ts'
import { followRedirects, TooManyRedirects } from './follow-redirects.ts'
import type { ReadTarget } from './read-target.ts'

interface Parts {
  readonly clock: Pick<Clock, 'now'>
  readonly outbound: Pick<Outbound, 'request'>
  readonly readTarget: ReadTarget
  readonly version: string
}

export interface HttpConfig {
  readonly method: 'GET' | 'POST'
  readonly keyword?: string
  readonly keyword_exists: boolean
  readonly expected_status: readonly number[]
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeout: number
}

const fields = ['method', 'keyword', 'keyword_exists', 'expected_status', 'headers', 'body', 'timeout']
const maxRedirects = 10
const maxBytes = 1024 * 1024

const parseStatus = (item: unknown) =>
  Number.isInteger(item) && Number(item) >= 100 && Number(item) <= 599 ? Number(item) : undefined

function readConfig(config: Readonly<Record<string, unknown>>): HttpConfig {
  const reader = configReader(config, fields)
  const method = reader.choice('method', ['GET', 'POST'])
  const keyword = reader.text('keyword', 1000)
  const body = reader.text('body', 64 * 1024)
  if (body !== undefined && method === 'GET') throw configError('body', 'monitors.BODY_WITHOUT_POST')
  const expected = reader.list('expected_status', 50, parseStatus, 'monitors.STATUS_RANGE')
  return {
    method,
    ...(keyword !== undefined && { keyword }),
    keyword_exists: reader.flag('keyword_exists', true),
    expected_status: expected.length > 0 ? expected : [200],
    headers: readRequestHeaders(fieldOf('headers'), reader.optional('headers')),
    ...(body !== undefined && { body }),
    timeout: readTimeout(reader),
  }
}

/** Decodes a body with the charset of its Content-Type. */
function decodeBody({ headers, body }: OutboundAnswer): string {
  const [, charset = 'utf-8'] = /charset="?([\w.:-]+)/i.exec(String(headers['content-type'] ?? '')) ?? []
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    return body.toString('utf8')
  }
}

const quote = (keyword: string) => `"${excerpt(keyword, 60)}"`

/** Why a response fails the check; undefined if it passes. */
function responseError(status: number, keywordFound: boolean | undefined, config: HttpConfig): CodedText | undefined {
  const { expected_status: expected, keyword = '', keyword_exists: mustContain } = config
  if (!expected.includes(status)) {
    return text('monitors.UNEXPECTED_STATUS', { status, expected })
  }
  if (keywordFound === undefined || keywordFound === mustContain) return undefined
  return mustContain
    ? text('monitors.KEYWORD_MISSING', { keyword: quote(keyword) })
    : text('monitors.KEYWORD_FOUND', { keyword: quote(keyword) })
}

/** Requests a URL and checks status code and body. */
export const makeHttpCheck = ({ clock, outbound, readTarget, version }: Parts): CheckType<HttpConfig> => ({
  type: 'http_keyword',
  secretFields: ['headers', 'body'],
  async readTarget(given) {
    const { url } = await readTarget('http', given)
    if (!url) throw new Error('an HTTP target must have a URL')
    return /^https?:\/\//i.test(given) ? given : url.href
  },
  readConfig,
  async check({ target, config, signal }) {
    const { method, headers, body, keyword, timeout } = config
    const startedAt = clock.now()
    try {
      const response = await followRedirects(
        { clock, outbound },
        {
          url: target,
          timeoutMs: timeout * 1000,
          maxRedirects,
          isExpected: (status) => config.expected_status.includes(status),
          defaultHeaders: { 'user-agent': `svc/${version}`, accept: '*/*' },
          method,
          headers,
          reach: 'network',
          maxBytes,
          cut: true,
          signal,
          ...(body !== undefined && { body }),
        },
      )
      const latency = Math.max(0, clock.now() - startedAt)
      const keywordFound = keyword === undefined ? undefined : decodeBody(response).includes(keyword)
      const detail = {
        status_code: response.status,
        ...(keywordFound !== undefined && { keyword_found: keywordFound }),
        response_time_ms: latency,
        ...(response.redirects > 0 && { redirects: response.redirects }),
      }
      const error = responseError(response.status, keywordFound, config)
      return error ? failed(error, latency, detail) : succeeded(latency, detail)
    } catch (error) {
      if (!(error instanceof TooManyRedirects)) return failed(describeError(error, timeout))
      return failed(text('monitors.TOO_MANY_REDIRECTS', { limit: maxRedirects }))
    }
  },
})
