import { finished, Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import type { Agents } from '@svc/plugin-enrollment/contract'
import type { Routes } from '@svc/plugin-sdk'
import type { FileAudit } from '../file-audit.ts'
import { bytes, contentDisposition, parseStart, toEtag } from '../http-range.ts'
import { checkPath, Path } from '../paths.ts'
import type { Download, Downloads } from '../transfers/downloads.ts'
import { followed } from '../transfers/received.ts'
import { downloadFile } from '../wire.ts'
import { requireExtras, visitOf } from './visit.ts'

interface Dependencies {
  readonly agents: Pick<Agents, 'features' | 'open'>
  readonly audit: FileAudit
  readonly downloads: Downloads
}

const params = Type.Object({ server_id: Type.String() })
const access = (operation: string) =>
  ({ access: 'admin', server: 'server_id', capability: 'file', deniedAction: `file_${operation}_denied` }) as const

/** For the PDF viewers of browsers, which embed the file into a page of theirs. Whatever the file is, it runs no script. */
const pdfPolicy = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/**
 * Downloads that are not stored: the browser takes the bytes as they arrive, and the agent waits for it. Only with agents that
 * wait without delaying their reports.
 */
export const streamRoutes =
  ({ agents, audit, downloads }: Dependencies): Routes =>
  async (app) => {
    app.get(
      '/api/files/:server_id/stream',
      {
        exposeHeadRoute: false,
        config: access('download'),
        schema: {
          summary: 'The bytes of a file, or of a directory as a tar file, without storing them',
          description: 'An interrupted one is continued with `Range: bytes=<first>-` and `If-Range: <etag>`.',
          params,
          querystring: Type.Object({
            path: Path,
            archive: Type.Boolean({ default: false }),
            pdf: Type.Boolean({ default: false, description: 'to be shown as a PDF instead of being saved' }),
          }),
          response: bytes,
        },
      },
      async (req, reply) => {
        const { path, archive, pdf } = req.query
        checkPath(path)
        requireExtras(agents, req.visibleServer.id)
        const { range, 'if-range': tag = '' } = req.headers
        const [, version] = /^"(.+)"$/.exec(String(tag)) ?? []
        const from = archive ? 0 : parseStart(range)
        const left = new AbortController()
        let download: Download | undefined
        finished(reply.raw, (error) => {
          left.abort()
          if (download) downloads.closed(download.transfer, !error)
        })
        download = await downloads.open(visitOf(req), { path, archive, offset: from, version }, left.signal)
        const { transfer, stream, offset } = download
        const { size } = stream.ready
        reply
          .code(offset > 0 ? 206 : 200)
          .type(pdf ? 'application/pdf' : archive ? 'application/x-tar' : 'application/octet-stream')
          .headers({
            'content-disposition': contentDisposition(transfer.fileName, pdf ? 'inline' : 'attachment'),
            ...(pdf && { 'content-security-policy': pdfPolicy }),
            'x-accel-buffering': 'no',
            'x-transfer-id': transfer.id,
            ...(size !== null && { 'content-length': size - offset }),
            ...(size !== null && offset > 0 && { 'content-range': `bytes ${offset}-${size - 1}/${size}` }),
            ...(stream.ready.version && { etag: toEtag(stream.ready.version), 'accept-ranges': 'bytes' }),
          })
        return reply.send(Readable.from(downloads.flow(download)))
      },
    )

    app.get(
      '/api/files/:server_id/follow',
      {
        exposeHeadRoute: false,
        config: access('follow'),
        schema: {
          summary: 'The bytes of a file from an offset on, and what is appended to it, until the browser leaves',
          params,
          querystring: Type.Object({
            path: Path,
            offset: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
          }),
          response: bytes,
        },
      },
      async (req, reply) => {
        const { path, offset } = req.query
        const { id } = req.visibleServer
        checkPath(path)
        requireExtras(agents, id)
        const abort = new AbortController()
        finished(reply.raw, () => abort.abort())
        const stream = await audit.run(visitOf(req), 'follow', { path, offset }, () =>
          agents.open(id, downloadFile, { path, offset, follow: true }, { signal: abort.signal }),
        )
        // A proxy must not collect lines.
        reply.type('text/plain; charset=utf-8').header('x-accel-buffering', 'no')
        return reply.send(Readable.from(followed(stream)))
      },
    )
  }
