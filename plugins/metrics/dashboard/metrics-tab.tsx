import { RangeBar, Slot, StickyBar, usePageSearch, useRange, useServer } from '@svc/dashboard-sdk'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import type { ReactNode } from 'react'
import { HistoryView } from './history-view.tsx'
import { LiveView } from './live-view.tsx'
import { chartCards } from './pages.ts'

/** A server's metrics as charts, live or from history, and what other plugins show below them. */
export default function MetricsTab({ serverId }: { readonly serverId: string }): ReactNode {
  const [search, setSearch] = usePageSearch(serverPage)
  const server = useServer(serverId)
  const { range, choose, zoom, zoomOut } = useRange(
    search.range,
    (next, push) => setSearch({ range: next }, { push }),
    { isOffline: server && !server.online },
  )
  return (
    <div key={serverId} className="-mt-2">
      <StickyBar bar={<RangeBar range={range} onChoose={choose} onZoomOut={zoomOut} />}>
        <div className="mt-2 mb-4">
          {range === 'live' ? (
            <LiveView serverId={serverId} onChoose={choose} />
          ) : (
            <HistoryView serverId={serverId} stretch={range} onZoom={zoom} onZoomOut={zoomOut} />
          )}
        </div>
      </StickyBar>
      <Slot of={chartCards} serverId={serverId} />
    </div>
  )
}
