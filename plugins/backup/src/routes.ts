import { open, stat } from 'node:fs/promises'
import { finished, type Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import type { Users } from '@svc/plugin-auth/contract'
import {
  type Clock,
  type Core,
  type DatabaseFile,
  data,
  type PluginAdministration,
  type Routes,
  toTimestamp,
} from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { BackupState } from './backup-schema.ts'
import { restoreRunning, tooLarge } from './errors.ts'
import type { RestoreNote } from './restore-note.ts'
import type { SideFiles } from './side-files.ts'

interface Dependencies {
  readonly audit: Audit
  readonly clock: Pick<Clock, 'now'>
  readonly database: DatabaseFile
  readonly files: SideFiles
  readonly note: RestoreNote
  readonly plugins: Pick<PluginAdministration, 'restart'>
  readonly users: Users | undefined
  readonly maxRestoreSize: number
  readonly text: Core['text']
}

const bytes = {
  description: 'The database',
  content: {
    'application/octet-stream': { schema: Type.Unsafe<Readable>({ type: 'string', format: 'binary' }) },
  },
}

/** 20261124_013000, in UTC. */
const stampOf = (ms: number): string =>
  toTimestamp(Math.floor(ms / 1000))
    .slice(0, 19)
    .replace(/[-:]/g, '')
    .replace('T', '_')

/** Backup and restore of the database. */
export const databaseRoutes =
  ({ audit, clock, database, files, note, plugins, users, maxRestoreSize, text }: Dependencies): Routes =>
  async (app) => {
    let isRestoring = false

    /** Does not destroy the request when the reader leaves: it still gets a response. */
    const receive = async (path: string, request: Readable, announced: number): Promise<number> => {
      if (announced > maxRestoreSize) throw tooLarge(maxRestoreSize)
      await files.reserve(announced)
      return files.write(path, request.iterator({ destroyOnReturn: false }), maxRestoreSize)
    }

    app.get(
      '/api/settings/backup',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Sizes, and the databases that a restore has replaced',
          response: { 200: data(BackupState) },
        },
      },
      async () => ({
        data: {
          database_size: database.size(),
          free_space: await files.freeSpace(),
          max_restore_size: maxRestoreSize,
          former: await files.former(),
        },
      }),
    )

    app.post(
      '/api/settings/backup',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Downloads the database',
          description:
            'A consistent copy of the moment of the request, as an SQLite file. Secrets in it are sealed with `secret.key`, ' +
            'which it does not contain.',
          response: { 200: bytes },
        },
      },
      async (req, reply) => {
        const left = new AbortController()
        finished(reply.raw, () => left.abort())
        return files.withNew(async (path) => {
          await files.reserve(database.size())
          await database.copyTo(path, { signal: left.signal })
          const { size } = await stat(path)
          const stream = (await open(path)).createReadStream()
          finished(stream, () => void files.remove(path))
          finished(reply.raw, () => stream.destroy())
          audit.write({ userId: req.principal.userId, action: 'settings.backup', detail: { size }, ip: req.ip })
          reply.type('application/octet-stream').headers({
            'content-length': size,
            'content-disposition': `attachment; filename="svc_backup_${stampOf(clock.now())}.db"`,
          })
          return stream
        })
      },
    )

    await app.register(async (scope) => {
      // The bytes are not parsed, whatever type the client gives them.
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
      scope.post(
        '/api/settings/restore',
        {
          config: { access: 'admin', streamsBody: true },
          schema: {
            summary: 'Replaces the database',
            description:
              'The body is the SQLite file of a backup. It is checked first, then the server restarts with it; the current ' +
              'database is kept beside it. Sign in again afterwards, with an account of the restored database.',
            consumes: ['application/octet-stream'],
            response: { 200: data(Type.String()) },
          },
        },
        async (req) => {
          const { userId } = req.principal
          if (isRestoring) {
            req.raw.resume()
            throw restoreRunning()
          }
          isRestoring = true
          try {
            const former = await files.withNew(async (path) => {
              const size = await receive(path, req.raw, Number(req.headers['content-length'] ?? 0))
              await database.check(path)
              const username = users?.get(userId)?.username
              note.write({
                part: path,
                entry: { userId, action: 'settings.restore', detail: { size, username }, ip: req.ip },
              })
              return database.replaceWith(path)
            })
            plugins.restart()
            return { data: text({ code: 'backup.RESTORED', params: { former } }) }
          } catch (error) {
            note.remove()
            // Drain the body, so that the response is received.
            req.raw.resume()
            throw error
          } finally {
            isRestoring = false
          }
        },
      )
    })
  }
