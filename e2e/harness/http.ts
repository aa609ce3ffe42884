import { type IncomingHttpHeaders, request } from 'node:http'
import { request as requestTls } from 'node:https'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The body as JSON; throws if it is not JSON. */
  json(): unknown
  /** `data` of the success envelope. */
  data<T>(): T
  /** `error` of the error envelope. */
  error(): { code: string; message: string; details?: unknown }
}

export interface Question {
  readonly method?: string
  readonly headers?: Record<string, string>
  /** strings and buffers are sent as they are, anything else as JSON */
  readonly body?: unknown
  /** local address to connect from */
  readonly from?: string
}

const isRaw = (body: unknown): body is string | Uint8Array => typeof body === 'string' || body instanceof Uint8Array

/**
 * Sends one request on its own connection, so that no stale connection to a killed server is reused.
 * Nothing is retried, and redirects are not followed.
 */
export function ask(url: string, { method = 'GET', headers = {}, body, from }: Question = {}): Promise<Answer> {
  const payload = body === undefined || isRaw(body) ? body : JSON.stringify(body)
  const type: Record<string, string> = body !== undefined && !isRaw(body) ? { 'content-type': 'application/json' } : {}
  return new Promise((resolve, reject) => {
    const options = { method, agent: false, headers: { ...type, ...headers }, localAddress: from } as const
    // The certificates of tests are their own.
    const sent = url.startsWith('https:')
      ? requestTls(url, { ...options, rejectUnauthorized: false })
      : request(url, options)
    sent.on('error', reject)
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const json = () => JSON.parse(text) as Record<string, unknown>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          json,
          data: <T>() => json().data as T,
          error: () => json().error as ReturnType<Answer['error']>,
        })
      })
    })
    sent.end(payload)
  })
}

/** A body as text; undefined if its sender, which a test may have killed, broke off. */
export const textOf = (body: Readable): Promise<string | undefined> => text(body).catch(() => undefined)
