import { randomUUID } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { type Clock, conflict, data, notFound, Ok, ok, type Routes, toSeconds, toTimestamp } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { ChangeNotifier } from '../change-notifier.ts'
import type { GroupRow, GroupsStore } from '../groups-store.ts'
import type { HiddenServers } from '../hidden-servers.ts'
import { Group, Name, ServerParams, Tags } from '../server-schema.ts'
import type { ServersStore } from '../servers-store.ts'
import { normalizeTags, type TagsStore } from '../tags-store.ts'

export interface LabelRoutesDependencies {
  readonly clock: Clock
  readonly servers: ServersStore
  readonly groups: GroupsStore
  readonly tags: TagsStore
  readonly hidden: HiddenServers
  readonly audit: Audit
  readonly notify: ChangeNotifier
}

const toGroup = (row: GroupRow): Group => ({ ...row, created_at: toTimestamp(row.created_at) })

/** Groups and tags. */
export const labelRoutes = (deps: LabelRoutesDependencies): Routes => {
  const { clock, servers, groups, tags, hidden, audit, notify } = deps

  const requireGroup = (id: string) => {
    const group = groups.get(id)
    if (!group) throw notFound('enrollment.GROUP_NOT_FOUND')
    return group
  }

  const uniqueName = (text: string, id?: string) => {
    const name = text.trim()
    const existing = groups.byName(name)
    if (existing && existing.id !== id) throw conflict('enrollment.GROUP_EXISTS', { name })
    return name
  }

  return async (app) => {
    app.get(
      '/api/server-groups',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Groups with visible servers or none, by weight and then name',
          response: { 200: data(Type.Array(Group)) },
        },
      },
      async (req) => ({ data: groups.visibleTo(req.principal.role).map(toGroup) }),
    )

    app.post(
      '/api/server-groups',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Creates a group',
          body: Type.Object({ name: Name }),
          response: { 200: data(Group) },
        },
      },
      async (req) => {
        const create = () => {
          const name = uniqueName(req.body.name)
          const row = { id: randomUUID(), name, weight: 0, created_at: toSeconds(clock.now()) }
          groups.insert(row)
          return row
        }
        const row = audit.act(req, 'server_group_created', create, ({ id, name }) => ({ id, name }))
        return { data: toGroup(row) }
      },
    )

    app.put(
      '/api/server-groups/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Changes the name or weight of a group',
          params: ServerParams,
          body: Type.Object({
            name: Type.Optional(Name),
            weight: Type.Optional(Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 })),
          }),
          response: { 200: data(Group) },
        },
      },
      async (req) => {
        const change = () => {
          const before = requireGroup(req.params.id)
          const { name = before.name, weight = before.weight } = req.body
          const after = { ...before, name: uniqueName(name, before.id), weight }
          groups.update(after)
          return { before, after }
        }
        const settings = ({ name, weight }: GroupRow) => ({ name, weight })
        const { after } = audit.act(req, 'server_group_updated', change, ({ before, after }) => ({
          id: after.id,
          from: settings(before),
          to: settings(after),
        }))
        return { data: toGroup(after) }
      },
    )

    app.delete(
      '/api/server-groups/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Deletes a group; its servers are kept, without a group',
          params: ServerParams,
          response: { 200: Ok },
        },
      },
      async (req) => {
        const remove = () => {
          const group = requireGroup(req.params.id)
          notify.labelsChanged(servers.idsInGroup(group.id))
          groups.remove(group.id)
          return group
        }
        audit.act(req, 'server_group_deleted', remove, ({ id, name }) => ({ id, name }))
        return ok
      },
    )

    app.get(
      '/api/server-tags',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Tags of all servers that have some, by server id',
          response: { 200: data(Type.Record(Type.String(), Type.Array(Type.String()))) },
        },
      },
      async (req) => {
        const all = [...tags.byServer()]
        return { data: Object.fromEntries(all.filter(([id]) => hidden.isVisible(id, req.principal.role))) }
      },
    )

    app.get(
      '/api/servers/:id/tags',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Tags of a server, ascending; empty for an unknown server',
          params: ServerParams,
          response: { 200: data(Type.Array(Type.String())) },
        },
      },
      async (req) => {
        const { id } = req.params
        return { data: hidden.isVisible(id, req.principal.role) ? tags.of(id) : [] }
      },
    )

    app.put(
      '/api/servers/:id/tags',
      {
        config: { access: 'admin', server: 'id' },
        schema: {
          summary: 'Replaces the tags of a server',
          params: ServerParams,
          body: Type.Object({ tags: Tags }),
          response: { 200: data(Type.Array(Type.String())) },
        },
      },
      async (req) => {
        const { id } = req.visibleServer
        const to = normalizeTags(req.body.tags)
        const replace = () => {
          const from = tags.of(id)
          tags.replace(id, to)
          notify.labelsChanged([id])
          return { server_id: id, from, to }
        }
        return { data: audit.act(req, 'server_tags_updated', replace, (detail) => detail).to }
      },
    )
  }
}
