import {
  Badge,
  CopyButton,
  ErrorState,
  Skeleton,
  useCodedText,
  useFormat,
  useServerNames,
  useT,
} from '@svc/dashboard-sdk'
import type { Snapshot } from '@svc/plugin-traceroute/contract'
import { LoaderCircle } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { HopTable } from './hop-table.tsx'
import { mtrReport } from './mtr-report.ts'
import { readHops } from './reading.ts'
import { useTrace } from './use-trace.ts'

/** A trace, live while it runs. `actions` are buttons beside its name. */
export function TraceView(props: {
  serverId: string
  requestId: string
  actions: (trace: Snapshot) => ReactNode
}): ReactNode {
  const { serverId, requestId, actions } = props
  const { trace, error, retry } = useTrace(serverId, requestId)
  if (!trace) {
    return (
      <div className="panel">
        {error ? <ErrorState error={error} onRetry={retry} /> : <Skeleton className="m-5 h-64 rounded-lg" />}
      </div>
    )
  }
  return <Trace trace={trace} actions={actions(trace)} />
}

function Trace({ trace, actions }: { trace: Snapshot; actions: ReactNode }) {
  const t = useT()
  const names = useServerNames()
  const reason = useCodedText()
  const readings = useMemo(() => readHops(trace), [trace])
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
            <CopyButton
              label={t('trace.copy')}
              text={mtrReport(trace, readings, names.get(trace.server_id) ?? trace.server_id)}
            />
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
          <HopTable readings={readings} />
        ) : (
          !trace.completed && <p className="px-5 pb-5 text-muted text-sm">{t('trace.waiting')}</p>
        )}
      </div>
    </section>
  )
}

/** What was sent. */
export function ProtocolBadge({
  trace: { protocol, port },
}: {
  trace: Pick<Snapshot, 'protocol' | 'port'>
}): ReactNode {
  return (
    <Badge>
      {protocol.toUpperCase()}
      {port !== null && ` ${port}`}
    </Badge>
  )
}

function StateBadge({ trace }: { trace: Snapshot }) {
  const t = useT()
  const { completed, error, reached, round, total_rounds } = trace
  if (!completed) {
    return (
      <Badge tone="accent" role="status">
        <LoaderCircle className="animate-spin motion-reduce:animate-none" aria-hidden />
        {t('trace.round', { round, total: total_rounds })}
      </Badge>
    )
  }
  if (error) return <Badge tone="danger">{t('trace.failed')}</Badge>
  return reached ? <Badge tone="ok">{t('trace.reached')}</Badge> : <Badge tone="warn">{t('trace.unreached')}</Badge>
}

function Facts({ trace }: { trace: Snapshot }) {
  const t = useT()
  const format = useFormat()
  const { address, target, path_mtu, path_mtu_hop, started_at, flow } = trace
  const facts = [
    format.dateTime(started_at),
    ...(address !== null && address !== target ? [address] : []),
    t(`flow.${flow}`),
    ...(path_mtu === null ? [] : [t('trace.mtu', { mtu: path_mtu })]),
    ...(path_mtu_hop === null ? [] : [t('trace.mtuHop', { hop: path_mtu_hop })]),
  ]
  return <p className="figures mt-1 text-muted text-sm">{facts.join(' · ')}</p>
}
