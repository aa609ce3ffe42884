import { errorText, IconButton, Skeleton, Sparkline, useFormat, useT } from '@svc/dashboard-sdk'
import { useServerValue } from '@svc/dashboard-sdk/widgets'
import { RotateCw } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { CardMetricSpec } from './card-metrics.ts'
import { type Day, upToNow } from './day.ts'

interface Props {
  readonly spec: CardMetricSpec
  /** undefined without records, or while loading */
  readonly day: Day | undefined
  readonly isLoaded: boolean
  /** the server with the live value; undefined while it is offline */
  readonly liveId: string | undefined
  readonly error: Error | undefined
  readonly onRetry: () => void
}

/** The trend of the last 24 hours, with average and peak. */
export function DayTrend({ spec, day, isLoaded, liveId, error, onRetry }: Props): ReactNode {
  const t = useT()
  const format = useFormat()
  const now = useServerValue(liveId, spec.now)
  const values = useMemo(() => day && upToNow(day, now), [day, now])
  if (!day || !values) {
    if (error) {
      return (
        <div role="alert" className="mt-2 flex min-h-0 flex-1 items-center gap-2 text-danger text-xs">
          <span className="line-clamp-3">{errorText(error, t)}</span>
          <IconButton label={t('sdk:action.retry')} size="sm" onClick={onRetry}>
            <RotateCw aria-hidden />
          </IconButton>
        </div>
      )
    }
    if (!isLoaded) return <Skeleton className="mt-2 min-h-8 flex-1" />
    return <p className="mt-2 flex-1 content-center text-center text-faint text-xs">{t('widget.card.noPast')}</p>
  }
  const peak = Math.max(day.peak, now ?? day.peak)
  return (
    <>
      <Sparkline
        values={values}
        color={spec.color}
        max={spec.unit === 'percent' ? 100 : peak}
        className="mt-3 h-auto min-h-8 w-full flex-1"
      />
      <div aria-hidden className="mt-1 flex justify-between border-t pt-1 text-2xs text-faint">
        <span>{t('widget.card.dayAgo')}</span>
        <span>{t('widget.card.now')}</span>
      </div>
      <dl className="mt-1 flex flex-wrap gap-x-4 text-xs">
        <Fact term={t('widget.card.mean')} value={format.value(day.mean, spec.unit)} />
        <Fact term={t('widget.card.peak')} value={format.value(peak, spec.unit)} />
      </dl>
    </>
  )
}

const Fact = ({ term, value }: { term: string; value: string }) => (
  <div className="flex items-baseline gap-1.5">
    <dt className="text-faint">{term}</dt>
    <dd className="figures font-medium">{value}</dd>
  </div>
)
