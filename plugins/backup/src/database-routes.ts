import { open, stat } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import { Type } from '@sinclair/typebox'
import { type OwnerProof, OwnerProofBody } from '@svc/plugin-auth/contract'
import { type Clock, type DatabaseFile, data, Ok, ok, type Routes } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { backupName, stampOf } from './backup-name.ts'
import { BackupState } from './backup-schema.ts'
import { Binary } from './binary.ts'
import type { FullBackup } from './full-backup.ts'
import { leaving } from './leaving.ts'
import type { Operations } from './operations.ts'
import { Passphrase } from './plans/plan-schema.ts'
import type { SideFiles } from './side-files.ts'

interface Dependencies {
  readonly audit: Audit
  readonly clock: Pick<Clock, 'now'>
  readonly database: DatabaseFile
  readonly files: SideFiles
  readonly folders: readonly string[]
  readonly makeFullBackup: FullBackup
  readonly maxRestoreSize: number
  readonly operations: Operations
  readonly ownerProof: OwnerProof
  readonly timezone: string
}

/** State, downloads and former databases. */
export const databaseRoutes =
  (deps: Dependencies): Routes =>
  async (app) => {
    const { audit, clock, database, files, folders, makeFullBackup, maxRestoreSize, operations, ownerProof, timezone } =
      deps

    /** The response with a file, which is removed afterwards. */
    async function download({ raw }: { readonly raw: ServerResponse }, path: string, name: string) {
      const { size } = await stat(path)
      const stream = (await open(path)).createReadStream()
      finished(stream, () => void files.remove(path))
      finished(raw, () => stream.destroy())
      const headers = {
        'content-type': 'application/octet-stream',
        'content-length': size,
        'content-disposition': `attachment; filename="${name}"`,
      }
      return { headers, size, stream }
    }

    app.get(
      '/api/settings/backup',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Sizes, what is going on, and former databases',
          response: { 200: data(BackupState) },
        },
      },
      async () => ({
        data: {
          database_size: database.size(),
          free_space: await files.freeSpace(),
          max_restore_size: maxRestoreSize,
          folders: [...folders],
          timezone,
          operation: operations.view(),
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
          response: { 200: Binary },
        },
      },
      async (req, reply) =>
        files.withNew(async (paths) => {
          const path = paths.file()
          await files.reserve(database.size())
          await database.copyTo(path, { signal: leaving(reply) })
          const { headers, size, stream } = await download(reply, path, `svc_backup_${stampOf(clock.now())}.db`)
          reply.headers(headers)
          audit.write({ userId: req.principal.userId, action: 'settings.backup', detail: { size }, ip: req.ip })
          return stream
        }),
    )

    app.post(
      '/api/settings/backup/full',
      {
        config: { access: 'admin', errors: [429] },
        schema: {
          summary: 'Downloads a full backup',
          description:
            'The database, `secret.key` and all other files of the server, as a tar archive that is compressed with ' +
            'Zstandard and encrypted with age. Needs the password of the account, or a code if it has none.',
          body: Type.Object({ passphrase: Passphrase, ...OwnerProofBody.properties }),
          response: { 200: Binary },
        },
      },
      async (req, reply) => {
        const { body, ip, principal } = req
        await ownerProof({ who: principal, act: 'settings.backup', ip }, body, () => {})
        return operations.run({ kind: 'download', step: 'copying' }, (steps) =>
          files.withNew(async (paths) => {
            const path = await makeFullBackup(paths, body.passphrase, steps, leaving(reply))
            const { headers, size, stream } = await download(reply, path, backupName(clock.now()))
            reply.headers(headers)
            audit.write({ userId: principal.userId, action: 'settings.backup', detail: { size, full: true }, ip })
            return stream
          }),
        )
      },
    )

    app.delete(
      '/api/settings/backup/former/:name',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Deletes a former database, with the files that were replaced together with it',
          params: Type.Object({ name: Type.String({ maxLength: 255 }) }),
          response: { 200: Ok },
        },
      },
      async ({ ip, params: { name }, principal: { userId } }) => {
        await files.removeFormer(name)
        audit.write({ userId, action: 'backup.former_delete', detail: { name }, ip })
        return ok
      },
    )
  }
