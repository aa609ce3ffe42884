import { randomUUID } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { type Clock, conflict, data, notFound, Ok, ok, type Routes, toSeconds, toTimestamp } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { Announcements } from '../announcements.ts'
import type { GroupRow, GroupsStore } from '../groups-store.ts'
import type { HiddenServers } from '../hidden-servers.ts'
import { makeProblems } from '../problems.ts'
import { displayName } from '../profile.ts'
import { Group, ServerParams } from '../server-schema.ts'
import type { ServersStore } from '../servers-store.ts'
import { normalizeTags } from '../tags.ts'
import type { TagsStore } from '../tags-store.ts'

export interface LabelRoutesDependencies {
  readonly clock: Clock
  readonly servers: ServersStore
  readonly groups: GroupsStore
  readonly tags: TagsStore
  readonly hidden: HiddenServers
  readonly audit: Audit
  readonly announce: Announcements
}

const shown = (row: GroupRow): Group => ({ ...row, created_at: toTimestamp(row.created_at) })

/** Checks one field and throws 422 on its own. */
const demand = <T>(field: string, check: () => T): T => {
  const problems = makeProblems()
  const value = problems.check(field, check)
  problems.settle()
  return value as T
}

/** Groups and tags. */
export const labelRoutes = (deps: LabelRoutesDependencies): Routes => {
  const { clock, servers, groups, tags, hidden, audit, announce } = deps

  const existing = (id: string) => {
    const group = groups.get(id)
    if (!group) throw notFound('no such group')
    return group
  }

  const freeName = (text: string, id?: string) => {
    const name = demand('name', () => displayName(text))
    const holder = groups.byName(name)
    if (holder && holder.id !== id) throw conflict(`a group named ${name} exists already`)
    return name
  }

  return async (app) => {
    app.get(
      '/api/server-groups',
      {
        config: { access: 'member' },
        schema: { summary: 'All groups, by weight and then name', response: { 200: data(Type.Array(Group)) } },
      },
      async () => ({ data: groups.list().map(shown) }),
    )

    app.post(
      '/api/server-groups',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Creates a group',
          body: Type.Object({ name: Type.String() }),
          response: { 200: data(Group) },
        },
      },
      async (req) => {
        const name = freeName(req.body.name)
        const row = { id: randomUUID(), name, weight: 0, created_at: toSeconds(clock.now()) }
        groups.insert(row)
        const detail = { id: row.id, name }
        audit.write({ userId: req.principal.userId, action: 'server_group_created', detail, ip: req.ip })
        return { data: shown(row) }
      },
    )

    app.put(
      '/api/server-groups/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Renames or weighs a group',
          params: ServerParams,
          body: Type.Object({
            name: Type.Optional(Type.String()),
            weight: Type.Optional(Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 })),
          }),
          response: { 200: data(Group) },
        },
      },
      async (req) => {
        const before = existing(req.params.id)
        const { name = before.name, weight = before.weight } = req.body
        const row = { ...before, name: freeName(name, before.id), weight }
        groups.update(row)
        const detail = {
          id: row.id,
          from: { name: before.name, weight: before.weight },
          to: { name: row.name, weight },
        }
        audit.write({ userId: req.principal.userId, action: 'server_group_updated', detail, ip: req.ip })
        return { data: shown(row) }
      },
    )

    app.delete(
      '/api/server-groups/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Deletes a group; its servers stay, without a group',
          params: ServerParams,
          response: { 200: Ok },
        },
      },
      async (req) => {
        const { id, name } = existing(req.params.id)
        const members = servers.idsInGroup(id)
        groups.remove(id)
        announce.relabelled(members)
        audit.write({ userId: req.principal.userId, action: 'server_group_deleted', detail: { id, name }, ip: req.ip })
        return ok
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
        return { data: hidden.visible(id, req.principal.role) ? tags.of(id) : [] }
      },
    )

    app.put(
      '/api/servers/:id/tags',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Replaces the tags of a server',
          params: ServerParams,
          body: Type.Object({ tags: Type.Array(Type.String()) }),
          response: { 200: data(Type.Array(Type.String())) },
        },
      },
      async (req) => {
        const { id } = req.params
        const labels = demand('tags', () => normalizeTags(req.body.tags))
        if (!servers.get(id)) throw notFound('no such server')
        const before = tags.of(id)
        tags.replace(id, labels)
        announce.relabelled([id])
        const detail = { server_id: id, from: before, to: labels }
        audit.write({ userId: req.principal.userId, action: 'server_tags_updated', detail, ip: req.ip })
        return { data: labels }
      },
    )
  }
}
