import { Chart, type ChartSeries, Notice, Skeleton, useFormat, useT } from '@svc/dashboard-sdk'
import {
  Filling,
  nameOf,
  OfflineNote,
  ReadingFailed,
  ReadingStale,
  type ShownServer,
  useFigure,
  WidgetHead,
} from '@svc/dashboard-sdk/widgets'
import { ChartLine } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { figuresOfAll } from '../tab/figures.js'
import { linesOf } from '../tab/lines.js'
import type { Shown } from '../tab/shown.js'
import type { Known } from '../tab/use-tab.js'
import { useTargetLines } from '../tab/use-target-lines.js'
import { NetworkLink } from './network-link.js'

/** Seconds that the axis of a live chart shows at least. */
const narrowest = 600

/** What it is and whose, mean and loss of what is shown, and a line for each target as high as there is room. */
export function LatencyChart(props: {
  server: ShownServer
  known: Known
  isEditing: boolean
  shown: Shown | undefined
  failure: Error | null
  onRetry: () => void
  range?: string
  onZoom?: ((from: number, to: number) => void) | undefined
  onZoomOut?: (() => void) | undefined
}): ReactNode {
  const { server, known, isEditing, shown, failure, onRetry, range, onZoom, onZoomOut } = props
  const t = useT()
  const name = useFigure(server.id, nameOf) ?? ''
  const title = t('widget.network-latency.title')
  return (
    <div className="@container flex h-full min-h-0 flex-col">
      <WidgetHead
        title={title}
        of={<NetworkLink id={server.id} name={name} isEditing={isEditing} {...(range ? { range } : {})} />}
        aside={shown && <Aside shown={shown} />}
      />
      {!server.isOnline && <OfflineNote serverId={server.id} className="mb-1" />}
      {shown ? (
        <>
          {failure && <ReadingStale failure={failure} onRetry={onRetry} />}
          <Lines {...{ known, shown, onZoom, onZoomOut }} label={`${title}, ${name}`} />
        </>
      ) : failure ? (
        <ReadingFailed failure={failure} onRetry={onRetry} />
      ) : (
        <Skeleton className="min-h-0 flex-1" />
      )}
    </div>
  )
}

function Aside({ shown: { rounds } }: { shown: Shown }): ReactNode {
  const t = useT()
  const format = useFormat()
  const { mean, loss } = useMemo(() => figuresOfAll(rounds), [rounds])
  if (loss === null) return null
  return (
    <span className="figures">
      {t('widget.network-latency.figures', {
        mean: mean === null ? '–' : format.ms(mean),
        loss: format.percent(loss * 100, loss > 0 && loss < 0.1 ? 1 : 0),
      })}
    </span>
  )
}

function Lines(props: {
  label: string
  known: Known
  shown: Shown
  onZoom: ((from: number, to: number) => void) | undefined
  onZoomOut: (() => void) | undefined
}): ReactNode {
  const { label, known, shown, onZoom, onZoomOut } = props
  const { rounds, step, span } = shown
  const t = useT()
  const { lines } = useTargetLines(known, rounds)
  const { times, byTarget, gapAfter } = useMemo(() => linesOf(rounds, step), [rounds, step])
  const series = useMemo(
    () =>
      lines.flatMap((line): ChartSeries[] => {
        const values = byTarget.get(line.id)?.latency
        return values ? [{ ...line, values, fill: false }] : []
      }),
    [lines, byTarget],
  )
  if (times.length === 0) {
    return (
      <div className="min-h-0 flex-1 overflow-auto">
        <Notice icon={ChartLine} title={t('chart.empty')} detail={t(span ? 'chart.emptyRange' : 'chart.emptyLive')} />
      </div>
    )
  }
  const to = times.at(-1) ?? 0
  return (
    <Filling>
      {(height) => (
        <Chart
          label={label}
          times={times}
          series={series}
          unit="ms"
          gapAfter={gapAfter}
          from={span?.from ?? Math.min(times[0] ?? to, to - narrowest)}
          to={span?.to ?? to}
          height={height}
          {...(onZoom ? { onZoom } : {})}
          {...(onZoomOut ? { onZoomOut } : {})}
        />
      )}
    </Filling>
  )
}
