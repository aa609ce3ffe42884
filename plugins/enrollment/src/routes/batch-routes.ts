import { Type } from '@sinclair/typebox'
import { data, type Routes } from '@svc/plugin-sdk'
import type { Audit, AuditEntry } from '@svc/plugin-system/contract'
import type { Announcements } from '../announcements.ts'
import type { BatchUpdateServers } from '../batch-update.ts'
import type { RemoveServers } from '../removal.ts'
import { BatchBody, BatchUpdate, BatchUpdated } from '../server-schema.ts'
import { byUser } from './acting.ts'

export interface BatchRoutesDependencies {
  readonly audit: Audit
  readonly announce: Announcements
  readonly batchUpdate: BatchUpdateServers
  readonly remove: RemoveServers
}

/** The audit log takes 4 KiB of a row and drops what is beyond; this leaves room for what every row has. */
const rowBytes = 3900
/** the quoted UUID and a comma */
const idBytes = 39

/** Writes as many rows as the ids need. They come last: what was done must be readable whatever happens to them. */
function writeAll(audit: Audit, ids: readonly string[], entry: AuditEntry): void {
  const room = rowBytes - Buffer.byteLength(JSON.stringify(entry.detail ?? {}))
  const perRow = Math.min(80, Math.max(10, Math.floor(room / idBytes)))
  const parts = Math.max(1, Math.ceil(ids.length / perRow))
  for (let at = 0; at < parts; at++) {
    const part = parts > 1 ? { part: at + 1, parts } : {}
    const some = ids.slice(at * perRow, (at + 1) * perRow)
    audit.write({ ...entry, detail: { count: ids.length, ...part, ...entry.detail, ids: some } })
  }
}

/** One act on many servers. */
export const batchRoutes =
  ({ audit, announce, batchUpdate, remove }: BatchRoutesDependencies): Routes =>
  async (app) => {
    app.post(
      '/api/servers/batch-update',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Moves servers to a group, adds and removes tags, all or none; unknown ids are ignored',
          body: BatchUpdate,
          response: { 200: data(BatchUpdated) },
        },
      },
      async (req) => {
        const { changed, undo } = batchUpdate(req.body)
        if (changed.length > 0) {
          announce.relabelled(changed)
          const { group_id, add_tags, remove_tags } = req.body
          const detail = { group_id, add_tags, remove_tags }
          const { userId } = req.principal
          writeAll(audit, changed, { userId, action: 'server_batch_updated', detail, ip: req.ip })
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
        const gone = remove(req.body.ids, byUser(req.principal, 'batch-delete-servers'))
        const ids = gone.map((row) => row.id)
        writeAll(audit, ids, { userId: req.principal.userId, action: 'server_batch_deleted', ip: req.ip })
        return { data: { deleted: gone.length } }
      },
    )
  }
