import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'

export interface HttpProbe {
  readonly url: URL
  readonly host: string
  readonly port: number
  /** of `host`; the name is not asked again */
  readonly address: string
  readonly userAgent: string
}

export interface HttpAnswer {
  readonly status: number
  /** milliseconds from the start of the connection to the end of the headers */
  readonly ms: number
}

/** What a name server may end a name with, a certificate does not. */
const certified = (host: string) => (isIP(host) ? '' : host.replace(/\.$/, ''))

/**
 * Asks for a page and hears the headers only; the connection is closed then. Redirects are answers, and whom a certificate
 * names does not matter: this is about time. Rejects when there is no answer or `signal` aborts.
 */
export function getHeaders(probe: HttpProbe, signal: AbortSignal): Promise<HttpAnswer> {
  const { url, host, port, address, userAgent } = probe
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const { request: open } = url.protocol === 'https:' ? https : http
    const request = open({
      host: address,
      port,
      path: url.pathname + url.search,
      headers: { Host: url.host, 'User-Agent': userAgent, Accept: '*/*', Connection: 'close' },
      agent: false,
      servername: certified(host),
      rejectUnauthorized: false,
      // Nobody is judged by them, and parsing all of the usual ones takes memory.
      ca: [],
      maxHeaderSize: 16_384,
    })
    const giveUp = () => request.destroy(signal.reason)
    const answered = ({ statusCode = 0 }: IncomingMessage) => {
      resolve({ status: statusCode, ms: performance.now() - began })
      request.destroy()
    }
    request.on('response', answered)
    request.on('upgrade', answered)
    request.on('error', reject)
    request.on('close', () => {
      signal.removeEventListener('abort', giveUp)
      reject(new Error('the connection was closed without an answer'))
    })
    signal.addEventListener('abort', giveUp)
    if (signal.aborted) giveUp()
    else request.end()
  })
}
