import { Type } from '@sinclair/typebox'
import { data, type Routes } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { Announcements } from '../announcements.js'
import type { BatchUpdateServers } from '../batch-update.js'
import type { RemoveServers } from '../removal.js'
import { BatchBody, BatchUpdate, BatchUpdated } from '../server-schema.js'
import { byUser } from './acting.js'

export interface BatchRoutesDependencies {
  readonly audit: Audit
  readonly announce: Announcements
  readonly batchUpdate: BatchUpdateServers
  readonly remove: RemoveServers
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
          const detail = { ids: changed, count: changed.length, group_id, add_tags, remove_tags }
          audit.write({ userId: req.principal.userId, action: 'server_batch_updated', detail, ip: req.ip })
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
        const detail = { ids: gone.map((row) => row.id), count: gone.length }
        audit.write({ userId: req.principal.userId, action: 'server_batch_deleted', detail, ip: req.ip })
        return { data: { deleted: gone.length } }
      },
    )
  }
