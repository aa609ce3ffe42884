import type { Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { OutboundOptions } from '../contract.ts'
import { OutboundError } from '../contract.ts'

type Limits = Pick<OutboundOptions, 'maxBytes' | 'cut' | 'onProgress'>
type Headers = Record<string, string | string[] | undefined>

interface Answer {
  readonly headers: Headers
  readonly body: AsyncIterable<Buffer>
}

interface Collected {
  readonly bytes: Buffer
  /** there was more */
  readonly isCut: boolean
}

const gunzip = (isCut: boolean) => createGunzip(isCut ? { finishFlush: constants.Z_SYNC_FLUSH } : {})

/** Asked for plain bytes, some servers compress nevertheless. What was cut ends in the middle, which is no fault. */
const unpackers: Readonly<Record<string, (isCut: boolean) => Transform>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: (isCut) => createInflate(isCut ? { finishFlush: constants.Z_SYNC_FLUSH } : {}),
  br: (isCut) => createBrotliDecompress(isCut ? { finishFlush: constants.BROTLI_OPERATION_FLUSH } : {}),
}
const unpackerOf = (encoding: Headers[string]) => {
  const name = typeof encoding === 'string' ? encoding.trim().toLowerCase() : ''
  return Object.hasOwn(unpackers, name) ? unpackers[name] : undefined
}

const lengthIn = (headers: Headers) => {
  const length = Number(headers['content-length'])
  return Number.isSafeInteger(length) ? length : undefined
}

/** Reads at most `maxBytes`; more is an error, or left unread. */
async function collect(
  pieces: AsyncIterable<Buffer>,
  origin: string,
  { maxBytes = 1024 * 1024, cut = false }: Limits,
  progress?: (received: number) => void,
): Promise<Collected> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const piece of pieces) {
    const isCut = size + piece.length > maxBytes
    if (isCut && !cut)
      throw new OutboundError('too_large', `${origin} answered more than ${maxBytes} bytes`, { subject: origin })
    const chunk = isCut ? piece.subarray(0, maxBytes - size) : piece
    chunks.push(chunk)
    size += chunk.length
    progress?.(size)
    if (isCut) return { bytes: Buffer.concat(chunks), isCut }
  }
  return { bytes: Buffer.concat(chunks), isCut: false }
}

/** The body, unpacked, and the headers that are true of it. Neither form is read beyond `maxBytes`. */
export async function readBody(answer: Answer, origin: string, limits: Limits) {
  const total = lengthIn(answer.headers)
  const raw = await collect(answer.body, origin, limits, (received) => limits.onProgress?.(received, total))
  const { 'content-length': _, ...lengthless } = answer.headers
  const { 'content-encoding': encoding, ...plain } = lengthless
  const unpacker = unpackerOf(encoding)
  if (!unpacker || raw.bytes.length === 0) {
    return { headers: raw.isCut ? lengthless : answer.headers, body: raw.bytes }
  }
  try {
    const unpacked = unpacker(raw.isCut)
    unpacked.end(raw.bytes)
    return { headers: plain, body: (await collect(unpacked, origin, limits)).bytes }
  } catch (error) {
    if (error instanceof OutboundError) throw error
    throw new OutboundError('failed', `${origin} answered with a body that does not unpack`, { subject: origin })
  }
}
