import { RangeBar, usePageSearch, useRange } from '@svc/dashboard-sdk'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import type { ReactNode } from 'react'
import { CostBar } from './cost/cost-bar.tsx'
import { HistoryView } from './history-view.tsx'
import { LiveView } from './live-view.tsx'
import { NetworkStrip } from './network-strip.tsx'
import { UptimeCard } from './uptime-card.tsx'

/** A server's metrics as charts, live or from history. */
export default function MetricsTab({ serverId }: { readonly serverId: string }): ReactNode {
  const [search, setSearch] = usePageSearch(serverPage)
  const { range, choose, zoom, zoomOut } = useRange(search.range, (next, push) => setSearch({ range: next }, { push }))
  return (
    <div key={serverId} className="grid gap-4">
      <CostBar serverId={serverId} />
      <NetworkStrip serverId={serverId} />
      <UptimeCard serverId={serverId} />
      {/* keeps the range bar mounted, and focused, when the view changes */}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <RangeBar range={range} onChoose={choose} onZoomOut={zoomOut} />
        {range === 'live' ? (
          <LiveView serverId={serverId} onChoose={choose} />
        ) : (
          <HistoryView serverId={serverId} stretch={range} onZoom={zoom} onZoomOut={zoomOut} />
        )}
      </div>
    </div>
  )
}
