import {
  type AbsoluteRange,
  Badge,
  Dialog,
  EmptyState,
  ErrorState,
  Skeleton,
  serverNow,
  toIsoTime,
  useApi,
  useFormat,
  useInvalidate,
  useLiveMessage,
  useNow,
  useT,
} from '@svc/dashboard-sdk'
import type { NetworkAnomaly } from '@svc/plugin-probes/contract'
import type { Payload } from '@svc/protocol'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { NetworkProbeUpdate } from '../../src/wire.ts'
import { type LatencyLimits, lossLimits } from '../fleet/health.ts'
import { useLimits } from '../fleet/use-fleet.ts'
import { probesPath } from '../paths.ts'
import { targetName } from '../targets/target-names.ts'

const isSevere = (type: NetworkAnomaly['anomaly_type']) => type === 'unreachable' || type.startsWith('very_')

/** Lists anomalies, newest first. */
export function AnomaliesDialog(props: {
  anomalies: ReturnType<typeof useAnomalies>
  /** of the last 24 hours instead of the range of the charts */
  isDay: boolean
  onClose: () => void
}): ReactNode {
  const { anomalies, isDay, onClose } = props
  const { data, error, refetch } = anomalies
  const t = useT()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('anomaly.title')}
      description={t(isDay ? 'anomaly.ofDay' : 'anomaly.ofRange')}
      width="lg"
      flush
    >
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="m-5 h-40" />}
      {data?.length === 0 && (
        <EmptyState icon={CircleCheck} title={t('anomaly.none')} description={t('anomaly.noneHint')} />
      )}
      {data && data.length > 0 && <List anomalies={data} />}
    </Dialog>
  )
}

function List({ anomalies }: { anomalies: readonly NetworkAnomaly[] }) {
  const t = useT()
  const format = useFormat()
  return (
    <>
      {anomalies.length >= maxAnomalies && (
        <p className="bg-sunken px-5 py-2 text-muted text-sm">{t('anomaly.most', { count: maxAnomalies })}</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled with the keyboard */}
      <ul tabIndex={0} data-autofocus aria-label={t('anomaly.title')} className="divide-y -outline-offset-2">
        {anomalies.map(({ timestamp, target_id: id, target_name: name, anomaly_type: type, value }) => (
          <li
            key={`${timestamp} ${id} ${type}`}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-5 py-2.5 text-sm [contain-intrinsic-block-size:auto_3.5rem] [content-visibility:auto]"
          >
            <span className="truncate font-medium">{targetName(t, { id, name })}</span>
            <span className="figures text-right">
              {type.endsWith('latency') ? format.ms(value) : format.percent(value * 100, 0)}
            </span>
            <time dateTime={timestamp} className="figures text-muted text-xs">
              {format.dateTime(timestamp)}
            </time>
            <span className="text-right">
              <Badge tone={isSevere(type) ? 'danger' : 'warn'}>{t(`anomaly.type.${type}`)}</Badge>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The limit of the server. */
export const maxAnomalies = 500

const minute = 60_000
const day = 86_400

/** Anomalies within `span`, or else of the last 24 hours, newest first. */
export function useAnomalies(serverId: string, span: AbsoluteRange | undefined) {
  const now = Math.floor(useNow(minute) / minute) * 60
  const { from, to } = span ?? { from: now - day, to: now + 60 }
  const path = `${probesPath(serverId)}/anomalies`
  const invalidate = useInvalidate()
  const limits = useLimits()
  // Between the requests of every minute.
  useLiveMessage<Payload<typeof NetworkProbeUpdate>>('network_probe_update', ({ server_id, results }) => {
    const isPast = span && span.to < serverNow() / 1000
    if (isPast || server_id !== serverId || !Array.isArray(results)) return
    if (results.some((round) => isAnomalous(round, limits))) void invalidate(path)
  })
  return useApi<readonly NetworkAnomaly[]>(path, {
    search: { from: toIsoTime(from), to: toIsoTime(to) },
    keepPrevious: true,
  })
}

type Result = Payload<typeof NetworkProbeUpdate>['results'][number]

const isAnomalous = ({ packet_loss, avg_latency }: Result, { warning, severe }: LatencyLimits) =>
  packet_loss > lossLimits.warning || (avg_latency ?? 0) > Math.min(warning, severe)
