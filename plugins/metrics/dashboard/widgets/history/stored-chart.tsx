import {
  Button,
  Chart,
  type ChartGap,
  type ChartSeries,
  errorText,
  IconButton,
  Notice,
  Skeleton,
  type Span,
  type Unit,
  useT,
} from '@svc/dashboard-sdk'
import { ChartLine, RotateCw, TriangleAlert } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { Gap } from '../../gaps.js'
import { Filling } from './filling.js'
import type { Zooming } from './use-zoom.js'

/** What is to be drawn; undefined while it is being read. */
export interface Drawing {
  readonly span: Span
  readonly times: readonly number[]
  readonly series: readonly ChartSeries[]
  readonly gapAfter: number
  readonly unit: Unit
  readonly gaps: readonly Gap[]
}

export interface StoredChartProps {
  readonly label: string
  readonly drawing: Drawing | undefined
  readonly failure: Error | undefined
  readonly onRetry: () => void
  readonly zooming: Zooming
}

/** The history of a widget: a chart as high as there is room, or why there is none. */
export function StoredChart({ label, drawing, failure, onRetry, zooming }: StoredChartProps): ReactNode {
  const t = useT()
  const { onZoom, onZoomOut } = zooming
  const gaps = useMemo(
    () => drawing?.gaps.map(({ from, to, cause }): ChartGap => ({ from, to, label: t(`gap.${cause}`) })),
    [drawing?.gaps, t],
  )
  if (!drawing || !gaps) {
    return failure ? <Failed failure={failure} onRetry={onRetry} /> : <Skeleton className="min-h-0 flex-1" />
  }
  const { span, times, series, gapAfter, unit } = drawing
  if (times.length === 0) {
    return (
      <div className="min-h-0 flex-1 overflow-auto">
        <Notice
          icon={ChartLine}
          title={t('history.empty')}
          detail={gaps[0] ? t('history.emptyBecause', { cause: gaps[0].label }) : t('history.emptyHint')}
          actions={
            onZoomOut && (
              <Button size="sm" onClick={onZoomOut}>
                {t('sdk:range.back')}
              </Button>
            )
          }
        />
      </div>
    )
  }
  return (
    <>
      {failure && <Stale failure={failure} onRetry={onRetry} />}
      <Filling>
        {(height) => (
          <Chart
            label={label}
            times={times}
            series={series}
            unit={unit}
            gapAfter={gapAfter}
            gaps={gaps}
            from={span.from}
            to={span.to}
            height={height}
            {...(onZoom ? { onZoom } : {})}
            {...(onZoomOut ? { onZoomOut } : {})}
          />
        )}
      </Filling>
    </>
  )
}

/** Says that what is shown is old, because reading it again failed. */
export function Stale({ failure, onRetry }: { failure: Error; onRetry: () => void }): ReactNode {
  const t = useT()
  return (
    <p role="alert" className="flex items-center gap-1.5 text-warn text-xs">
      <TriangleAlert className="size-3.5 shrink-0" aria-hidden />
      <span className="truncate">{t('history.stale', { reason: errorText(failure, t) })}</span>
      <IconButton label={t('history.retry')} size="sm" onClick={onRetry}>
        <RotateCw aria-hidden />
      </IconButton>
    </p>
  )
}

/** Says what could not be read, and offers to try again. */
export function Failed({ failure, onRetry }: { failure: Error; onRetry: () => void }): ReactNode {
  const t = useT()
  return (
    <Notice
      icon={TriangleAlert}
      tone="danger"
      title={t('sdk:state.failed')}
      detail={errorText(failure, t)}
      actions={
        <Button size="sm" onClick={onRetry}>
          {t('sdk:action.retry')}
        </Button>
      }
    />
  )
}
