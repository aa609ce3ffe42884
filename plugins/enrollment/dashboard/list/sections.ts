import type { Group } from '@svc/plugin-enrollment/contract'
import type { ServerStatus } from '@svc/protocol'
import { ungrouped } from './list-search.ts'

/** A stretch of the list under one heading. */
export interface Section {
  /** group id, or `ungrouped` */
  readonly key: string
  /** undefined for servers in no group */
  readonly name: string | undefined
  readonly servers: readonly ServerStatus[]
}

/** Splits sorted servers by group, in the order of the groups; those in none, or in a forgotten one, come last. */
export function sectionsOf(
  servers: readonly ServerStatus[],
  groups: readonly Pick<Group, 'id' | 'name'>[],
): readonly Section[] {
  const byGroup = new Map<string, ServerStatus[]>(groups.map(({ id }) => [id, []]))
  const rest: ServerStatus[] = []
  for (const server of servers) {
    const list = server.group_id === null ? rest : (byGroup.get(server.group_id) ?? rest)
    list.push(server)
  }
  return [
    ...groups.map(({ id, name }): Section => ({ key: id, name, servers: byGroup.get(id) ?? [] })),
    { key: ungrouped, name: undefined, servers: rest },
  ].filter((section) => section.servers.length > 0)
}
