import {
  EmptyState,
  ErrorState,
  RangeBar,
  Skeleton,
  StickyBar,
  useApi,
  usePageSearch,
  useRange,
  useServer,
  useT,
} from '@svc/dashboard-sdk'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import type { Details } from '@svc/plugin-metrics/contract'
import { Layers } from 'lucide-react'
import type { ReactNode } from 'react'
import { useHistoryQuery } from '../history-query.ts'
import { useServerMarks } from '../server-marks.tsx'
import { CpuSection } from './cpu-section.tsx'
import type { Shared } from './detail-chart.tsx'
import { InterfacesSection, MountsSection, SensorsSection } from './device-sections.tsx'
import { MemorySection, PressureSection } from './memory-section.tsx'

const refreshMs = 5_000
const lastHour = { name: '1h', seconds: 3600 }

/** What a server reports beyond the totals: now, and over time. */
export default function ResourcesTab({ serverId }: { readonly serverId: string }): ReactNode {
  const [search, setSearch] = usePageSearch(serverPage)
  const server = useServer(serverId)
  const { range, choose, zoom, zoomOut } = useRange(
    search.range,
    (next, push) => setSearch({ range: next }, { push }),
    { isOffline: server && !server.online },
  )
  // Live values are in the tables; charts of them would need minutes to fill.
  const stretch = range === 'live' ? lastHour : range
  return (
    <div key={serverId} className="-mt-2">
      <StickyBar bar={<RangeBar range={range} onChoose={choose} onZoomOut={zoomOut} />}>
        <Sections serverId={serverId} stretch={stretch} onZoom={zoom} onZoomOut={zoomOut} />
      </StickyBar>
    </div>
  )
}

function Sections(props: {
  serverId: string
  stretch: Parameters<typeof useHistoryQuery>[0]
  onZoom: Shared['onZoom']
  onZoomOut: Shared['onZoomOut']
}) {
  const { serverId, stretch, onZoom, onZoomOut } = props
  const t = useT()
  const query = useHistoryQuery(stretch)
  const now = useApi<Details | null>(`/api/servers/${encodeURIComponent(serverId)}/details`, {
    refetchInterval: refreshMs,
  })
  const { marks, sources } = useServerMarks(serverId, query.span)
  const shared: Shared = { serverId, query, marks, onZoom, onZoomOut }
  if (now.error && now.data === undefined) {
    return (
      <div className="panel mt-2">
        <ErrorState error={now.error} onRetry={() => void now.refetch()} />
      </div>
    )
  }
  if (now.data === undefined) return <Skeleton className="mt-2 h-72 rounded-lg" />
  const details = now.data
  if (details && details.cores === null && details.mounts === null) {
    return (
      <div className="panel mt-2">
        <EmptyState icon={Layers} title={t('resources.old')} description={t('resources.oldHint')} />
      </div>
    )
  }
  return (
    <div className="mt-2 grid gap-6">
      {sources}
      <CpuSection details={details} shared={shared} />
      <MemorySection details={details} shared={shared} />
      <MountsSection details={details} shared={shared} />
      <InterfacesSection details={details} shared={shared} />
      <SensorsSection details={details} shared={shared} />
      <PressureSection shared={shared} />
    </div>
  )
}
