import { finished, Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import type { Agents } from '@svc/plugin-enrollment/contract'
import { ApiError, badRequest, type CodedText, data, type Routes } from '@svc/plugin-sdk'
import { unknownTransfer } from '../errors.ts'
import type { FileAudit } from '../file-audit.ts'
import { type ByteRange, bytes, contentDisposition, parseRange, toEtag } from '../http-range.ts'
import { checkPath, Path } from '../paths.ts'
import type { Downloads } from '../transfers/downloads.ts'
import type { TempFiles } from '../transfers/temp-files.ts'
import type { Transfer } from '../transfers/transfer.ts'
import { TransferView } from '../transfers/transfer-schema.ts'
import type { Transfers } from '../transfers/transfers.ts'
import { requireExtras, visitOf } from './visit.ts'

interface Dependencies {
  readonly agents: Pick<Agents, 'features'>
  readonly audit: FileAudit
  readonly downloads: Downloads
  readonly temp: TempFiles
  readonly transfers: Transfers
  text(text: CodedText): string
}

const rangeError = (size: number) =>
  new ApiError(
    416,
    'files.RANGE_NOT_SATISFIABLE',
    { size: { value: size, unit: 'bytes' } },
    {
      code: 'RANGE_NOT_SATISFIABLE',
      headers: { 'content-range': `bytes */${size}` },
    },
  )

/** Separate ranges of a file that are remembered; whoever fetches more pieces than that lets the transfer expire. */
const maxRanges = 1000

/** Stored downloads, and what is on its way. */
export const transferRoutes =
  ({ agents, audit, downloads, temp, transfers, text }: Dependencies): Routes =>
  async (app) => {
    app.post(
      '/api/files/:server_id/download',
      {
        config: {
          access: 'admin',
          server: 'server_id',
          capability: 'file',
          deniedAction: 'file_download_denied',
        },
        schema: {
          summary: 'Starts a download, which is stored until it is fetched',
          params: Type.Object({ server_id: Type.String() }),
          body: Type.Object({
            path: Path,
            archive: Type.Boolean({ default: false, description: 'a directory as a tar file' }),
          }),
          response: { 200: data(Type.Object({ transfer_id: Type.String(), status: Type.Literal('pending') })) },
        },
      },
      async (req) => {
        const { path, archive } = req.body
        checkPath(path)
        if (archive) requireExtras(agents, req.visibleServer.id)
        const { id } = await downloads.start(visitOf(req), { path, archive })
        return { data: { transfer_id: id, status: 'pending' as const } }
      },
    )

    /** The stored bytes; the transfer ends when the browser has all of them. */
    async function* stored(transfer: Transfer, { start, end }: ByteRange) {
      let position = start
      for await (const chunk of temp.read(transfer.id, start, end) as AsyncIterable<Buffer>) {
        yield chunk
        position += chunk.length
        if (transfer.fetched.count < maxRanges) transfer.fetched.add(position - chunk.length, position)
        transfer.touch()
      }
    }

    app.get(
      '/api/files/download/:transfer_id',
      {
        // It would end the transfer.
        exposeHeadRoute: false,
        config: { access: 'admin' },
        schema: {
          summary: 'The bytes of a download that is ready; ranges are supported',
          params: Type.Object({ transfer_id: Type.String() }),
          response: bytes,
        },
      },
      async (req, reply) => {
        const transfer = transfers.require(req.params.transfer_id, req.principal.userId)
        const { status, sha256, path } = transfer
        if (status === 'cancelled') throw unknownTransfer()
        if (status !== 'ready' || sha256 === null) throw badRequest('files.NOT_READY', { status })
        const size = transfer.size ?? 0
        const etag = toEtag(sha256)
        const { range: header, 'if-range': condition = etag } = req.headers
        const range = condition === etag ? parseRange(header, size) : undefined
        if (range === null) throw rangeError(size)
        const { start, end } = range ?? { start: 0, end: size - 1 }
        reply
          .code(range ? 206 : 200)
          .type('application/octet-stream')
          .headers({
            'content-disposition': contentDisposition(transfer.fileName),
            'content-length': end - start + 1,
            'accept-ranges': 'bytes',
            etag,
            'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
            ...(range && { 'content-range': `bytes ${start}-${end}/${size}` }),
          })
        const visit = { ...transfer.by, principal: req.principal, ip: req.ip }
        transfer.touch()
        finished(reply.raw, (error) => {
          const isSent = !error
          audit.fetched(visit, {
            transfer_id: transfer.id,
            path,
            start,
            end,
            outcome: isSent ? 'success' : 'cancelled',
          })
          if (isSent && transfer.fetched.covers(size)) transfers.remove(transfer)
        })
        return reply.send(size === 0 ? Buffer.alloc(0) : Readable.from(stored(transfer, { start, end })))
      },
    )

    app.get(
      '/api/files/transfers',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Own transfers, newest first',
          response: { 200: data(Type.Object({ transfers: Type.Array(TransferView) })) },
        },
      },
      async (req) => ({
        data: { transfers: transfers.of(req.principal.userId).map((transfer) => transfer.view(text)) },
      }),
    )

    app.delete(
      '/api/files/transfers/:transfer_id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Cancels a transfer; removes one that has ended',
          params: Type.Object({ transfer_id: Type.String() }),
          response: { 200: data(Type.Object({ success: Type.Literal(true) })) },
        },
      },
      async (req) => {
        const transfer = transfers.require(req.params.transfer_id, req.principal.userId)
        if (transfer.isActive) audit.transferCancelled({ ...transfer.by, ip: req.ip }, transfer.detail)
        transfers.cancel(transfer)
        return { data: { success: true as const } }
      },
    )
  }
