import { createHash } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import type { Agents } from '@svc/plugin-enrollment/contract'
import { data, Nullable, type Routes } from '@svc/plugin-sdk'
import { tooLarge } from '../errors.ts'
import type { FileAudit } from '../file-audit.ts'
import { checkPath, Path } from '../paths.ts'
import { chunkBytes, deleteFile, makeDirectory, moveFile, writeFile } from '../wire.ts'

/** A directory with a million files takes a while. */
const recursiveTimeoutMs = 300_000

/** A control character of one byte takes six in JSON. */
const writeBodyLimit = 6 * chunkBytes + 65_536

interface Dependencies {
  readonly agents: Pick<Agents, 'request'>
  readonly audit: FileAudit
}

const params = Type.Object({ server_id: Type.String() })
const access = (operation: string) =>
  ({ access: 'admin', server: 'server_id', capability: 'file', deniedAction: `file_${operation}_denied` }) as const
const Success = data(Type.Object({ success: Type.Literal(true) }))
const success = { data: { success: true as const } }

function toBytes(content: string): Buffer {
  const bytes = Buffer.from(content)
  if (bytes.length > chunkBytes) throw tooLarge(chunkBytes)
  return bytes
}

/** Changing files, except by uploads. */
export const changeRoutes =
  ({ agents, audit }: Dependencies): Routes =>
  async (app) => {
    app.post(
      '/api/files/:server_id/write',
      {
        bodyLimit: writeBodyLimit,
        config: access('write'),
        schema: {
          summary: `Writes a text of at most ${chunkBytes} bytes`,
          params,
          body: Type.Object({
            path: Path,
            content: Type.String(),
            expected_sha256: Type.Optional(
              Nullable(
                Type.String({
                  pattern: '^[0-9a-f]{64}$',
                  examples: [createHash('sha256').digest('hex')],
                  description: 'the version that is replaced, null for a new file: 409 if it is another one',
                }),
              ),
            ),
          }),
          response: {
            200: data(
              Type.Object({
                success: Type.Literal(true),
                size: Type.Integer({ description: 'bytes' }),
                sha256: Type.String({ description: 'the new version' }),
              }),
            ),
          },
        },
      },
      async (req) => {
        const { path, content, expected_sha256 } = req.body
        checkPath(path)
        const bytes = toBytes(content)
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        const expected = expected_sha256 === undefined ? {} : { expected_sha256: expected_sha256 ?? '' }
        const message = { path, content: bytes.toString('base64'), ...expected }
        await audit.run(req, 'write', { path, size: bytes.length, sha256 }, () =>
          agents.request(req.visibleServer.id, writeFile, message),
        )
        return { data: { success: true as const, size: bytes.length, sha256 } }
      },
    )

    app.post(
      '/api/files/:server_id/delete',
      {
        config: access('delete'),
        schema: {
          summary: 'Deletes a file, a link or a directory',
          params,
          body: Type.Object({
            path: Path,
            recursive: Type.Boolean({ default: false, description: 'a directory with all that is in it' }),
          }),
          response: { 200: Success },
        },
      },
      async (req) => {
        const { path, recursive } = req.body
        checkPath(path)
        await audit.run(req, 'delete', { path, recursive }, () =>
          agents.request(
            req.visibleServer.id,
            deleteFile,
            { path, recursive },
            recursive ? { timeout: recursiveTimeoutMs } : {},
          ),
        )
        return success
      },
    )

    app.post(
      '/api/files/:server_id/mkdir',
      {
        config: access('mkdir'),
        schema: {
          summary: 'Creates a directory and those above it',
          params,
          body: Type.Object({ path: Path }),
          response: { 200: Success },
        },
      },
      async (req) => {
        const { path } = req.body
        checkPath(path)
        await audit.run(req, 'mkdir', { path }, () => agents.request(req.visibleServer.id, makeDirectory, { path }))
        return success
      },
    )

    app.post(
      '/api/files/:server_id/move',
      {
        config: access('move'),
        schema: {
          summary: 'Moves or renames a file or directory',
          params,
          body: Type.Object({
            from: Path,
            to: Path,
            overwrite: Type.Boolean({ default: true, description: 'false: 409 if there is something' }),
          }),
          response: { 200: Success },
        },
      },
      async (req) => {
        const { from, to, overwrite } = req.body
        checkPath(from, 'from')
        checkPath(to, 'to')
        await audit.run(req, 'move', { path: from, to, overwrite }, () =>
          agents.request(req.visibleServer.id, moveFile, { from, to, overwrite }),
        )
        return success
      },
    )
  }
