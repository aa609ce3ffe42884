import type { LocalizedText } from '@svc/plugin-alerts/contract'
import type { Clock } from '@svc/plugin-sdk'
import type { Outbound, OutboundAnswer } from '@svc/plugin-system/contract'
import { explain } from './explain.ts'
import { follow, TooManyRedirects } from './follow.ts'
import { type HttpConfig, readHttpConfig } from './http-config.ts'
import type { Kind } from './kind.ts'
import { failed, succeeded } from './outcome.ts'
import type { ReadTarget } from './read-target.ts'

interface Parts {
  readonly clock: Pick<Clock, 'now'>
  readonly outbound: Pick<Outbound, 'request'>
  readonly readTarget: ReadTarget
  readonly version: string
}

const mostRedirects = 10
const mostBytes = 1024 * 1024

/** The text of a body in the encoding it says it is in. */
function textOf({ headers, body }: OutboundAnswer): string {
  const [, charset = 'utf-8'] = /charset="?([\w.:-]+)/i.exec(String(headers['content-type'] ?? '')) ?? []
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    return body.toString('utf8')
  }
}

const quote = (text: string) => `"${text.length > 60 ? `${text.slice(0, 59)}…` : text}"`

/** What is wrong with an answer; undefined when nothing is. */
function fault(status: number, found: boolean | undefined, config: HttpConfig): LocalizedText | undefined {
  const { expected_status: expected, keyword = '', keyword_exists: wanted } = config
  if (!expected.includes(status)) {
    const list = expected.join(', ')
    return { en: `status ${status} instead of ${list}`, zh: `状态码为 ${status}，预期为 ${list}` }
  }
  if (found === undefined || found === wanted) return undefined
  return wanted
    ? { en: `the page does not contain ${quote(keyword)}`, zh: `页面中没有 ${quote(keyword)}` }
    : { en: `the page contains ${quote(keyword)}`, zh: `页面中出现了 ${quote(keyword)}` }
}

/** Whether a web page answers with the right status, and holds a text or not. */
export const httpKind = ({ clock, outbound, readTarget, version }: Parts): Kind<HttpConfig> => ({
  type: 'http_keyword',
  sealed: ['headers', 'body'],
  async readTarget(text) {
    const { url } = await readTarget('http', text)
    if (!url) throw new Error('a target of HTTP has an address')
    return /^https?:\/\//i.test(text) ? text : url.href
  },
  readConfig: readHttpConfig,
  async check({ target, config, signal }) {
    const { method, headers, body, keyword, timeout } = config
    const started = clock.now()
    try {
      const answer = await follow(
        { clock, outbound },
        {
          url: target,
          timeoutMs: timeout * 1000,
          mostRedirects,
          isWanted: (status) => config.expected_status.includes(status),
          everywhere: { 'user-agent': `svc/${version}`, accept: '*/*' },
          method,
          headers,
          reach: 'network',
          maxBytes: mostBytes,
          cut: true,
          signal,
          ...(body !== undefined && { body }),
        },
      )
      const latency = Math.max(0, clock.now() - started)
      const found = keyword === undefined ? undefined : textOf(answer).includes(keyword)
      const detail = {
        status_code: answer.status,
        ...(found !== undefined && { keyword_found: found }),
        response_time_ms: latency,
        ...(answer.redirects > 0 && { redirects: answer.redirects }),
      }
      const error = fault(answer.status, found, config)
      return error ? failed(error, latency, detail) : succeeded(latency, detail)
    } catch (error) {
      if (!(error instanceof TooManyRedirects)) return failed(explain(error, timeout))
      return failed({ en: error.message, zh: `重定向超过 ${mostRedirects} 次` })
    }
  },
})
