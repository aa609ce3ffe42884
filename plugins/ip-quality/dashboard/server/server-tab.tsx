import { EmptyState, ErrorState, Skeleton, StaleNote, useApi, useT } from '@svc/dashboard-sdk'
import type { ServerTabProps } from '@svc/plugin-enrollment/dashboard/pages'
import type { ServerIpQuality, UnlockService } from '@svc/plugin-ip-quality/contract'
import { capabilityBits } from '@svc/protocol'
import { ShieldOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { serverPath, servicesPath } from '../paths.ts'
import { ChangesCard } from '../results/changes-card.tsx'
import { useUpdates } from '../results/use-updates.ts'
import { AddressCard } from './address-card.tsx'
import { ServicesCard } from './services-card.tsx'

/** Which services work from a server, and what is known of its address. */
export default function ServerTab({ serverId, server }: ServerTabProps): ReactNode {
  const t = useT()
  const quality = useApi<ServerIpQuality>(serverPath(serverId))
  const services = useApi<readonly UnlockService[]>(servicesPath)
  useUpdates(serverId)
  const isDenied = server !== undefined && (server.capabilities & capabilityBits.ip_quality) === 0
  const failed = [quality, services].find(({ error }) => error)
  const retry = () => {
    void quality.refetch()
    void services.refetch()
  }
  if (!quality.data || !services.data) {
    return failed?.error ? (
      <div className="panel">
        <ErrorState error={failed.error} onRetry={retry} />
      </div>
    ) : (
      <Skeleton className="h-72 rounded-lg" />
    )
  }
  const { ip_quality, unlock_results } = quality.data
  return (
    <>
      {failed?.error && <StaleNote error={failed.error} onRetry={retry} />}
      {isDenied && (
        <div role="status" className="panel mb-4">
          <EmptyState
            icon={ShieldOff}
            title={t('server.denied')}
            description={t('server.deniedHint')}
            commands={[{ text: t('server.allow'), command: '[capabilities]\nallow = ["ip_quality"]' }]}
          />
        </div>
      )}
      <div className="mb-4 grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <AddressCard snapshot={ip_quality} />
        <ServicesCard
          serverId={serverId}
          services={services.data}
          results={unlock_results}
          canCheck={!isDenied && server?.online === true}
        />
      </div>
      <ChangesCard services={services.data} serverId={serverId} />
    </>
  )
}
