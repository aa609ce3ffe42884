import { Type } from '@sinclair/typebox'
import { data, Ok, ok, type Routes } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { Group, GroupInput } from '../notification-schema.ts'
import type { Groups } from './groups.ts'

interface Dependencies {
  readonly audit: Audit
  readonly groups: Groups
}

const Params = Type.Object({ id: Type.String() })
const admin = { access: 'admin' } as const

const auditDetail = ({ name, notification_ids, wait_seconds, group_by, quiet_hours, escalation }: Group) => ({
  ...{ name, notification_ids, wait_seconds, group_by, quiet_hours, escalation },
})

export const groupRoutes =
  ({ audit, groups }: Dependencies): Routes =>
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
        data: audit.act(
          req,
          'notification_group.create',
          () => groups.create(req.body),
          (group) => ({ id: group.id, ...auditDetail(group) }),
        ),
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
          body: Type.Partial(GroupInput, { title: 'GroupChanges' }),
          response: { 200: data(Group) },
        },
      },
      async (req) => ({
        data: audit.act(
          req,
          'notification_group.update',
          () => groups.update(req.params.id, req.body),
          ({ from, to }) => ({ id: to.id, from: auditDetail(from), to: auditDetail(to) }),
        ).to,
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
        audit.act(
          req,
          'notification_group.delete',
          () => groups.remove(req.params.id),
          ({ id, name }) => ({ id, name }),
        )
        return ok
      },
    )
  }
