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

/**
 * The bytes of a download from `offset` on, checked against what the agent has promised: their order, the size and the
 * checksum. The last chunk comes after those checks, so that nobody has a whole file that is not the right one.
 */
export async function* received(
  stream: DownloadStream,
  transfer: Pick<Transfer, 'advance' | 'sha256'>,
  offset = 0,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { size } = stream.ready
  const hash = createHash('sha256')
  let position = offset
  let last: Uint8Array | undefined
  for await (const { offset: at, data } of stream) {
    if (at !== position) throw invalidData()
    position += data.length
    if (size !== null && position > size) throw invalidData()
    hash.update(data)
    transfer.advance(position)
    if (last) yield last
    last = data
  }
  const { sha256 } = await stream.ended
  if (size !== null && position !== size) throw invalidData()
  const digest = hash.digest('hex')
  if (sha256 != null && sha256.toLowerCase() !== digest) throw checksumMismatch()
  if (offset === 0) transfer.sha256 = digest
  if (last) yield last
}

/** The bytes of a file that grows. It may be rotated, so their positions mean nothing. */
export async function* followed(stream: DownloadStream): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const { data } of stream) yield data
}
