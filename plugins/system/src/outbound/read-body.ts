import type { Transform } from 'node:stream'
import zlib from 'node:zlib'
import { text } from '@svc/plugin-sdk'
import type { OutboundOptions } from '../contract.ts'
import { OutboundError } from '../contract.ts'

type Limits = Pick<OutboundOptions, 'maxBytes' | 'cut' | 'onProgress'>
type Headers = Record<string, string | string[] | undefined>

interface Response {
  readonly headers: Headers
  readonly body: AsyncIterable<Buffer>
}

interface Collected {
  readonly bytes: Buffer
  /** the body was longer */
  readonly isTruncated: boolean
}

const gunzip = (isTruncated: boolean) =>
  zlib.createGunzip(isTruncated ? { finishFlush: zlib.constants.Z_SYNC_FLUSH } : {})

/** Some servers compress although we ask for identity. A truncated body ends early, which must not be an error. */
const decompressors: Readonly<Record<string, (isTruncated: boolean) => Transform>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: (isTruncated) => zlib.createInflate(isTruncated ? { finishFlush: zlib.constants.Z_SYNC_FLUSH } : {}),
  br: (isTruncated) =>
    zlib.createBrotliDecompress(isTruncated ? { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH } : {}),
}
const findDecompressor = (encoding: Headers[string]) => {
  const name = typeof encoding === 'string' ? encoding.trim().toLowerCase() : ''
  return Object.hasOwn(decompressors, name) ? decompressors[name] : undefined
}

const contentLength = (headers: Headers) => {
  const length = Number(headers['content-length'])
  return Number.isSafeInteger(length) ? length : undefined
}

/** Reads at most `maxBytes`; a longer body is truncated or an error. */
async function collect(
  pieces: AsyncIterable<Buffer>,
  origin: string,
  { maxBytes = 1024 * 1024, cut = false }: Limits,
  progress?: (received: number) => void,
): Promise<Collected> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const piece of pieces) {
    const isTruncated = size + piece.length > maxBytes
    if (isTruncated && !cut) {
      throw new OutboundError('too_large', origin)
    }
    const chunk = isTruncated ? piece.subarray(0, maxBytes - size) : piece
    chunks.push(chunk)
    size += chunk.length
    progress?.(size)
    if (isTruncated) return { bytes: Buffer.concat(chunks), isTruncated }
  }
  return { bytes: Buffer.concat(chunks), isTruncated: false }
}

/** Reads and decompresses the body, and adjusts the headers. `maxBytes` applies before and after decompression. */
export async function readBody(response: Response, origin: string, limits: Limits) {
  const total = contentLength(response.headers)
  const raw = await collect(response.body, origin, limits, (received) => limits.onProgress?.(received, total))
  const { 'content-length': _, ...withoutLength } = response.headers
  const { 'content-encoding': encoding, ...withoutEncoding } = withoutLength
  const makeDecompressor = findDecompressor(encoding)
  if (!makeDecompressor || raw.bytes.length === 0) {
    return { headers: raw.isTruncated ? withoutLength : response.headers, body: raw.bytes }
  }
  try {
    const decompressor = makeDecompressor(raw.isTruncated)
    decompressor.end(raw.bytes)
    return { headers: withoutEncoding, body: (await collect(decompressor, origin, limits)).bytes }
  } catch (error) {
    if (error instanceof OutboundError) throw error
    throw new OutboundError('failed', text('system.OUTBOUND_BODY_CORRUPT', { subject: origin }))
  }
}
