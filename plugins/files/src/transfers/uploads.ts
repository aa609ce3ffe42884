import { createHash, type Hash } from 'node:crypto'
import { AgentFailed, type AgentStream, type Agents } from '@svc/plugin-enrollment/contract'
import { ApiError, badRequest, conflict } from '@svc/plugin-sdk'
import { invalidData, tooLarge, unknownTransfer } from '../errors.ts'
import type { FileAudit, Visit } from '../file-audit.ts'
import {
  chunkBytes,
  type FileUploadAck,
  FileUploadChunk,
  type FileUploadComplete,
  type FileUploadEnd,
  uploadFile,
} from '../wire.ts'
import { inChunks } from './chunks.ts'
import type { Transfer } from './transfer.ts'
import type { Transfers } from './transfers.ts'

type UploadStream = AgentStream<
  never,
  typeof FileUploadAck,
  typeof FileUploadChunk,
  typeof FileUploadAck,
  typeof FileUploadComplete,
  'transfer_id',
  typeof FileUploadEnd
>

export interface UploadRequest {
  readonly id?: string
  readonly path: string
  readonly size: number
  readonly overwrite: boolean
}

/** The bytes that continue an upload. */
export interface UploadPart {
  readonly offset: number
  readonly body: AsyncIterable<Uint8Array>
  /** of the whole file, as the browser knows it */
  readonly sha256?: string
}

interface Upload {
  readonly transfer: Transfer
  readonly size: number
  readonly overwrite: boolean
  stream: UploadStream | undefined
  /** of the first `hashed` bytes */
  readonly hash: Hash
  hashed: number
  /** bytes that the agent has, or will have unless the stream fails */
  offset: number
  isBusy: boolean
}

interface Dependencies {
  readonly agents: Pick<Agents, 'open'>
  readonly audit: FileAudit
  readonly transfers: Transfers
  readonly maxSize: number
}

export type Uploads = ReturnType<typeof makeUploads>

/** The sender of the file can try again from the right byte. */
const correctable: readonly unknown[] = ['files.UPLOAD_OFFSET', 'files.SIZE_MISMATCH']

/** Whether the rest of the file may come later: the browser left, or the agent is away. */
function canContinue(error: unknown): boolean {
  if (error instanceof AgentFailed) return false
  if (!(error instanceof ApiError)) return true
  return error.status === 404 || error.status === 504 || correctable.includes(error.text?.code)
}

/** Files to hosts, passed on as they arrive. */
export function makeUploads({ agents, audit, transfers, maxSize }: Dependencies) {
  const uploads = new WeakMap<Transfer, Upload>()

  const begin = (by: Visit, { id, path, size, overwrite }: UploadRequest): Upload => {
    if (size > maxSize) throw tooLarge(maxSize)
    const transfer = transfers.begin(by, { id, direction: 'upload', path, size })
    const hash = createHash('sha256')
    const upload: Upload = { transfer, size, overwrite, stream: undefined, hash, hashed: 0, offset: 0, isBusy: false }
    uploads.set(transfer, upload)
    return upload
  }

  const openStream = async (upload: Upload, resume: boolean): Promise<UploadStream> => {
    const { transfer, size, overwrite } = upload
    if (upload.stream && !upload.stream.signal.aborted) return upload.stream
    const { id: transfer_id, path, serverId, abort } = transfer
    const opening = { transfer_id, path, size, overwrite, ...(resume && { resume }) }
    const stream = await agents.open(serverId, uploadFile, opening, { signal: abort.signal })
    const { offset } = stream.ready
    if (offset > (resume ? size : 0)) {
      stream.close(invalidData())
      throw invalidData()
    }
    upload.stream = stream
    upload.offset = offset
    transfer.advance(offset)
    return stream
  }

  const write = async (upload: Upload, stream: UploadStream, bytes: Uint8Array) => {
    const { offset } = upload
    const end = offset + bytes.length
    const writing = stream.write(FileUploadChunk, { offset, data: bytes })
    // Bytes that were on the way to an agent that lost its connection come again.
    if (offset <= upload.hashed && upload.hashed < end) {
      upload.hash.update(bytes.subarray(upload.hashed - offset))
      upload.hashed = end
    }
    const ack = await writing
    if (ack && ack.offset !== end) throw invalidData()
    upload.offset = end
    upload.transfer.advance(end)
  }

  /** Sends what arrives, as fast as the agent takes it. */
  const send = async (upload: Upload, stream: UploadStream, body: AsyncIterable<Uint8Array>) => {
    for await (const bytes of inChunks(body, chunkBytes)) {
      if (upload.offset + bytes.length > upload.size) throw badRequest('files.SIZE_MISMATCH', { size: upload.size })
      await write(upload, stream, bytes)
    }
  }

  const finish = async (upload: Upload, stream: UploadStream, given?: string): Promise<string | null> => {
    const own = upload.hashed === upload.size ? upload.hash.digest('hex') : null
    if (own !== null && given !== undefined && own !== given) throw conflict('files.UPLOAD_CHECKSUM_MISMATCH')
    const sha256 = own ?? given ?? null
    await stream.finish({ sha256 })
    upload.transfer.sha256 = sha256
    return sha256
  }

  const complete = (transfer: Transfer) => {
    audit.success(transfer.by, 'upload', transfer.detail)
    transfers.remove(transfer)
  }

  /** Ends it for good. */
  const fail = (transfer: Transfer, error: unknown) => {
    if (transfer.abort.signal.aborted) audit.cancelled(transfer.by, 'upload', transfer.detail)
    else audit.failure(transfer.by, 'upload', transfer.detail, error)
    transfers.fail(transfer, error)
  }

  return {
    maxSize,

    /** A whole file at once. */
    async whole(by: Visit, request: UploadRequest, body: AsyncIterable<Uint8Array>): Promise<string | null> {
      const upload = begin(by, request)
      try {
        const stream = await openStream(upload, false)
        await send(upload, stream, body)
        if (upload.offset < upload.size) throw badRequest('files.SIZE_MISMATCH', { size: upload.size })
        const sha256 = await finish(upload, stream)
        complete(upload.transfer)
        return sha256
      } catch (error) {
        fail(upload.transfer, error)
        throw error
      }
    },

    /** The next bytes of an upload, which begins with its first ones. */
    async part(by: Visit, request: UploadRequest & { readonly id: string }, { offset, body, sha256 }: UploadPart) {
      const existing = transfers.find(request.id, by.principal.userId)
      const upload = existing ? uploads.get(existing) : begin(by, request)
      if (!upload?.transfer.isActive) throw unknownTransfer()
      const { transfer, size } = upload
      const isSame =
        transfer.serverId === by.visibleServer.id && transfer.path === request.path && size === request.size
      if (!isSame) throw conflict('files.OTHER_TRANSFER')
      if (upload.isBusy) throw conflict('files.UPLOAD_BUSY')
      upload.isBusy = true
      try {
        const stream = await openStream(upload, existing !== undefined || offset > 0)
        if (offset !== upload.offset) throw conflict('files.UPLOAD_OFFSET', { offset: upload.offset })
        await send(upload, stream, body)
        if (upload.offset < size) return { isComplete: false, transfer }
        await finish(upload, stream, sha256)
        complete(upload.transfer)
        return { isComplete: true, transfer }
      } catch (error) {
        if (transfer.abort.signal.aborted || !canContinue(error)) fail(upload.transfer, error)
        throw error
      } finally {
        upload.isBusy = false
      }
    },
  }
}
