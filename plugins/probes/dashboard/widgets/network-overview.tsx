import { Notice, Skeleton, useT } from '@svc/dashboard-sdk'
import { MissingServers, QueryError, StaleQueryNote } from '@svc/dashboard-sdk/widgets'
import { defineWidget, z } from '@svc/widget-sdk'
import { ServerOff } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useFleet } from '../fleet/use-fleet.ts'
import { NoTargets } from './no-targets.tsx'
import { ServerRow } from './server-row.tsx'

/** More ids would exceed the size limit of a widget configuration. */
const maxServers = 400

function NetworkOverview({ chosen, isEditing }: { chosen: readonly string[]; isEditing: boolean }): ReactNode {
  const t = useT()
  const held = useRef(false)
  const { answer, rows } = useFleet(held)
  const { data, error } = answer
  const retry = () => void answer.refetch()
  if (!data) {
    if (error) return <QueryError error={error} onRetry={retry} />
    return <Skeleton className="h-full min-h-10 w-full" />
  }
  const wanted = new Set(chosen)
  const shown = rows.filter(({ id }) => wanted.size === 0 || wanted.has(id))
  if (shown.length === 0) {
    const isGone = chosen.length > 0
    return <Notice icon={ServerOff} title={t(isGone ? 'sdk:server.allGone' : 'sdk:server.noServers')} />
  }
  if (shown.every(({ server }) => server.targets.length === 0)) return <NoTargets isEditing={isEditing} />
  const hold = (isHeld: boolean) => () => {
    held.current = isHeld
  }
  return (
    <div className="@container" onPointerEnter={hold(true)} onPointerLeave={hold(false)}>
      {error && <StaleQueryNote error={error} onRetry={retry} />}
      <ul aria-label={t('network.title')} className="-my-0.5">
        {shown.map((row) => (
          <ServerRow key={row.id} {...row} isEditing={isEditing} />
        ))}
      </ul>
      <MissingServers count={chosen.length === 0 ? 0 : chosen.length - shown.length} />
    </div>
  )
}

/** The servers with the latency of their targets, worst first. */
export default defineWidget({
  configSchema: z.object({
    server_ids: z.array(z.serverId()).max(maxServers).default([]).describe('widget.network.servers'),
  }),
  component: ({ config: { server_ids }, isEditing }) => <NetworkOverview chosen={server_ids} isEditing={isEditing} />,
})
