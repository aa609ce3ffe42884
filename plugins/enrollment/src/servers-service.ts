import { notFound, type Role } from '@svc/plugin-sdk'
import type { Servers } from './contract.ts'
import type { HiddenServers } from './hidden-servers.ts'
import { publicServer } from './server-view.ts'
import type { ServersStore } from './servers-store.ts'
import type { TagsStore } from './tags-store.ts'

interface Dependencies {
  readonly servers: Pick<ServersStore, 'getPublic' | 'listPublic' | 'ids' | 'addresses' | 'placement'>
  readonly tags: Pick<TagsStore, 'byServer'>
  readonly hidden: Pick<HiddenServers, 'isVisible' | 'idsFor'>
  readonly locate: Servers['locate']
}

/** The servers as other plugins see them. */
export function makeServersService({ servers, tags, hidden, locate }: Dependencies): Servers {
  const get: Servers['get'] = (id) => {
    const row = servers.getPublic(id)
    return row && publicServer(row)
  }
  const find = (id: string, role: Role) => (hidden.isVisible(id, role) ? get(id) : undefined)
  return {
    get,
    list: () => servers.listPublic().map(publicServer),
    ids: servers.ids,
    visibleTo: ({ role }) =>
      servers
        .listPublic()
        .filter(({ id }) => hidden.isVisible(id, role))
        .map(publicServer),
    isVisible: (id, { role }) => find(id, role) !== undefined,
    hiddenFrom: ({ role }) => hidden.idsFor(role),
    require(id, { role }) {
      const server = find(id, role)
      if (!server) throw notFound('kernel.UNKNOWN_SERVER')
      return server
    },
    select({ serverIds = [], groupIds = [], tags: names = [] }) {
      const [named, groups, wanted] = [new Set(serverIds), new Set(groupIds), new Set(names)]
      const tagged = wanted.size > 0 ? tags.byServer() : undefined
      const hasTag = (id: string) => tagged?.get(id)?.some((tag) => wanted.has(tag)) ?? false
      return servers
        .listPublic()
        .filter(({ id, group_id }) => named.has(id) || (group_id !== null && groups.has(group_id)) || hasTag(id))
        .map(publicServer)
    },
    placement(id) {
      const row = servers.placement(id)
      if (!row) return undefined
      const { group_id, group_name, country_code, region } = row
      const group = group_id === null ? null : { id: group_id, name: group_name ?? '' }
      return { group, countryCode: country_code, region }
    },
    addresses: servers.addresses,
    locate,
  }
}
