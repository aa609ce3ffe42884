import {
  EmptyState,
  ErrorState,
  formatRange,
  RangeBar,
  RelativeTime,
  Skeleton,
  Slot,
  StaleNote,
  StatSkeletons,
  type TimeRange,
  useMe,
  usePageSearch,
  useRange,
  useServer,
  useT,
} from '@svc/dashboard-sdk'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import { Radar, Unplug } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { networkActions } from '../pages.ts'
import { ManageButton } from './manage-targets.tsx'
import { Quality } from './quality.tsx'
import type { Shown } from './shown.ts'
import { useHistory } from './use-history.ts'
import { useLiveRounds } from './use-live-rounds.ts'
import { type TabContext, useTab } from './use-tab.ts'

/** The network quality of a server, live or for a range. */
export default function NetworkTab({ serverId }: { readonly serverId: string }): ReactNode {
  const { context, lastProbe, error, retry } = useTab(serverId)
  if (context) return <Tab key={serverId} serverId={serverId} context={context} lastProbe={lastProbe} />
  if (!error) return <Waiting />
  return (
    <div className="panel">
      <ErrorState error={error} onRetry={retry} />
    </div>
  )
}

function Tab({
  serverId,
  context,
  lastProbe,
}: {
  serverId: string
  context: TabContext
  lastProbe: string | undefined
}) {
  const t = useT()
  const server = useServer(serverId)
  const { isAdmin } = useMe()
  const isNone = context.assigned.length === 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-muted text-sm">
          {lastProbe ? (
            <>
              {t('tab.lastProbe')} <RelativeTime at={lastProbe} className="figures rounded-xs text-ink" />
            </>
          ) : (
            t(isNone ? 'tab.noTargets' : 'tab.noProbe')
          )}
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <Slot of={networkActions} serverId={serverId} pending={null} />
          <ManageButton serverId={serverId} {...context} />
        </div>
      </div>
      {server && !server.online && (
        <p role="status" className="flex items-center gap-2 rounded-md bg-sunken px-4 py-2.5 text-sm">
          <Unplug className="size-4 shrink-0 text-faint" aria-hidden />
          {t('tab.offline')}
        </p>
      )}
      {isNone && !lastProbe ? (
        <div className="panel">
          <EmptyState
            icon={Radar}
            title={t('tab.empty')}
            description={t(isAdmin ? 'tab.emptyHint' : 'tab.emptyMember')}
          />
        </div>
      ) : (
        <Ranged serverId={serverId} context={context} />
      )}
    </div>
  )
}

function Ranged({ serverId, context }: { serverId: string; context: TabContext }) {
  const [search, setSearch] = usePageSearch(serverPage)
  const server = useServer(serverId)
  const { range, choose, zoom, zoomOut } = useRange(
    search.range,
    (next, push) => setSearch({ range: next }, { push }),
    { isOffline: server && !server.online },
  )
  const place = { serverId, context }
  return (
    // The range bar is not remounted, so that it keeps the focus.
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <RangeBar range={range} onChoose={choose} onZoomOut={zoomOut} />
      {range === 'live' ? (
        <LiveQuality {...place} />
      ) : (
        <HistoryQuality {...place} stretch={range} onZoom={zoom} onZoomOut={zoomOut} />
      )}
    </div>
  )
}

/** Live rounds. */
function LiveQuality({ serverId, context }: { serverId: string; context: TabContext }): ReactNode {
  const { rounds, error, retry } = useLiveRounds(serverId)
  const { interval } = context.setting
  const shown = useMemo(
    (): Shown | undefined => rounds && { rounds, points: 'rounds', step: interval, span: undefined },
    [rounds, interval],
  )
  if (shown) return <Quality serverId={serverId} context={context} shown={shown} range="live" />
  if (!error) return <Waiting />
  return (
    <div className="panel mt-2 basis-full">
      <ErrorState error={error} onRetry={retry} />
    </div>
  )
}

/** Stored rounds of a range. */
function HistoryQuality(props: {
  serverId: string
  context: TabContext
  stretch: TimeRange
  onZoom: (from: number, to: number) => void
  onZoomOut: (() => void) | undefined
}): ReactNode {
  const { serverId, context, stretch, onZoom, onZoomOut } = props
  const { shown, waiting, error, retry } = useHistory(serverId, stretch, context.setting.interval)
  if (!shown) {
    return error ? (
      <div className="panel mt-2 basis-full">
        <ErrorState error={error} onRetry={retry} />
      </div>
    ) : (
      <Waiting />
    )
  }
  return (
    <>
      <StaleNote error={error} onRetry={retry} className="mb-0 basis-full" />
      <Quality
        serverId={serverId}
        context={context}
        shown={shown}
        range={formatRange(stretch)}
        waiting={waiting}
        onZoom={onZoom}
        onZoomOut={onZoomOut}
      />
    </>
  )
}

/** Skeleton of the tab. */
const Waiting = (): ReactNode => (
  <div aria-busy="true" className="mt-2 min-w-0 basis-full">
    <StatSkeletons />
    <Skeleton className="h-72 rounded-lg" />
  </div>
)
