import type { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import type { Users } from '@svc/plugin-auth/contract'
import { type Core, type DatabaseFile, data, invalid, type PluginAdministration, type Routes } from '@svc/plugin-sdk'
import type { AuditEntry } from '@svc/plugin-system/contract'
import { tooLarge } from './errors.ts'
import type { Operations } from './operations.ts'
import type { Plans } from './plans/plans.ts'
import type { Received, Restore } from './restore.ts'
import { restoredText } from './restored-text.ts'
import type { SideFiles } from './side-files.ts'

interface Dependencies extends Pick<Core, 'text'> {
  readonly database: Pick<DatabaseFile, 'replaceWith'>
  readonly files: Pick<SideFiles, 'reserve' | 'withNew'>
  readonly maxRestoreSize: number
  readonly operations: Operations
  readonly plans: Pick<Plans, 'get' | 'open'>
  readonly plugins: Pick<PluginAdministration, 'restart'>
  readonly restore: Restore
  readonly users: Users | undefined
}

const passphraseHeader = 'x-backup-passphrase'

/** A header has ASCII only, so the passphrase is percent-encoded. */
function readPassphrase(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  try {
    return decodeURIComponent(String(header))
  } catch {
    throw invalid(passphraseHeader, 'backup.PERCENT_ENCODED')
  }
}

/** Restores of uploaded files, and of stored backups. */
export const restoreRoutes =
  (deps: Dependencies): Routes =>
  async (app) => {
    const { database, files, maxRestoreSize, operations, plans, plugins, restore, users } = deps

    /** Replaces the data, restarts, and says so. */
    async function replace(
      step: 'receiving' | 'fetching',
      open: () => Promise<{ size: number } & Omit<Received, 'maxBytes'>>,
    ) {
      const restored = await operations.run({ kind: 'restore', step }, (steps) =>
        files.withNew(async (paths) => {
          const { size, ...received } = await open()
          if (size > maxRestoreSize) throw tooLarge(maxRestoreSize)
          await files.reserve(size)
          return restore(paths, { ...received, maxBytes: maxRestoreSize }, steps, database.replaceWith)
        }),
      )
      plugins.restart()
      return { data: deps.text(restoredText('backup.RESTORED', restored)) }
    }

    const entryOf = (
      { ip, principal: { userId } }: { ip: string; principal: { userId: string } },
      detail: object,
    ): AuditEntry => ({
      userId,
      action: 'settings.restore',
      // The restored database may not know the user.
      detail: { ...detail, username: users?.get(userId)?.username },
      ip,
    })

    await app.register(async (scope) => {
      // The bytes are not parsed, whatever type the client gives them.
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
      scope.post(
        '/api/settings/restore',
        {
          config: { access: 'admin', streamsBody: true },
          schema: {
            summary: 'Replaces the database, or all data',
            description:
              'The body is the SQLite file of a backup, or a full backup. It is checked first, then the server restarts with ' +
              'it; the current data is kept beside it. Sign in again afterwards, with an account of the restored database.',
            headers: Type.Object({
              [passphraseHeader]: Type.Optional(
                Type.String({ maxLength: 8192, description: 'of a full backup, percent-encoded UTF-8' }),
              ),
            }),
            consumes: ['application/octet-stream'],
            response: { 200: data(Type.String()) },
          },
        },
        async (req) => {
          const body: Readable = req.raw
          try {
            // Once it is received it goes on, also when a proxy on the way gives up.
            return await replace('receiving', async () => ({
              size: Number(req.headers['content-length'] ?? 0),
              // Does not destroy the request when the reader leaves: it still gets a response.
              chunks: body.iterator({ destroyOnReturn: false }),
              passphrase: readPassphrase(req.headers[passphraseHeader]),
              entry: entryOf(req, {}),
            }))
          } catch (error) {
            // Drain the body, so that the response is received.
            body.resume()
            throw error
          }
        },
      )
    })

    app.post(
      '/api/settings/backup/plans/:id/backups/:name/restore',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Replaces all data by a stored backup',
          description: 'As an upload of it does. Goes on when the client leaves.',
          params: Type.Object({ id: Type.String(), name: Type.String({ maxLength: 128 }) }),
          body: Type.Object({
            passphrase: Type.Optional(
              Type.String({ maxLength: 1024, description: 'default: the one of the plan now' }),
            ),
          }),
          response: { 200: data(Type.String()) },
        },
      },
      async (req) => {
        const { id, name } = req.params
        const plan = plans.get(id)
        const { destination, passphrase } = plans.open(plan)
        return replace('fetching', async () => ({
          ...(await destination.read(name, new AbortController().signal)),
          passphrase: req.body.passphrase ?? passphrase,
          entry: entryOf(req, { plan: plan.name, name }),
        }))
      },
    )
  }
