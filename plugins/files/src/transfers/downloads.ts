import { AgentFailed, type Agents } from '@svc/plugin-enrollment/contract'
import { invalidData, transferCancelled } from '../errors.ts'
import type { FileAudit, Visit } from '../file-audit.ts'
import { downloadFile } from '../wire.ts'
import { type DownloadStream, received } from './received.ts'
import type { TempFiles } from './temp-files.ts'
import type { Transfer } from './transfer.ts'
import type { Transfers } from './transfers.ts'

export interface DownloadRequest {
  readonly path: string
  /** a directory as a tar file */
  readonly archive?: boolean
  /** the first byte */
  readonly offset?: number
  /** of the file whose first bytes the browser has */
  readonly version?: string
}

export interface Download {
  readonly transfer: Transfer
  readonly stream: DownloadStream
  /** the first byte that is sent: 0 if the browser has bytes of another version */
  readonly offset: number
}

interface Dependencies {
  readonly agents: Pick<Agents, 'open'>
  readonly audit: FileAudit
  readonly temp: TempFiles
  readonly transfers: Transfers
}

export type Downloads = ReturnType<typeof makeDownloads>

/** Files from hosts, either kept until they are fetched or passed on as they arrive. */
export function makeDownloads({ agents, audit, temp, transfers }: Dependencies) {
  const openAt = async (transfer: Transfer, { path, archive, version }: DownloadRequest, offset: number) => {
    const ours = { ...(offset > 0 && { offset, version }), ...(archive && { archive }) }
    const { signal } = transfer.abort
    const opening = { transfer_id: transfer.id, path, ...ours }
    return { transfer, offset, stream: await agents.open(transfer.serverId, downloadFile, opening, { signal }) }
  }

  const openFrom = async (transfer: Transfer, request: DownloadRequest): Promise<Download> => {
    const { offset = 0 } = request
    try {
      return await openAt(transfer, request, offset)
    } catch (error) {
      const isOtherVersion = offset > 0 && error instanceof AgentFailed && error.failure.code === 'conflict'
      if (!isOtherVersion) throw error
      return openAt(transfer, request, 0)
    }
  }

  const fail = (transfer: Transfer, error: unknown) => {
    audit.failure(transfer.by, 'download', transfer.detail, error)
    transfers.fail(transfer, error)
  }

  /** Stores it until it is fetched. */
  const store = async ({ transfer, stream }: Download) => {
    const { by, size } = transfer
    try {
      if (size !== null) await temp.reserve(size)
      await temp.write(transfer.id, received(stream, transfer))
      transfer.complete()
      audit.success(by, 'download', transfer.detail)
    } catch (error) {
      if (transfer.abort.signal.aborted) audit.cancelled(by, 'download', transfer.detail)
      else fail(transfer, error)
    }
  }

  const downloads = {
    /** Resolves when the agent has opened the file; throws if it refuses. `signal` ends it. */
    async open(by: Visit, request: DownloadRequest, signal?: AbortSignal): Promise<Download> {
      const { path, archive } = request
      const transfer = transfers.begin(by, { direction: 'download', path, archive, size: null })
      signal?.addEventListener('abort', () => transfer.abort.abort(transferCancelled()))
      try {
        const download = await openFrom(transfer, request)
        const { size } = download.stream.ready
        if (size !== null && download.offset > size) throw invalidData()
        transfer.size = size
        return download
      } catch (error) {
        audit.failure(by, 'download', { path }, error)
        transfers.remove(transfer)
        throw error
      }
    },

    /** Starts one that is stored until it is fetched. */
    async start(by: Visit, request: DownloadRequest): Promise<Transfer> {
      const download = await downloads.open(by, request)
      void store(download)
      return download.transfer
    },

    /** The bytes of an open one, for a browser that takes them as they arrive. */
    async *flow({ transfer, stream, offset }: Download): AsyncGenerator<Uint8Array, void, undefined> {
      try {
        yield* received(stream, transfer, offset)
        transfer.complete()
      } catch (error) {
        if (!transfer.abort.signal.aborted) fail(transfer, error)
        throw error
      }
    },

    /** The response of `flow` has ended. */
    closed(transfer: Transfer, isWhole: boolean): void {
      if (transfer.status === 'failed') return
      if (isWhole && transfer.status === 'ready') audit.success(transfer.by, 'download', transfer.detail)
      else audit.cancelled(transfer.by, 'download', transfer.detail)
      if (transfer.status !== 'cancelled') transfers.remove(transfer)
    },
  }
  return downloads
}
