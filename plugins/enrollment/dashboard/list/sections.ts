import type { Group } from '@svc/plugin-enrollment/contract'
import type { ServerStatus } from '@svc/protocol'
import { ungrouped } from './list-search.ts'

/** A part of the list with a heading. */
export interface Section {
  /** group id, or `ungrouped` */
  readonly key: string
  /** undefined for servers without a group */
  readonly name: string | undefined
  readonly servers: readonly ServerStatus[]
}

/** Splits sorted servers by group, in the order of the groups. Servers without a known group come last. */
export function sectionsOf(
  servers: readonly ServerStatus[],
  groups: readonly Pick<Group, 'id' | 'name'>[],
): readonly Section[] {
  const byGroup = new Map<string, ServerStatus[]>(groups.map(({ id }) => [id, []]))
  const ungroupedServers: ServerStatus[] = []
  for (const server of servers) {
    const list = server.group_id === null ? ungroupedServers : (byGroup.get(server.group_id) ?? ungroupedServers)
    list.push(server)
  }
  return [
    ...groups.map(({ id, name }): Section => ({ key: id, name, servers: byGroup.get(id) ?? [] })),
    { key: ungrouped, name: undefined, servers: ungroupedServers },
  ].filter((section) => section.servers.length > 0)
}
