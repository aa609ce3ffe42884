import { lookup } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import type { Transform } from 'node:stream'
import zlib from 'node:zlib'
import { isGlobalAddress, parseProbeTarget } from '@svc/probe-target'
import { makeLimiter } from './limiter.ts'

const maxRedirects = 5
const maxBodyBytes = 256 * 1024
const maxHeaderBytes = 32 * 1024
/** Names are looked up in threads that other plugins need as well. */
const maxLookups = 1

export interface PageRequest {
  readonly url: string
  readonly method: string
  readonly headers: readonly (readonly [string, string])[]
}

export interface Page {
  readonly status: number
  /** at most 256 KiB */
  readonly body: string
  /** the address after redirects */
  readonly url: string
  /** the addresses of the redirects, in order */
  readonly redirects: readonly string[]
  /** milliseconds from connecting to the end of the headers, of the last response */
  readonly ms: number
}

/** What tests replace: names, addresses that may be reached, and ports of servers in the test. */
export interface Network {
  readonly addressesOf: (name: string) => Promise<readonly string[]>
  readonly mayConnect: (address: string) => boolean
  readonly portOf: (port: number) => number
}

export const internet: Network = {
  addressesOf: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
  mayConnect: isGlobalAddress,
  portOf: (port) => port,
}

/** Waits for a result at most until the signal aborts: lookups cannot be canceled. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  promise.catch(() => {})
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

const decompressors: Readonly<Record<string, () => Transform>> = {
  gzip: () => zlib.createGunzip({ finishFlush: zlib.constants.Z_SYNC_FLUSH }),
  deflate: () => zlib.createInflate({ finishFlush: zlib.constants.Z_SYNC_FLUSH }),
  br: () => zlib.createBrotliDecompress({ finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH }),
}

/** Reads a body until it ends or is long enough; what is damaged ends it as well. */
async function readBody(response: IncomingMessage): Promise<string> {
  const encoding = String(response.headers['content-encoding'] ?? '')
    .trim()
    .toLowerCase()
  const decompressor = Object.hasOwn(decompressors, encoding) ? decompressors[encoding]?.() : undefined
  if (decompressor) response.on('error', (error) => decompressor.destroy(error))
  const source = decompressor ? response.pipe(decompressor) : response
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of source as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= maxBodyBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxBodyBytes).toString('utf8')
}

/** Headers that may go to another origin after a redirect. */
const portable = new Set(['user-agent', 'accept', 'accept-language'])

/**
 * Makes the requests of checks. The server may only name public addresses: each address, and that of each redirect, is checked
 * after its name is resolved, and the connection goes to the checked address. Only http and https on their own ports.
 */
export function makeFetchPage({ addressesOf, mayConnect, portOf }: Network = internet) {
  const limitLookups = makeLimiter(maxLookups)

  async function resolve(host: string, signal: AbortSignal): Promise<string> {
    const addresses = isIP(host)
      ? [host]
      : await abortable(
          limitLookups(() => addressesOf(host)),
          signal,
        )
    const [first] = addresses
    if (first === undefined) throw new Error(`${host} has no address`)
    // All of them: the next lookup might return another one first.
    if (!addresses.every(mayConnect)) throw new Error(`${host} is not on the public Internet`)
    return first
  }

  async function send(url: string, method: string, headers: Record<string, string>, signal: AbortSignal) {
    const target = parseProbeTarget('http', url, (address) => !mayConnect(address))
    if ('rule' in target || !target.url) throw new Error('the address may not be requested')
    const { host, port, url: parsed } = target
    if (port !== 80 && port !== 443) throw new Error('only the ports 80 and 443 are allowed')
    const address = await resolve(host, signal)
    const { request: open } = parsed.protocol === 'https:' ? https : http
    const startedAt = performance.now()
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = open({
        host: address,
        port: portOf(port),
        path: parsed.pathname + parsed.search,
        method,
        headers: { ...headers, Host: parsed.host, 'Accept-Encoding': 'gzip, deflate, br', Connection: 'close' },
        agent: false,
        servername: isIP(host) ? '' : host.replace(/\.$/, ''),
        maxHeaderSize: maxHeaderBytes,
        signal,
      })
      request.on('response', resolve)
      request.on('upgrade', (_, socket) => {
        socket.destroy()
        reject(new Error('the server switched protocols'))
      })
      request.on('error', reject)
      request.end()
    })
    response.on('error', () => {})
    return { response, ms: Math.round(performance.now() - startedAt), url: parsed }
  }

  return async ({ url: first, method: given, headers }: PageRequest, signal: AbortSignal): Promise<Page> => {
    const redirects: string[] = []
    let url = first
    let method = given
    let sent = Object.fromEntries(headers)
    for (;;) {
      const { response, ms, url: parsed } = await send(url, method, sent, signal)
      const { statusCode: status = 0, headers: received } = response
      const isRedirect = status >= 300 && status < 400 && received.location !== undefined
      if (!isRedirect) {
        try {
          const body = method === 'HEAD' ? '' : await readBody(response)
          return { status, body, url: parsed.href, redirects, ms }
        } finally {
          response.destroy()
        }
      }
      response.destroy()
      if (redirects.length >= maxRedirects) throw new Error(`more than ${maxRedirects} redirects`)
      const next = URL.parse(received.location ?? '', parsed)
      if (!next) throw new Error('the server redirects to something that is no address')
      redirects.push(next.href)
      if (next.origin !== parsed.origin) {
        sent = Object.fromEntries(Object.entries(sent).filter(([name]) => portable.has(name.toLowerCase())))
      }
      if (status === 303 || (status < 303 && method === 'POST')) method = 'GET'
      url = next.href
    }
  }
}
export type FetchPage = ReturnType<typeof makeFetchPage>
