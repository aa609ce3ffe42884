import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'

export interface HttpProbe {
  readonly url: URL
  readonly host: string
  readonly port: number
  /** the resolved address of `host` */
  readonly address: string
  readonly userAgent: string
}

export interface HttpResponse {
  readonly status: number
  /** milliseconds from connecting to the end of the headers */
  readonly ms: number
}

/** Without the trailing dot, which is valid in DNS but not in a certificate. */
const serverName = (host: string) => (isIP(host) ? '' : host.replace(/\.$/, ''))

/**
 * Sends a GET request and closes the connection after the response headers. Redirects are not followed and certificates
 * are not verified, because only the response time matters. Rejects without a response or if `signal` aborts.
 */
export function getHeaders(probe: HttpProbe, signal: AbortSignal): Promise<HttpResponse> {
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
      servername: serverName(host),
      rejectUnauthorized: false,
      // Certificates are not verified, so save the memory of the default CA list.
      ca: [],
      maxHeaderSize: 16_384,
    })
    const onAbort = () => request.destroy(signal.reason)
    const onResponse = ({ statusCode = 0 }: IncomingMessage) => {
      resolve({ status: statusCode, ms: performance.now() - began })
      request.destroy()
    }
    request.on('response', onResponse)
    request.on('upgrade', onResponse)
    request.on('error', reject)
    request.on('close', () => {
      signal.removeEventListener('abort', onAbort)
      reject(new Error('the connection was closed without a response'))
    })
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
    else request.end()
  })
}
