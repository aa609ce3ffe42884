import { needsAttention, stateOf } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import { type ListSearch, type StateFilter, ungrouped } from './list-search.ts'

/** Resolves ids and codes of a row to names. */
export interface Names {
  group(id: string): string | undefined
  country(code: string): string | undefined
}

const terms = (q: string | undefined) => (q ?? '').toLowerCase().split(/\s+/).filter(Boolean)

/** The searchable text of a server, in lower case. */
function searchableText(server: ServerStatus, names: Names): string {
  const { name, os, region, country_code, group_id, tags, cpu_name } = server
  return [
    name,
    os,
    region,
    country_code,
    country_code && names.country(country_code),
    group_id && names.group(group_id),
    cpu_name,
    ...tags,
  ]
    .filter(Boolean)
    .join('\n')
    .toLowerCase()
}

type Facet = 'status' | 'group'

const isIn = (server: ServerStatus, filter: StateFilter) =>
  filter === 'attention' ? needsAttention(server) : stateOf(server) === filter

/** The servers that match all filters. `except` leaves out a facet, to count its options. */
export function filterServers(
  servers: readonly ServerStatus[],
  search: ListSearch,
  names: Names,
  except?: Facet,
): readonly ServerStatus[] {
  const searchTerms = terms(search.q)
  const status = except === 'status' ? undefined : search.status
  const group = except === 'group' ? undefined : search.group
  if (searchTerms.length === 0 && !status && !group && !search.tag) return servers
  return servers.filter((server) => {
    if (status && !isIn(server, status)) return false
    if (group && (server.group_id ?? ungrouped) !== group) return false
    if (search.tag && !server.tags.includes(search.tag)) return false
    if (searchTerms.length === 0) return true
    const text = searchableText(server, names)
    return searchTerms.every((term) => text.includes(term))
  })
}

/** How many servers each option of a facet has. */
export function countBy<K>(servers: readonly ServerStatus[], key: (server: ServerStatus) => K): ReadonlyMap<K, number> {
  const counts = new Map<K, number>()
  for (const server of servers) counts.set(key(server), (counts.get(key(server)) ?? 0) + 1)
  return counts
}
