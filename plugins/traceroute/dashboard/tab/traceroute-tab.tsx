import {
  Button,
  Card,
  useInvalidate,
  useLiveMessage,
  useMe,
  useMutate,
  usePageSearch,
  useServer,
  useT,
} from '@svc/dashboard-sdk'
import type { ServerTabProps } from '@svc/plugin-enrollment/dashboard/pages'
import type { Snapshot } from '@svc/plugin-traceroute/contract'
import type { Payload } from '@svc/protocol'
import { Square } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TracerouteUpdate } from '../../src/wire.ts'
import { tracePath, tracesPath } from '../paths.ts'
import { TraceView } from '../trace/trace-view.tsx'
import { History, useHistory } from './history.tsx'
import { StartForm } from './start-form.tsx'
import { tabSearch } from './tab-search.ts'

/** Capability bit of `ping_icmp`. */
const pingIcmpBit = 8

/** The paths from a server to hosts. */
export default function TracerouteTab({ serverId }: ServerTabProps): ReactNode {
  return <Traceroute key={serverId} serverId={serverId} />
}

function Traceroute({ serverId }: { serverId: string }) {
  const t = useT()
  const { isAdmin } = useMe()
  const server = useServer(serverId)
  const invalidate = useInvalidate()
  const [{ trace, view }, setSearch] = usePageSearch(tabSearch)
  const history = useHistory(serverId)
  const newest = history.items?.[0]
  const shownId = trace || (newest?.request_id ?? '')
  const runningId = newest?.completed_at === null ? newest.request_id : undefined
  useLiveMessage<Payload<typeof TracerouteUpdate>>('traceroute_update', ({ server_id, request_id, completed }) => {
    // A new trace, or its end.
    if (server_id === serverId && (completed ? request_id === runningId : request_id !== runningId)) {
      void invalidate(tracesPath(serverId))
    }
  })
  const isPermitted = ((server?.capabilities ?? 0) & pingIcmpBit) !== 0
  const obstacle = !server?.online ? 'offline' : !isPermitted ? 'denied' : runningId ? 'busy' : undefined
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {isAdmin ? (
        <Card title={t('form.title')} description={t('form.hint')}>
          <StartForm
            serverId={serverId}
            recent={history.items ?? []}
            obstacle={obstacle && t(`form.${obstacle}`)}
            onStarted={(requestId) => setSearch({ trace: requestId })}
          />
        </Card>
      ) : (
        <p className="text-muted text-sm">{t('form.member')}</p>
      )}
      {shownId && (
        <TraceView
          key={shownId}
          serverId={serverId}
          requestId={shownId}
          view={view}
          onView={(next) => setSearch({ view: next })}
          actions={(shown) => isAdmin && !shown.completed && <StopButton trace={shown} />}
        />
      )}
      <History
        serverId={serverId}
        history={history}
        shownId={shownId}
        onShow={(requestId) => setSearch({ trace: requestId }, { push: requestId !== '' })}
      />
    </div>
  )
}

function StopButton({ trace: { server_id, request_id } }: { trace: Snapshot }) {
  const t = useT()
  const stop = useMutate('POST', `${tracePath(server_id, request_id)}/cancel`, { invalidates: [tracesPath(server_id)] })
  return (
    <Button busy={stop.isPending} onClick={() => stop.mutate(undefined)}>
      <Square aria-hidden />
      {t('trace.stop')}
    </Button>
  )
}
