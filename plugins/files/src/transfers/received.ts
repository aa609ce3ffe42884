import { createHash } from 'node:crypto'
import type { AgentStream } from '@svc/plugin-enrollment/contract'
import type { Payload } from '@svc/protocol'
import { checksumMismatch, invalidData } from '../errors.ts'
import type { FileDownloadChunk, FileDownloadEnd, FileDownloadReady } from '../wire.ts'
import type { Transfer } from './transfer.ts'

/** A download that an agent has opened. */
export type DownloadStream = Pick<
  AgentStream<typeof FileDownloadChunk, typeof FileDownloadReady, never, never, typeof FileDownloadEnd, 'transfer_id'>,
  'ready' | 'ended'
> &
  AsyncIterable<Payload<typeof FileDownloadChunk>>

/** Node skips what is not base64, so the length tells. */
export function decodeChunk(data: string): Buffer {
  const bytes = Buffer.from(data, 'base64')
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0
  if (data.length % 4 !== 0 || bytes.length !== (data.length / 4) * 3 - padding) throw invalidData()
  return bytes
}

/**
 * The bytes of a download from `offset` on, checked against what the agent has promised: their order, the size and the
 * checksum. The last chunk comes after those checks, so that nobody has a whole file that is not the right one.
 */
export async function* received(
  stream: DownloadStream,
  transfer: Pick<Transfer, 'advance' | 'sha256'>,
  offset = 0,
): AsyncGenerator<Buffer, void, undefined> {
  const { size } = stream.ready
  const hash = createHash('sha256')
  let position = offset
  let last: Buffer | undefined
  for await (const chunk of stream) {
    if (chunk.offset !== position) throw invalidData()
    const bytes = decodeChunk(chunk.data)
    position += bytes.length
    if (size !== null && position > size) throw invalidData()
    hash.update(bytes)
    transfer.advance(position)
    if (last) yield last
    last = bytes
  }
  const { sha256 } = await stream.ended
  if (size !== null && position !== size) throw invalidData()
  const digest = hash.digest('hex')
  if (sha256 != null && sha256.toLowerCase() !== digest) throw checksumMismatch()
  if (offset === 0) transfer.sha256 = digest
  if (last) yield last
}

/** The bytes of a file that grows. It may be rotated, so their positions mean nothing. */
export async function* followed(stream: DownloadStream): AsyncGenerator<Buffer, void, undefined> {
  for await (const { data } of stream) yield decodeChunk(data)
}
