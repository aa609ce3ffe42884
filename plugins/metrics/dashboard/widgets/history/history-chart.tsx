import {
  type AbsoluteRange,
  Button,
  Chart,
  type ChartGap,
  type ChartSeries,
  Notice,
  Skeleton,
  type Unit,
  useT,
} from '@svc/dashboard-sdk'
import { FillHeight, QueryError, StaleQueryNote } from '@svc/dashboard-sdk/widgets'
import { ChartLine } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { Gap } from '../../gaps.ts'
import type { ZoomHandlers } from './use-zoom.ts'

/** The data of a chart. */
export interface Drawing {
  readonly span: AbsoluteRange
  readonly times: readonly number[]
  readonly series: readonly ChartSeries[]
  readonly gapAfter: number
  readonly unit: Unit
  readonly gaps: readonly Gap[]
}

export interface HistoryChartProps {
  readonly label: string
  readonly drawing: Drawing | undefined
  readonly error: Error | undefined
  readonly onRetry: () => void
  readonly zooming: ZoomHandlers
}

/** A chart that fills the widget, or a placeholder with the reason. */
export function HistoryChart({ label, drawing, error, onRetry, zooming }: HistoryChartProps): ReactNode {
  const t = useT()
  const { onZoom, onZoomOut } = zooming
  const gaps = useMemo(
    () => drawing?.gaps.map(({ from, to, cause }): ChartGap => ({ from, to, label: t(`gap.${cause}`) })),
    [drawing?.gaps, t],
  )
  if (!drawing || !gaps) {
    return error ? <QueryError error={error} onRetry={onRetry} /> : <Skeleton className="min-h-0 flex-1" />
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
      {error && <StaleQueryNote error={error} onRetry={onRetry} />}
      <FillHeight>
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
      </FillHeight>
    </>
  )
}
