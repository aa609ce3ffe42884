import { Type } from '@sinclair/typebox'
import { type Database, data, Ok, ok, type Routes } from '@svc/plugin-sdk'
import type { WriteAudit } from '../audit.ts'
import type { Groups } from '../groups/groups.ts'
import { Group, GroupInput } from '../notification-schema.ts'

interface Dependencies {
  /** a change and its audit entry are one transaction */
  readonly db: Pick<Database, 'transaction'>
  readonly groups: Groups
  /** runs in the transaction that deletes a group */
  readonly onDelete: (groupId: string) => void
  readonly writeAudit: WriteAudit
}

const Params = Type.Object({ id: Type.String() })
const admin = { access: 'admin' } as const

const auditDetail = ({ name, notification_ids }: Group) => ({ name, notification_ids })

export const groupRoutes =
  ({ db, groups, onDelete, writeAudit }: Dependencies): Routes =>
  async (app) => {
    app.get(
      '/api/notification-groups',
      {
        config: admin,
        schema: { summary: 'Notification groups, by name', response: { 200: data(Type.Array(Group)) } },
      },
      async () => ({ data: groups.list() }),
    )

    app.post(
      '/api/notification-groups',
      { config: admin, schema: { summary: 'Creates a group', body: GroupInput, response: { 200: data(Group) } } },
      async (req) => ({
        data: db.transaction(() => {
          const group = groups.create(req.body)
          writeAudit(req, 'notification_group.create', { id: group.id, ...auditDetail(group) })
          return group
        }),
      }),
    )

    app.get(
      '/api/notification-groups/:id',
      { config: admin, schema: { summary: 'A group', params: Params, response: { 200: data(Group) } } },
      async (req) => ({ data: groups.get(req.params.id) }),
    )

    app.put(
      '/api/notification-groups/:id',
      {
        config: admin,
        schema: {
          summary: 'Renames a group, or replaces its channels',
          params: Params,
          body: Type.Partial(GroupInput),
          response: { 200: data(Group) },
        },
      },
      async (req) => ({
        data: db.transaction(() => {
          const { from, to } = groups.update(req.params.id, req.body)
          writeAudit(req, 'notification_group.update', { id: to.id, from: auditDetail(from), to: auditDetail(to) })
          return to
        }),
      }),
    )

    app.delete(
      '/api/notification-groups/:id',
      {
        config: admin,
        schema: {
          summary: 'Deletes a group; rules and monitors that use it no longer notify anyone',
          params: Params,
          response: { 200: Ok },
        },
      },
      async (req) => {
        db.transaction(() => {
          const { id, name } = groups.remove(req.params.id, onDelete)
          writeAudit(req, 'notification_group.delete', { id, name })
        })
        return ok
      },
    )
  }
