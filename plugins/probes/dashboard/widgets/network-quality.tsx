import { Skeleton, useApi, useCatchUp, useInvalidate, useT } from '@svc/dashboard-sdk'
import {
  OfflineNote,
  QueryError,
  type ShownServer,
  StaleQueryNote,
  selectName,
  useServerValue,
  WidgetHead,
  WithServer,
} from '@svc/dashboard-sdk/widgets'
import type { NetworkSummary } from '@svc/plugin-probes/contract'
import { defineWidget, z } from '@svc/widget-sdk'
import type { ReactNode } from 'react'
import { upToDate, useNewestRounds } from '../fleet/newest-rounds.ts'
import { probesPath } from '../paths.ts'
import { NetworkLink } from './network-link.tsx'
import { NoTargets } from './no-targets.tsx'
import { TargetRow } from './target-row.tsx'

function NetworkQuality({ server, isEditing }: { server: ShownServer; isEditing: boolean }): ReactNode {
  const t = useT()
  const path = `${probesPath(server.id)}/summary`
  const { data, error, refetch } = useApi<NetworkSummary>(path, { refetchInterval: 60_000 })
  const invalidate = useInvalidate()
  useCatchUp(() => void invalidate(path))
  const rounds = useNewestRounds()
  const name = useServerValue(server.id, selectName) ?? ''
  const retry = () => void refetch()
  if (!data) {
    if (error) return <QueryError error={error} onRetry={retry} />
    return <Skeleton className="h-full min-h-10 w-full" />
  }
  if (data.targets.length === 0) return <NoTargets isEditing={isEditing} serverId={server.id} />
  const { targets } = upToDate(data, rounds)
  return (
    <div className="@container flex h-full min-h-0 flex-col">
      <WidgetHead
        title={t('widget.network-quality.title')}
        of={<NetworkLink id={server.id} name={name} isEditing={isEditing} />}
      />
      {!server.isOnline && <OfflineNote serverId={server.id} className="mb-1" />}
      {error && <StaleQueryNote error={error} onRetry={retry} />}
      <ul aria-label={t('target.list')} className="-my-0.5">
        {targets.map((target) => (
          <TargetRow key={target.target_id} target={target} isOnline={server.isOnline} />
        ))}
      </ul>
    </div>
  )
}

/** The targets of a server with latency and loss of their newest round. */
export default defineWidget({
  configSchema: z.object({ server_id: z.serverId().optional().describe('widget.network.server') }),
  component: ({ config: { server_id }, instanceId, isEditing }) => (
    <WithServer serverId={server_id} instanceId={instanceId} isEditing={isEditing} hasPast>
      {(server) => <NetworkQuality key={server.id} server={server} isEditing={isEditing} />}
    </WithServer>
  ),
})
