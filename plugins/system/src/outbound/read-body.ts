import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { OutboundOptions } from '../contract.js'
import { OutboundError } from '../contract.js'

type Progress = OutboundOptions['onProgress']
type Headers = Record<string, string | string[] | undefined>

/** Asked for plain bytes, some servers compress nevertheless. */
const unpackers = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}
const unpackerOf = (encoding: Headers[string]) =>
  typeof encoding === 'string' ? unpackers[encoding.trim().toLowerCase() as keyof typeof unpackers] : undefined

const tooLarge = (origin: string, maxBytes: number) =>
  new OutboundError('too_large', `${origin} answered more than ${maxBytes} bytes`)

const lengthIn = (headers: Headers) => {
  const length = Number(headers['content-length'])
  return Number.isSafeInteger(length) ? length : undefined
}

async function collect(answer: Answer, origin: string, maxBytes: number, progress: Progress): Promise<Buffer> {
  const total = lengthIn(answer.headers)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer.body) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge(origin, maxBytes)
    chunks.push(chunk)
    progress?.(size, total)
  }
  return Buffer.concat(chunks)
}

interface Answer {
  readonly headers: Headers
  readonly body: AsyncIterable<Buffer>
}

/** The whole body, unpacked, and the headers that are true of it. Neither form may be longer than `maxBytes`. */
export async function readBody(answer: Answer, origin: string, maxBytes: number, progress?: Progress) {
  const raw = await collect(answer, origin, maxBytes, progress)
  const { 'content-encoding': encoding, 'content-length': _, ...headers } = answer.headers
  const unpack = unpackerOf(encoding)
  if (!unpack || raw.length === 0) return { headers: answer.headers, body: raw }
  try {
    return { headers, body: await unpack(raw, { maxOutputLength: Math.max(1, maxBytes) }) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(origin, maxBytes)
    throw new OutboundError('failed', `${origin} answered with a body that does not unpack`)
  }
}
