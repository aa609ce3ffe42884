import type { PublishedServers } from './contract.ts'
import type { GroupsStore } from './groups-store.ts'
import type { Revision } from './revision.ts'
import type { ServersStore } from './servers-store.ts'

interface Dependencies {
  readonly servers: Pick<ServersStore, 'list'>
  readonly groups: Pick<GroupsStore, 'list'>
  readonly revision: Pick<Revision, 'ownWrites'>
}

/** The servers for pages without sign-in. */
export const makePublishedServers = ({ servers, groups, revision }: Dependencies): PublishedServers => ({
  list() {
    const names = new Map(groups.list().map(({ id, name }) => [id, name]))
    return servers
      .list()
      .filter(({ hidden }) => hidden === 0)
      .map((row) => ({
        id: row.id,
        number: row.number,
        name: row.name,
        createdAt: row.created_at,
        groupName: row.group_id === null ? null : (names.get(row.group_id) ?? null),
        region: row.region,
        countryCode: row.country_code,
        publicRemark: row.public_remark,
        os: row.os,
        cpuName: row.cpu_name,
        cpuArch: row.cpu_arch,
        cpuCores: row.cpu_cores,
        kernelVersion: row.kernel_version,
        agentVersion: row.agent_version,
        memTotal: row.mem_total,
        swapTotal: row.swap_total,
        diskTotal: row.disk_total,
      }))
  },
  revision: revision.ownWrites,
})
