import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import { Type } from '@sinclair/typebox'
import { ApiError, badRequest, data, Nullable, type Routes } from '@svc/plugin-sdk'
import { tooLarge } from '../errors.ts'
import type { Visit } from '../file-audit.ts'
import { checkPath, Path } from '../paths.ts'
import type { TempFiles } from '../transfers/temp-files.ts'
import type { Uploads } from '../transfers/uploads.ts'
import { visitOf } from './visit.ts'

/** What a form may have besides its file. */
const formOverheadBytes = 5 * 1024 * 1024

interface Dependencies {
  readonly temp: TempFiles
  readonly uploads: Uploads
}

/** The used part of a request. The types of the library would augment all requests of the program. */
interface FormRequest {
  readonly raw: { unpipe(): unknown; resume(): unknown }
  isMultipart(): boolean
  parts(): AsyncIterable<
    | { readonly type: 'field'; readonly fieldname: string; readonly value: unknown }
    | { readonly type: 'file'; readonly fieldname: string; readonly file: Readable & { readonly truncated: boolean } }
  >
}

const access = {
  access: 'admin',
  server: 'server_id',
  capability: 'file',
  deniedAction: 'file_upload_denied',
  streamsBody: true,
} as const
const params = Type.Object({ server_id: Type.String() })
const maxBytes = Number.MAX_SAFE_INTEGER

const usage = () => badRequest('files.UPLOAD_USAGE')
/** Errors of the parser of forms have neither. */
const isOwn = (error: unknown) => error instanceof ApiError || (error instanceof Error && 'errno' in error)

/** Does not destroy the request when the reader leaves: it still gets a response. */
const bytesOf = (stream: Readable): AsyncIterable<Uint8Array> => stream.iterator({ destroyOnReturn: false })

/** Uploads to hosts. */
export const uploadRoutes =
  ({ temp, uploads }: Dependencies): Routes =>
  async (app) => {
    const { maxSize } = uploads

    /** Stores the file, because the form does not say its size before; returns it. */
    const storePart = async (id: string, file: AsyncIterable<Uint8Array>): Promise<number> => {
      let size = 0
      const counted = async function* () {
        for await (const bytes of file) {
          size += bytes.length
          yield bytes
        }
      }
      await temp.write(id, counted())
      return size
    }

    const uploadForm = async (visit: Visit, request: FormRequest, length: number): Promise<string | null> => {
      const fields = new Map<string, string>()
      const stored = randomUUID()
      let storedSize: number | undefined
      let sent: { readonly sha256: string | null } | undefined

      const path = () => {
        const value = fields.get('path')
        if (value === undefined) throw usage()
        checkPath(value)
        return value
      }
      const overwrite = () => fields.get('overwrite') !== 'false'
      const limited = async function* (file: Readable & { readonly truncated: boolean }) {
        yield* bytesOf(file)
        if (file.truncated) throw tooLarge(maxSize)
      }

      try {
        for await (const part of request.parts()) {
          if (part.type === 'field') {
            if (typeof part.value === 'string') fields.set(part.fieldname, part.value)
            continue
          }
          if (part.fieldname !== 'file' || sent || storedSize !== undefined) throw usage()
          const size = fields.get('size')
          if (fields.has('path') && size !== undefined) {
            if (!/^\d{1,15}$/.test(size)) throw usage()
            const whole = { path: path(), size: Number(size), overwrite: overwrite() }
            sent = { sha256: await uploads.whole(visit, whole, limited(part.file)) }
          } else {
            if (fields.has('path')) path()
            await temp.reserve(Math.min(length, maxSize))
            storedSize = await storePart(stored, limited(part.file))
          }
        }
        if (sent) return sent.sha256
        if (storedSize === undefined) throw usage()
        const whole = { path: path(), size: storedSize, overwrite: overwrite() }
        return await uploads.whole(visit, whole, temp.read(stored, 0, Number.POSITIVE_INFINITY))
      } catch (error) {
        // Drain the body, so that the response is received.
        request.raw.unpipe()
        request.raw.resume()
        throw isOwn(error) ? error : usage()
      } finally {
        await temp.remove(stored)
      }
    }

    const formRoute: Routes = async (scope) => {
      await scope.register(multipart, {
        limits: { fileSize: maxSize, files: 1, fields: 8, parts: 9, headerPairs: 50 },
        throwFileSizeLimit: false,
      })
      scope.post(
        '/api/files/:server_id/upload',
        {
          config: access,
          schema: {
            summary: 'Uploads a file',
            description:
              'Form fields: `path`; optionally `overwrite` (`false`: 409 if there is something) and `size` in bytes; then `file`. ' +
              'With `path` and `size` before it, the file is passed on as it arrives; otherwise it is stored first.',
            consumes: ['multipart/form-data'],
            params,
            response: {
              200: data(Type.Object({ success: Type.Literal(true), sha256: Nullable(Type.String()) })),
            },
          },
        },
        async (req) => {
          const form = req as unknown as FormRequest
          const length = Number(req.headers['content-length'] ?? 0)
          if (!form.isMultipart()) throw usage()
          if (length > maxSize + formOverheadBytes) throw tooLarge(maxSize)
          const sha256 = await uploadForm(visitOf(req), form, length)
          return { data: { success: true as const, sha256 } }
        },
      )
    }

    const bytesRoute: Routes = async (scope) => {
      // Whatever the file is, its bytes are not parsed.
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
      scope.put(
        '/api/files/:server_id/upload/:transfer_id',
        {
          config: access,
          schema: {
            summary: 'Uploads a file, or its next bytes after an interruption',
            description:
              'The body is bytes of the file from `offset` on. The client chooses `transfer_id`, a UUID. If `offset` is not ' +
              'where the host expects it, the response is 409 `files.UPLOAD_OFFSET` with the offset in `params`.',
            consumes: ['application/octet-stream'],
            params: Type.Object({ server_id: Type.String(), transfer_id: Type.String({ format: 'uuid' }) }),
            querystring: Type.Object({
              path: Path,
              size: Type.Integer({ minimum: 0, maximum: maxBytes, description: 'bytes of the whole file' }),
              offset: Type.Integer({ minimum: 0, maximum: maxBytes, default: 0 }),
              overwrite: Type.Boolean({ default: true }),
              sha256: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$', description: 'of the whole file' })),
            }),
            response: {
              200: data(
                Type.Object({
                  transfer_id: Type.String(),
                  bytes_transferred: Type.Integer(),
                  is_complete: Type.Boolean(),
                  sha256: Nullable(Type.String()),
                }),
              ),
            },
          },
        },
        async (req) => {
          const { path, size, offset, overwrite, sha256 } = req.query
          const { transfer_id: id } = req.params
          try {
            checkPath(path)
            const request = { id, path, size, overwrite }
            const part = { offset, body: bytesOf(req.raw), sha256 }
            const { isComplete, transfer } = await uploads.part(visitOf(req), request, part)
            return {
              data: {
                transfer_id: id,
                bytes_transferred: transfer.transferred,
                is_complete: isComplete,
                sha256: transfer.sha256,
              },
            }
          } catch (error) {
            // Drain the body, so that the response is received.
            req.raw.resume()
            throw error
          }
        },
      )
    }

    await app.register(formRoute)
    await app.register(bytesRoute)
  }
