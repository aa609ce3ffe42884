import {
  EmptyState,
  ErrorState,
  RangeBar,
  RelativeTime,
  Slot,
  useMe,
  usePageSearch,
  useRange,
  useServer,
  useT,
} from '@svc/dashboard-sdk'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import { Radar, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import { networkActions } from '../pages.ts'
import { HistoryQuality } from './history-quality.tsx'
import { LiveQuality } from './live-quality.tsx'
import { ManageButton } from './manage-button.tsx'
import { type Known, useTab } from './use-tab.ts'
import { Waiting } from './waiting.tsx'

/** How well a server reaches the targets that it probes: as it goes, or as it was. */
export default function NetworkTab({ serverId }: { readonly serverId: string }): ReactNode {
  const { known, lastProbe, error, retry } = useTab(serverId)
  if (known) return <Tab key={serverId} serverId={serverId} known={known} lastProbe={lastProbe} />
  if (!error) return <Waiting />
  return (
    <div className="panel">
      <ErrorState error={error} onRetry={retry} />
    </div>
  )
}

function Tab({ serverId, known, lastProbe }: { serverId: string; known: Known; lastProbe: string | undefined }) {
  const t = useT()
  const server = useServer(serverId)
  const { isAdmin } = useMe()
  const isNone = known.assigned.length === 0
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
          <Slot of={networkActions} serverId={serverId} />
          <ManageButton serverId={serverId} {...known} />
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
        <Ranged serverId={serverId} known={known} />
      )}
    </div>
  )
}

function Ranged({ serverId, known }: { serverId: string; known: Known }) {
  const [search, setSearch] = usePageSearch(serverPage)
  const { range, choose, zoom, zoomOut } = useRange(search.range, (next, push) => setSearch({ range: next }, { push }))
  const place = { serverId, known }
  return (
    // what is shown takes a row of its own; what chooses it stays, and so does the focus in it
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
