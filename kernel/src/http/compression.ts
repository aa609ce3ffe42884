import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** Smaller responses fit into one packet anyway. */
const minBytes = 1400
/** A higher level takes twice the time for a few percent. */
const options = { level: 4 }
const compress = promisify(gzip)

/** Whether a client accepts an encoding, by its `Accept-Encoding`. */
export function accepts(encoding: 'gzip' | 'br', header: string | undefined): boolean {
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    if (name !== encoding && name !== '*') continue
    return !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  }
  return false
}

/**
 * Compresses JSON, which shrinks to about a tenth, outside of the event loop. Sessions are `SameSite=Strict`, so other sites
 * cannot guess secrets from the sizes of responses.
 */
export function compressResponses(app: FastifyInstance): void {
  /** of bodies that handlers keep and send again */
  const compressed = new WeakMap<Uint8Array, Promise<Buffer>>()
  const compressOnce = (body: Uint8Array) => {
    const known = compressed.get(body)
    if (known) return known
    const result = compress(body, options)
    compressed.set(body, result)
    return result
  }

  app.addHook('onSend', async (request, reply, payload) => {
    const isJson = String(reply.getHeader('content-type') ?? '').startsWith('application/json')
    if (!isJson || reply.hasHeader('content-encoding') || payload === null || payload === undefined) return payload
    const isStream = payload instanceof Readable
    const isBytes = payload instanceof Uint8Array
    if (!isStream && !isBytes && typeof payload !== 'string') return payload
    if (!isStream && (isBytes ? payload.byteLength : Buffer.byteLength(payload as string)) < minBytes) return payload
    const vary = reply.getHeader('vary')
    reply.header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding')
    if (!accepts('gzip', request.headers['accept-encoding'])) return payload
    reply.header('content-encoding', 'gzip')
    reply.removeHeader('content-length')
    // Fastify handles errors of the stream that it receives.
    if (isStream) return pipeline(payload, createGzip(options), () => undefined)
    return isBytes ? compressOnce(payload) : compress(payload as string, options)
  })
}
