import { Badge, Dialog, EmptyState, ErrorState, Skeleton, useFormat, useT } from '@svc/dashboard-sdk'
import type { NetworkAnomaly } from '@svc/plugin-probes/contract'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { targetName } from '../targets/target-names.ts'
import { mostAnomalies, type useAnomalies } from './use-anomalies.ts'

const isGrave = (type: NetworkAnomaly['anomaly_type']) => type === 'unreachable' || type.startsWith('very_')

/** What was out of the ordinary, the newest first. */
export function AnomaliesDialog(props: {
  anomalies: ReturnType<typeof useAnomalies>
  /** the last 24 hours, not the range of the charts */
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
      {anomalies.length >= mostAnomalies && (
        <p className="bg-sunken px-5 py-2 text-muted text-sm">{t('anomaly.most', { count: mostAnomalies })}</p>
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
              <Badge tone={isGrave(type) ? 'danger' : 'warn'}>{t(`anomaly.type.${type}`)}</Badge>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
