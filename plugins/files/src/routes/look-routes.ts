import { createHash } from 'node:crypto'
import { type TProperties, Type } from '@sinclair/typebox'
import type { Agents } from '@svc/plugin-enrollment/contract'
import { badRequest, data, Nullable, nameSchemas, type Routes } from '@svc/plugin-sdk'
import { invalidData } from '../errors.ts'
import type { FileAudit } from '../file-audit.ts'
import { checkPath, Path } from '../paths.ts'
import { chunkBytes, FileEntry, listFiles, readFile, statFile } from '../wire.ts'

/** Entries per request: they fit into one message of the agent. */
const partLength = 2000
/** Entries of a whole list; more are read in parts. */
const maxEntries = 200_000

nameSchemas({ FileEntry })

interface Dependencies {
  readonly agents: Pick<Agents, 'request'>
  readonly audit: FileAudit
}

const params = Type.Object({ server_id: Type.String() })
const access = (operation: string) =>
  ({ access: 'admin', server: 'server_id', capability: 'file', deniedAction: `file_${operation}_denied` }) as const
const responding = <P extends TProperties>(fields: P) => ({ 200: data(Type.Object(fields)) })

/** Node skips what is not base64, so the length tells. */
function decodeContent(content: string): Buffer {
  const bytes = Buffer.from(content, 'base64')
  const padding = content.endsWith('==') ? 2 : content.endsWith('=') ? 1 : 0
  if (content.length % 4 !== 0 || bytes.length !== (content.length / 4) * 3 - padding) throw invalidData()
  return bytes
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Text only: an editor would destroy anything else. */
function toText(bytes: Buffer): string {
  // Also the sign of UTF-16, half of which would pass as UTF-8.
  if (bytes.includes(0)) throw badRequest('files.NOT_TEXT')
  try {
    return utf8.decode(bytes)
  } catch {
    throw badRequest('files.NOT_TEXT')
  }
}

/** Looking at files. */
export const lookRoutes =
  ({ agents, audit }: Dependencies): Routes =>
  async (app) => {
    const listPart = async (serverId: string, path: string, offset: number, limit: number) => {
      const { entries, total } = await agents.request(serverId, listFiles, { path, offset, limit })
      // Without a total, the agent does not know parts and has sent all there is.
      return { entries, total: total ?? entries.length, isAll: total == null }
    }

    const listAll = async (serverId: string, path: string) => {
      const { entries, total, isAll } = await listPart(serverId, path, 0, partLength)
      if (isAll) return { entries, total }
      while (entries.length < Math.min(total, maxEntries)) {
        const next = await listPart(serverId, path, entries.length, partLength)
        if (next.entries.length === 0) break
        entries.push(...next.entries)
      }
      return { entries, total }
    }

    app.post(
      '/api/files/:server_id/list',
      {
        config: access('list'),
        schema: {
          summary: 'Entries of a directory, directories first, then by name',
          params,
          body: Type.Object({
            path: Path,
            offset: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
            limit: Type.Optional(
              Type.Integer({ minimum: 1, maximum: partLength, description: 'a part of a long list; default: all' }),
            ),
          }),
          response: responding({
            entries: Type.Array(FileEntry),
            total: Type.Integer({ description: 'entries of the directory' }),
          }),
        },
      },
      async (req) => {
        const { path, offset = 0, limit } = req.body
        checkPath(path)
        const { id } = req.visibleServer
        const isPart = limit !== undefined || offset > 0
        const { entries, total } = await audit.look(req, 'list', path, () =>
          isPart ? listPart(id, path, offset, limit ?? partLength) : listAll(id, path),
        )
        return { data: { entries, total } }
      },
    )

    app.post(
      '/api/files/:server_id/stat',
      {
        config: access('stat'),
        schema: {
          summary: 'A file or directory',
          params,
          body: Type.Object({ path: Path }),
          response: responding({ entry: FileEntry }),
        },
      },
      async (req) => {
        const { path } = req.body
        checkPath(path)
        const reply = await audit.look(req, 'stat', path, () =>
          agents.request(req.visibleServer.id, statFile, { path }),
        )
        if (!reply.entry) throw invalidData()
        return { data: { entry: reply.entry } }
      },
    )

    app.post(
      '/api/files/:server_id/read',
      {
        config: access('read'),
        schema: {
          summary: `A text in UTF-8, of at most ${chunkBytes} bytes`,
          params,
          body: Type.Object({ path: Path }),
          response: responding({
            content: Type.String(),
            size: Type.Integer({ description: 'bytes' }),
            modified: Nullable(Type.Integer({ description: 'epoch seconds' })),
            sha256: Type.String({ description: 'of the bytes, hexadecimal; names this version' }),
          }),
        },
      },
      async (req) => {
        const { path } = req.body
        checkPath(path)
        const detail: { path: string; size?: number } = { path }
        const read = async () => {
          const reply = await agents.request(req.visibleServer.id, readFile, { path, max_size: chunkBytes })
          if (reply.content === null) throw invalidData()
          const bytes = decodeContent(reply.content)
          if (bytes.length > chunkBytes) throw invalidData()
          detail.size = bytes.length
          const sha256 = createHash('sha256').update(bytes).digest('hex')
          return { content: toText(bytes), size: bytes.length, modified: reply.modified ?? null, sha256 }
        }
        return { data: await audit.run(req, 'read', detail, read) }
      },
    )
  }
