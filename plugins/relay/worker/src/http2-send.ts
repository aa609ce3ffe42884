import { type ClientHttp2Session, connect, constants } from 'node:http2'
import type { ProviderResponse, ProviderSend } from './provider.ts'

interface Options {
  /** where the push service is; only tests put another server in its place */
  readonly originOf?: (host: string) => string
  /** trusted besides the certificates of the system */
  readonly ca?: string
}

/** Sends over one kept HTTP/2 connection for each host. */
export function makeHttp2Send({ originOf = (host) => `https://${host}`, ca }: Options = {}) {
  const sessions = new Map<string, ClientHttp2Session>()

  /** Uses another connection for further requests; those that run go on. */
  function retire(host: string, session: ClientHttp2Session): void {
    if (sessions.get(host) === session) sessions.delete(host)
    if (!session.closed && !session.destroyed) session.close()
  }

  function sessionTo(host: string): ClientHttp2Session {
    const current = sessions.get(host)
    if (current && !current.closed && !current.destroyed) return current
    const session = connect(originOf(host), { settings: { enablePush: false }, ...(ca !== undefined && { ca }) })
    session.on('error', () => {})
    for (const end of ['goaway', 'close', 'error'] as const) session.on(end, () => retire(host, session))
    sessions.set(host, session)
    return session
  }

  const send: ProviderSend = ({ host, path, headers, body, signal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<ProviderResponse>()
    const session = sessionTo(host)
    const stream = session.request({ ':method': 'POST', ':path': path, ...headers })
    const abort = () => {
      // It may no longer get through, which only a time-out tells.
      retire(host, session)
      stream.close(constants.NGHTTP2_CANCEL)
      reject(signal.reason)
    }
    signal.addEventListener('abort', abort, { once: true })
    stream.on('error', reject)
    stream.on('close', () => {
      signal.removeEventListener('abort', abort)
      reject(new Error('the stream ended without a response'))
    })
    stream.on('response', ({ ':status': status = 0, 'retry-after': retryAfter }) => {
      if (status === 200) stream.resume()
      resolve({
        status,
        retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
        async read(maxBytes) {
          const chunks: Buffer[] = []
          let length = 0
          for await (const chunk of stream as AsyncIterable<Buffer>) {
            length += chunk.length
            if (length > maxBytes) break
            chunks.push(chunk)
          }
          return length > maxBytes ? '' : Buffer.concat(chunks).toString()
        },
      })
    })
    stream.end(body)
    return promise
  }

  return {
    send,
    close() {
      for (const session of sessions.values()) session.destroy()
      sessions.clear()
    },
  }
}
