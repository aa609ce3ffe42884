import { Buffer } from 'node:buffer'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { endpointUrl } from './endpoint.ts'
import { reasonOf } from './fatal-error.ts'

/** The result of registering a run token with an enrollment code. */
export type ClaimResult =
  | { readonly kind: 'confirmed' }
  /** final: the code is mistyped, expired or used */
  | { readonly kind: 'rejected'; readonly status: number }
  | { readonly kind: 'rate-limited'; readonly retryAfterSeconds: number }
  /** it may have succeeded; only connecting with the token shows */
  | { readonly kind: 'ambiguous'; readonly reason: string }

export interface ClaimRequest {
  readonly serverUrl: string
  readonly code: string
  readonly token: string
  readonly signal: AbortSignal
}

const timeoutMs = 30_000
const maxResponseBytes = 64 * 1024

interface HttpResponse {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly body: string
}

async function post({ serverUrl, code, token, signal }: ClaimRequest): Promise<HttpResponse> {
  const url = endpointUrl(serverUrl, 'http', '/api/agent/register')
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const body = JSON.stringify({ proposed_run_token: token })
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      agent: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      headers: {
        authorization: `Bearer ${code}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        accept: 'application/json',
      },
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
        if (text.length > maxResponseBytes) response.destroy(new Error('the response is too large'))
      })
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body: text }),
      )
    })
    sent.end(body)
  })
}

/** The seconds of a `Retry-After` header, clamped to 1..300; 60 without one. */
export function parseRetryAfter(header: string | undefined, now: number = Date.now()): number {
  if (header === undefined || header.trim() === '') return 60
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 1), 300) : 60
}

function hasServerId(body: string): boolean {
  try {
    return typeof JSON.parse(body)?.data?.server_id === 'string'
  } catch {
    return false
  }
}

/** Claims the token once. Never throws: anything but a clear response is ambiguous. */
export async function claim(claimed: ClaimRequest): Promise<ClaimResult> {
  try {
    const { status, retryAfter, body } = await post(claimed)
    if (status === 401 || status === 403) return { kind: 'rejected', status }
    if (status === 429) return { kind: 'rate-limited', retryAfterSeconds: parseRetryAfter(retryAfter) }
    if (status >= 200 && status < 300 && hasServerId(body)) return { kind: 'confirmed' }
    return { kind: 'ambiguous', reason: `the server responded with status ${status}` }
  } catch (error) {
    return { kind: 'ambiguous', reason: reasonOf(error) }
  }
}
