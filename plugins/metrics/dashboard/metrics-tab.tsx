import { Slot, serverNow, usePageSearch } from '@svc/dashboard-sdk'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import { type ReactNode, useState } from 'react'
import { CostBar } from './cost/cost-bar.js'
import { HistoryView } from './history-view.js'
import { LiveView } from './live-view.js'
import { NetworkStrip } from './network-strip.js'
import { metricsSections } from './pages.js'
import { covering, isRolling, parseRange, type Range, writeRange, zoomSpan } from './range.js'
import { RangeBar } from './range-bar.js'
import { UptimeCard } from './uptime/uptime-card.js'
import { useSteady } from './use-steady.js'

/** The figures of a server as charts: as they arrive, or as they were stored. */
export default function MetricsTab({ serverId }: { readonly serverId: string }): ReactNode {
  const [search, setSearch] = usePageSearch(serverPage)
  const range = parseRange(search.range)
  // what was shown before each zoom, by what the zoom shows
  const [before, setBefore] = useState<ReadonlyMap<string, Range>>(new Map())
  const choose = (next: Range, push = false) => setSearch({ range: writeRange(next) }, { push })
  const zoom = useSteady((from: number, to: number) => {
    const next = zoomSpan(from, to, serverNow() / 1000)
    setBefore(new Map(before).set(writeRange(next) ?? '', range))
    choose(next, true)
  })
  const wider = range === 'live' || isRolling(range) ? undefined : range
  const zoomOut = useSteady(() => {
    if (wider) choose(before.get(writeRange(wider) ?? '') ?? covering(wider, serverNow() / 1000), true)
  })
  return (
    <div key={serverId} className="grid gap-4">
      <CostBar serverId={serverId} />
      <NetworkStrip serverId={serverId} />
      <UptimeCard serverId={serverId} />
      {/* the charts take rows of their own; what chooses them stays, and so does the focus in it */}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <RangeBar range={range} onChoose={choose} onZoomOut={wider && zoomOut} />
        {range === 'live' ? (
          <LiveView serverId={serverId} onChoose={choose} />
        ) : (
          <HistoryView serverId={serverId} stretch={range} onZoom={zoom} onZoomOut={wider && zoomOut} />
        )}
      </div>
      <Slot of={metricsSections} serverId={serverId} />
    </div>
  )
}
