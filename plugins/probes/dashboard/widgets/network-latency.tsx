import { Skeleton, serverNow, type TimeRange, zoomRange } from '@svc/dashboard-sdk'
import { QueryError, type ShownServer, WithServer } from '@svc/dashboard-sdk/widgets'
import { defineWidget, z } from '@svc/widget-sdk'
import { type ReactNode, useMemo, useState } from 'react'
import type { Shown } from '../tab/shown.ts'
import { useHistory } from '../tab/use-history.ts'
import { useLiveRounds } from '../tab/use-live-rounds.ts'
import { type TabContext, useTab } from '../tab/use-tab.ts'
import { LatencyChart } from './latency-chart.tsx'
import { NoTargets } from './no-targets.tsx'

const choices = { live: 0, h1: 1, h6: 6, h24: 24, h168: 168 } as const

const configSchema = z.object({
  server_id: z.serverId().optional().describe('widget.network.server'),
  hours: z.enum(choices).default(0).describe('widget.network.hours'),
})

interface Props {
  readonly server: ShownServer
  readonly context: TabContext
  readonly isEditing: boolean
}

function Live({ server, context, isEditing }: Props): ReactNode {
  const { rounds, error, retry } = useLiveRounds(server.id)
  const { interval } = context.setting
  const shown = useMemo(
    (): Shown | undefined => rounds && { rounds, points: 'rounds', step: interval, span: undefined },
    [rounds, interval],
  )
  return (
    <LatencyChart server={server} context={context} isEditing={isEditing} shown={shown} error={error} onRetry={retry} />
  )
}

function Stored({ server, context, isEditing, hours }: Props & { hours: number }): ReactNode {
  const rolling = useMemo((): TimeRange => ({ name: `${hours}h`, seconds: hours * 3600 }), [hours])
  const [zoomed, setZoomed] = useState<TimeRange>()
  const { shown, error, retry } = useHistory(server.id, zoomed ?? rolling, context.setting.interval)
  return (
    <LatencyChart
      server={server}
      context={context}
      isEditing={isEditing}
      shown={shown}
      error={error}
      onRetry={retry}
      range={`${hours}h`}
      onZoom={isEditing ? undefined : (from, to) => setZoomed(zoomRange(from, to, serverNow() / 1000))}
      onZoomOut={zoomed && (() => setZoomed(undefined))}
    />
  )
}

function NetworkLatency({ server, hours, isEditing }: Omit<Props, 'context'> & { hours: number }): ReactNode {
  const { context, error, lastProbe, retry } = useTab(server.id)
  if (!context) {
    if (error) return <QueryError error={error} onRetry={retry} />
    return <Skeleton className="h-full min-h-10 w-full" />
  }
  if (context.assigned.length === 0 && lastProbe === undefined)
    return <NoTargets isEditing={isEditing} serverId={server.id} />
  const place = { server, context, isEditing }
  return hours === 0 ? <Live {...place} /> : <Stored {...place} hours={hours} />
}

/** The latency of the targets of a server, with a line for each. */
export default defineWidget({
  configSchema,
  component: ({ config: { server_id, hours }, instanceId, isEditing }) => (
    <WithServer serverId={server_id} instanceId={instanceId} isEditing={isEditing} hasPast>
      {(server) => (
        // Remounts, so that data of another server or range is never shown.
        <NetworkLatency key={`${server.id} ${hours}`} server={server} hours={hours} isEditing={isEditing} />
      )}
    </WithServer>
  ),
})
