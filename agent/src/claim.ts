import { Buffer } from 'node:buffer'
import { endpoint } from './endpoint.ts'
import { reasonOf } from './refusal.ts'

/** What became of the request that exchanges the enrollment code for the right to use the run token. */
export type ClaimResult =
  | { readonly kind: 'confirmed' }
  /** the server said no for good: the code is mistyped, expired or used */
  | { readonly kind: 'rejected'; readonly status: number }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }
  /** it may have worked or not; only using the token tells */
  | { readonly kind: 'ambiguous'; readonly reason: string }

export interface ClaimRequest {
  readonly serverUrl: string
  readonly code: string
  readonly token: string
  readonly signal: AbortSignal
}

const timeoutMs = 30_000
const largestAnswer = 64 * 1024

interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly body: string
}

async function post({ serverUrl, code, token, signal }: ClaimRequest): Promise<Answer> {
  const url = endpoint(serverUrl, 'http', '/api/agent/register')
  const { request } = url.protocol === 'https:' ? await import('node:https') : await import('node:http')
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
        if (text.length > largestAnswer) response.destroy(new Error('the answer is too long'))
      })
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body: text }),
      )
    })
    sent.end(body)
  })
}

/** `Retry-After` in seconds, given as such or as a date; 60 without it, at least 1, at most 300. */
export function readRetryAfter(header: string | undefined, now: number = Date.now()): number {
  if (header === undefined || header.trim() === '') return 60
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 1), 300) : 60
}

function namesServer(body: string): boolean {
  try {
    return typeof JSON.parse(body)?.data?.server_id === 'string'
  } catch {
    return false
  }
}

/** Claims the enrollment offer once. Never throws: what is not a clear yes or no is ambiguous. */
export async function claim(claimed: ClaimRequest): Promise<ClaimResult> {
  try {
    const { status, retryAfter, body } = await post(claimed)
    if (status === 401 || status === 403) return { kind: 'rejected', status }
    if (status === 429) return { kind: 'limited', retryAfterSeconds: readRetryAfter(retryAfter) }
    if (status >= 200 && status < 300 && namesServer(body)) return { kind: 'confirmed' }
    return { kind: 'ambiguous', reason: `the server answered with status ${status}` }
  } catch (error) {
    return { kind: 'ambiguous', reason: reasonOf(error) }
  }
}
