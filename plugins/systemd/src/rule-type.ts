import type { RuleType, Verdict } from '@svc/plugin-alerts/contract'
import { text } from '@svc/plugin-sdk'
import type { HostsStore } from './hosts-store.ts'

/** Matches servers with failed units. Hosts that never reported any have no verdict. */
export const ruleType = (hosts: Pick<HostsStore, 'get'>): RuleType => ({
  type: 'systemd_failed',
  name: text('systemd.RULE'),
  kind: 'state',
  unit: null,
  fields: [],
  judge: (_, servers) =>
    new Map(
      servers.flatMap(({ id }): [string, Verdict][] => {
        const host = hosts.get(id)
        if (!host) return []
        const subjects = host.units.map(({ name }) => name)
        return [[id, { matches: subjects.length > 0, value: subjects.length, subjects }]]
      }),
    ),
})
