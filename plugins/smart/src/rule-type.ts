import type { RuleType, Verdict } from '@svc/plugin-alerts/contract'
import { text } from '@svc/plugin-sdk'
import type { HostsStore } from './hosts-store.ts'
import { judgeDisk } from './judge.ts'

/** Matches servers with a disk that is failing, has bad sectors or is worn out. */
export const ruleType = (hosts: Pick<HostsStore, 'get'>): RuleType => ({
  type: 'smart_failing',
  name: text('smart.RULE'),
  kind: 'state',
  unit: null,
  fields: [],
  judge: (_, servers) =>
    new Map(
      servers.flatMap(({ id }): [string, Verdict][] => {
        const host = hosts.get(id)
        if (!host) return []
        const subjects = host.disks.filter((disk) => judgeDisk(disk) > 0).map(({ device }) => device)
        return [[id, { matches: subjects.length > 0, value: subjects.length, subjects }]]
      }),
    ),
})
