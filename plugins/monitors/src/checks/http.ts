import { type Clock, type CodedText, readRequestHeaders, text } from '@svc/plugin-sdk'
import type { Outbound, OutboundAnswer } from '@svc/plugin-system/contract'
import { type CheckType, excerpt, failed, succeeded } from './check-type.ts'
import { configError, configReader, fieldOf, readTimeout } from './config-reader.ts'
import { describeError } from './error-text.ts'
import { followRedirects, TooManyRedirects } from './follow-redirects.ts'
import { jsonText, parseJsonPath, valueAt } from './json-path.ts'
import type { ReadTarget } from './read-target.ts'
import { isExpectedStatus, parseStatusRange, type StatusRange } from './status-codes.ts'

interface Parts {
  readonly clock: Pick<Clock, 'now'>
  readonly outbound: Pick<Outbound, 'request'>
  readonly readTarget: ReadTarget
  readonly version: string
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

export interface HttpConfig {
  readonly method: (typeof methods)[number]
  readonly keyword?: string
  readonly keyword_exists: boolean
  readonly expected_status: readonly StatusRange[]
  /** a value in a JSON response, and what it must be; without `json_value` it only has to exist */
  readonly json_path?: string
  readonly json_value?: string
  readonly username?: string
  readonly password?: string
  readonly ignore_tls?: true
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeout: number
}

const fields = [
  ...['method', 'keyword', 'keyword_exists', 'json_path', 'json_value', 'expected_status'],
  ...['headers', 'username', 'password', 'body', 'ignore_tls', 'timeout'],
]
const maxRedirects = 10
const maxBytes = 1024 * 1024
const withBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

function readConfig(config: Readonly<Record<string, unknown>>): HttpConfig {
  const reader = configReader(config, fields)
  const method = reader.choice('method', methods)
  const keyword = reader.text('keyword', 1000)
  const body = reader.text('body', 64 * 1024)
  if (body !== undefined && !withBody.has(method)) throw configError('body', 'monitors.BODY_WITHOUT_POST')
  const expected = reader.list('expected_status', 50, parseStatusRange, 'monitors.STATUS_RANGE')
  const jsonPath = reader.text('json_path', 300)
  if (jsonPath !== undefined && !parseJsonPath(jsonPath)) throw configError('json_path', 'monitors.JSON_PATH')
  const jsonValue = reader.text('json_value', 1000)
  if (jsonValue !== undefined && jsonPath === undefined) throw configError('json_path', 'kernel.REQUIRED')
  const username = reader.text('username', 200)
  const password = reader.text('password', 1000)
  if (username?.includes(':')) throw configError('username', 'monitors.USERNAME_COLON')
  if (password !== undefined && username === undefined) throw configError('username', 'kernel.REQUIRED')
  const headers = readRequestHeaders(fieldOf('headers'), reader.optional('headers'))
  const hasAuthorization = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  if (username !== undefined && hasAuthorization) throw configError('username', 'monitors.AUTHORIZATION_TWICE')
  return {
    method,
    ...(keyword !== undefined && { keyword }),
    keyword_exists: reader.flag('keyword_exists', true),
    expected_status: expected.length > 0 ? expected : [200],
    headers,
    ...(jsonPath !== undefined && { json_path: jsonPath }),
    ...(jsonValue !== undefined && { json_value: jsonValue }),
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(reader.flag('ignore_tls', false) && { ignore_tls: true }),
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

/** Why a JSON value fails the check; undefined if it passes or none is checked. */
function jsonError(body: string, { json_path: path, json_value: expected }: HttpConfig): CodedText | undefined {
  if (path === undefined) return undefined
  let document: unknown
  try {
    document = JSON.parse(body)
  } catch {
    return text('monitors.NOT_JSON')
  }
  const value = valueAt(document, parseJsonPath(path) ?? [])
  if (value === undefined) return text('monitors.JSON_MISSING', { path })
  if (expected === undefined || jsonText(value) === expected) return undefined
  return text('monitors.JSON_VALUE', { path, value: excerpt(jsonText(value), 60), expected: excerpt(expected, 60) })
}

/** The credentials as a header. */
const authorization = ({ username, password = '' }: HttpConfig): Readonly<Record<string, string>> =>
  username === undefined ? {} : { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }

/** Why a response fails the check; undefined if it passes. */
function responseError(
  status: number,
  keywordFound: boolean | undefined,
  body: string,
  config: HttpConfig,
): CodedText | undefined {
  const { expected_status: expected, keyword = '', keyword_exists: mustContain } = config
  if (!isExpectedStatus(status, expected)) {
    return text('monitors.UNEXPECTED_STATUS', { status, expected: [...expected] })
  }
  if (keywordFound === undefined || keywordFound === mustContain) return jsonError(body, config)
  return mustContain
    ? text('monitors.KEYWORD_MISSING', { keyword: quote(keyword) })
    : text('monitors.KEYWORD_FOUND', { keyword: quote(keyword) })
}

/** Requests a URL and checks status code and body. */
export const makeHttpCheck = ({ clock, outbound, readTarget, version }: Parts): CheckType<HttpConfig> => ({
  type: 'http_keyword',
  secretFields: ['headers', 'body', 'username', 'password'],
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
          isExpected: (status) => isExpectedStatus(status, config.expected_status),
          defaultHeaders: { 'user-agent': `svc/${version}`, accept: '*/*' },
          method,
          headers: { ...authorization(config), ...headers },
          insecure: config.ignore_tls === true,
          reach: 'network',
          maxBytes,
          cut: true,
          signal,
          ...(body !== undefined && { body }),
        },
      )
      const latency = Math.max(0, clock.now() - startedAt)
      const content = decodeBody(response)
      const keywordFound = keyword === undefined ? undefined : content.includes(keyword)
      const detail = {
        status_code: response.status,
        ...(keywordFound !== undefined && { keyword_found: keywordFound }),
        response_time_ms: latency,
        ...(response.redirects > 0 && { redirects: response.redirects }),
      }
      const error = responseError(response.status, keywordFound, content, config)
      return error ? failed(error, latency, detail) : succeeded(latency, detail)
    } catch (error) {
      if (!(error instanceof TooManyRedirects)) return failed(describeError(error, timeout))
      return failed(text('monitors.TOO_MANY_REDIRECTS', { limit: maxRedirects }))
    }
  },
})
