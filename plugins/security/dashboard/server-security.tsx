import { EmptyState, usePageSearch, useT } from '@svc/dashboard-sdk'
import type { ServerTabProps } from '@svc/plugin-enrollment/dashboard/pages'
import { capabilityBits } from '@svc/protocol'
import { ShieldOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { HostStatus } from './host-status.tsx'
import { securityTab } from './pages.ts'
import { parseSecuritySearch } from './security-search.ts'
import { SecurityView } from './security-view.tsx'

const tabSearch = { id: securityTab, search: parseSecuritySearch }

/** Security events of a server, and how its host is watched. */
export default function ServerSecurity({ serverId, server }: ServerTabProps): ReactNode {
  const t = useT()
  const [search, setSearch] = usePageSearch(tabSearch)
  const isDenied = server !== undefined && (server.capabilities & capabilityBits.security_events) === 0
  return (
    <>
      {isDenied ? (
        <div role="status" className="panel mb-4">
          <EmptyState
            icon={ShieldOff}
            title={t('status.denied')}
            description={t('status.deniedHint')}
            commands={[{ text: t('status.allow'), command: '[capabilities]\nallow = ["security_events"]' }]}
          />
        </div>
      ) : (
        <HostStatus serverId={serverId} isOnline={server?.online === true} />
      )}
      <SecurityView key={serverId} search={search} onSearch={setSearch} serverId={serverId} />
    </>
  )
}
