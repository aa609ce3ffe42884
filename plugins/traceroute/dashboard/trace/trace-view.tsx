import {
  CopyButton,
  ErrorState,
  Segmented,
  Skeleton,
  useCodedText,
  useFormat,
  useServerNames,
  useSlot,
  useT,
} from '@svc/dashboard-sdk'
import type { Snapshot } from '@svc/plugin-traceroute/contract'
import { MapIcon, Share2, TableProperties } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { hopMap } from '../pages.ts'
import { GraphView } from './graph/graph-view.tsx'
import { HopTable } from './hop-table.tsx'
import { mtrReport } from './mtr-report.ts'
import { placesOf } from './places.ts'
import { type HopReading, readHops } from './reading.ts'
import { ProtocolBadge, StateBadge } from './trace-badges.tsx'
import { useTrace } from './use-trace.ts'

/** How a trace is shown. */
export const views = ['table', 'graph', 'map'] as const
export type View = (typeof views)[number]
const icons = { table: TableProperties, graph: Share2, map: MapIcon }

interface ViewChoice {
  readonly view: View
  readonly onView: (view: View) => void
}

/** A trace, live while it runs. `actions` are buttons beside its name. */
export function TraceView(
  props: ViewChoice & { serverId: string; requestId: string; actions: (trace: Snapshot) => ReactNode },
): ReactNode {
  const { serverId, requestId, actions, view, onView } = props
  const { trace, error, retry } = useTrace(serverId, requestId)
  if (!trace) {
    return (
      <div className="panel">
        {error ? <ErrorState error={error} onRetry={retry} /> : <Skeleton className="m-5 h-64 rounded-lg" />}
      </div>
    )
  }
  return <Trace trace={trace} actions={actions(trace)} view={view} onView={onView} />
}

function Trace({ trace, actions, view, onView }: ViewChoice & { trace: Snapshot; actions: ReactNode }) {
  const t = useT()
  const names = useServerNames()
  const reason = useCodedText()
  const readings = useMemo(() => readHops(trace), [trace])
  const hasMap = useSlot(hopMap).length > 0
  const offered = views.filter((one) => one !== 'map' || hasMap)
  const shown = offered.includes(view) ? view : 'table'
  return (
    <section className="panel min-w-0" aria-label={t('trace.title', { target: trace.target })}>
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 pt-4">
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-center gap-2 font-semibold text-base">
            <span className="break-all">{trace.target}</span>
            <ProtocolBadge trace={trace} />
            <StateBadge trace={trace} />
          </h2>
          <Facts trace={trace} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {readings.length > 0 && (
            <>
              <Segmented
                label={t('trace.view')}
                value={shown}
                onChange={onView}
                iconOnly
                options={offered.map((value) => ({ value, label: t(`view.${value}`), icon: icons[value] }))}
              />
              <CopyButton
                label={t('trace.copy')}
                text={mtrReport(trace, readings, names.get(trace.server_id) ?? trace.server_id)}
              />
            </>
          )}
          {actions}
        </div>
      </header>
      {trace.error_text && (
        <p
          role="alert"
          className="mx-5 mt-3 rounded-md bg-danger/10 px-3 py-2 text-danger text-sm first-letter:uppercase"
        >
          {reason(trace.error_text)}
        </p>
      )}
      <div className="overflow-hidden rounded-b-lg pt-3">
        {readings.length > 0 ? (
          <Content trace={trace} readings={readings} view={shown} />
        ) : (
          !trace.completed && <p className="px-5 pb-5 text-muted text-sm">{t('trace.waiting')}</p>
        )}
      </div>
    </section>
  )
}

function Content({ trace, readings, view }: { trace: Snapshot; readings: readonly HopReading[]; view: View }) {
  const t = useT()
  const [map] = useSlot(hopMap)
  const places = useMemo(() => placesOf(readings), [readings])
  if (view === 'graph') return <GraphView trace={trace} readings={readings} />
  if (view !== 'map') return <HopTable readings={readings} />
  if (places.length === 0) return <p className="px-5 pb-5 text-muted text-sm">{t('map.nowhere')}</p>
  return <div className="px-5 pb-5">{map?.render({ places })}</div>
}

function Facts({ trace }: { trace: Snapshot }) {
  const t = useT()
  const format = useFormat()
  const { address, target, path_mtu, path_mtu_hop, started_at, flow, alert } = trace
  const facts = [
    format.dateTime(started_at),
    ...(address !== null && address !== target ? [address] : []),
    t(`flow.${flow}`),
    ...(path_mtu === null ? [] : [t('trace.mtu', { mtu: path_mtu })]),
    ...(path_mtu_hop === null ? [] : [t('trace.mtuHop', { hop: path_mtu_hop })]),
    ...(alert === null ? [] : [t('trace.forAlert')]),
  ]
  return <p className="figures mt-1 text-muted text-sm">{facts.join(' · ')}</p>
}
