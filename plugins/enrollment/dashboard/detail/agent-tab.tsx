import { useMe } from '@svc/dashboard-sdk'
import type { ServerRecord } from '@svc/plugin-enrollment/contract'
import type { ServerStatus } from '@svc/protocol'
import type { ReactNode } from 'react'
import { AgentPluginsCard } from './agent-plugins-card.tsx'
import { AuthorityCard } from './authority-card.tsx'
import { AuthorityHistory } from './authority-history.tsx'
import { CapabilityCard } from './capability-card.tsx'

/** The enrollment of a server, the capabilities of its agent, and the enrollment history. */
export function AgentTab({ record, row }: { record: ServerRecord; row: ServerStatus | undefined }): ReactNode {
  const { isAdmin } = useMe()
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <AuthorityCard
        serverId={record.id}
        name={record.name}
        authority={row?.agent_authority ?? record.agent_authority}
      />
      <CapabilityCard record={record} online={row?.online ?? false} />
      {isAdmin && <AgentPluginsCard serverId={record.id} />}
      <div className="min-w-0 lg:col-span-2">
        <AuthorityHistory serverId={record.id} />
      </div>
    </div>
  )
}
