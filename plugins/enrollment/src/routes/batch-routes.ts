import { Type } from '@sinclair/typebox'
import { data, type Routes } from '@svc/plugin-sdk'
import type { Audit, AuditEntry } from '@svc/plugin-system/contract'
import { userActor } from '../actor.ts'
import type { BatchUpdateServers } from '../batch-update.ts'
import type { ChangeNotifier } from '../change-notifier.ts'
import type { RemoveServers } from '../removal.ts'
import { BatchBody, BatchUpdate, BatchUpdated } from '../server-schema.ts'

export interface BatchRoutesDependencies {
  readonly audit: Audit
  readonly notify: ChangeNotifier
  readonly batchUpdate: BatchUpdateServers
  readonly remove: RemoveServers
}

/** The audit log truncates details at 4 KiB; this leaves room for the fields of every entry. */
const maxDetailBytes = 3900
/** a quoted UUID and a comma */
const idBytes = 39

/** Splits the ids over as many audit entries as needed. They are the last field, so that truncation hits them first. */
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
  ({ audit, notify, batchUpdate, remove }: BatchRoutesDependencies): Routes =>
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
        const { changed, undo } = batchUpdate(req.body)
        if (changed.length > 0) {
          notify.labelsChanged(changed)
          const { group_id, add_tags, remove_tags } = req.body
          const detail = { group_id, add_tags, remove_tags }
          const { userId } = req.principal
          writeInParts(audit, changed, { userId, action: 'server_batch_updated', detail, ip: req.ip })
        }
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
        const deleted = remove(req.body.ids, userActor(req.principal, 'batch-delete-servers'))
        const ids = deleted.map((row) => row.id)
        writeInParts(audit, ids, { userId: req.principal.userId, action: 'server_batch_deleted', ip: req.ip })
        return { data: { deleted: deleted.length } }
      },
    )
  }
