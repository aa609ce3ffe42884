import { Type } from '@sinclair/typebox'
import { type Database, data, type Routes } from '@svc/plugin-sdk'
import type { Audit, AuditEntry } from '@svc/plugin-system/contract'
import { userActor } from '../actor.ts'
import type { BatchUpdateServers } from '../batch-update.ts'
import type { RemoveServers } from '../removal.ts'
import { BatchBody, BatchUpdate, BatchUpdated } from '../server-schema.ts'

export interface BatchRoutesDependencies {
  readonly db: Database
  readonly audit: Audit
  readonly batchUpdate: BatchUpdateServers
  readonly remove: RemoveServers
}

/** The audit log truncates details at 4 KiB; this leaves room for the fields of every entry. */
const maxDetailBytes = 3900
/** a quoted UUID and a comma */
const idBytes = 39

/** Splits the ids over as many audit entries as needed; call it in the transaction of the change. They are the last field, so that truncation hits them first. */
function writeInParts(audit: Audit, ids: readonly string[], entry: AuditEntry): void {
  const bytesForIds = maxDetailBytes - Buffer.byteLength(JSON.stringify(entry.detail ?? {}))
  const idsPerEntry = Math.min(80, Math.max(10, Math.floor(bytesForIds / idBytes)))
  const parts = Math.max(1, Math.ceil(ids.length / idsPerEntry))
  for (let index = 0; index < parts; index++) {
    const part = parts > 1 ? { part: index + 1, parts } : {}
    const idsOfPart = ids.slice(index * idsPerEntry, (index + 1) * idsPerEntry)
    audit.write({ ...entry, detail: { count: ids.length, ...part, ...entry.detail, ids: idsOfPart } })
  }
}

/** Updates and deletes several servers at once. */
export const batchRoutes =
  ({ db, audit, batchUpdate, remove }: BatchRoutesDependencies): Routes =>
  async (app) => {
    app.post(
      '/api/servers/batch-update',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Moves servers to a group and adds or removes tags, atomically; unknown ids are ignored',
          body: BatchUpdate,
          response: { 200: data(BatchUpdated) },
        },
      },
      async (req) => {
        const { group_id, add_tags, remove_tags } = req.body
        const { changed, undo } = db.transaction(() => {
          const result = batchUpdate(req.body)
          if (result.changed.length > 0) {
            const detail = { group_id, add_tags, remove_tags }
            const { userId } = req.principal
            writeInParts(audit, result.changed, { userId, action: 'server_batch_updated', detail, ip: req.ip })
          }
          return result
        })
        return { data: { updated: changed.length, undo } }
      },
    )

    app.post(
      '/api/servers/batch-delete',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Deletes several servers; unknown ids are ignored',
          body: BatchBody,
          response: { 200: data(Type.Object({ deleted: Type.Integer() })) },
        },
      },
      async (req) => {
        const ids = db.transaction(() => {
          const deleted = remove(req.body.ids, userActor(req.principal, 'batch-delete-servers')).map(({ id }) => id)
          writeInParts(audit, deleted, { userId: req.principal.userId, action: 'server_batch_deleted', ip: req.ip })
          return deleted
        })
        return { data: { deleted: ids.length } }
      },
    )
  }
