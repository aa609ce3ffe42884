import { Button, Chart, type ChartSeries, Notice, Skeleton, useFormat, useT } from '@svc/dashboard-sdk'
import {
  FillHeight,
  OfflineNote,
  QueryError,
  type ShownServer,
  StaleQueryNote,
  selectName,
  useServerValue,
  WidgetHead,
} from '@svc/dashboard-sdk/widgets'
import { ChartLine } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { linesOf } from '../tab/lines.ts'
import type { Rounds } from '../tab/round.ts'
import type { Shown } from '../tab/shown.ts'
import { statsOfAll } from '../tab/stats.ts'
import { useTargetLines } from '../tab/target-lines.ts'
import type { TabContext } from '../tab/use-tab.ts'
import { NetworkLink } from './network-link.tsx'

/** Minimum length of the time axis of a live chart, in seconds. */
const minSpan = 600

const nothing: Rounds = new Map()

interface Zooming {
  readonly onZoom?: ((from: number, to: number) => void) | undefined
  readonly onZoomOut?: (() => void) | undefined
}

interface Props extends Zooming {
  readonly server: ShownServer
  readonly context: TabContext
  readonly isEditing: boolean
  readonly shown: Shown | undefined
  readonly error: Error | null
  readonly onRetry: () => void
  readonly range?: string
}

/**
 * Title, server, average, loss, and a chart with a line for each target. A single line has no legend, so the title names
 * the target.
 */
export function LatencyChart(props: Props): ReactNode {
  const { server, context, isEditing, shown, error, onRetry, range, onZoom, onZoomOut } = props
  const t = useT()
  const name = useServerValue(server.id, selectName) ?? ''
  const { lines } = useTargetLines(context, shown?.rounds ?? nothing)
  const drawn = useMemo(() => lines.filter(({ id }) => shown?.rounds.has(id)), [lines, shown])
  const [first, second] = drawn
  const target = first && !second ? first.label : undefined
  const title = target ? t('widget.network-latency.titleOf', { target }) : t('widget.network-latency.title')
  return (
    <div className="@container flex h-full min-h-0 flex-col">
      <WidgetHead
        title={title}
        of={<NetworkLink id={server.id} name={name} isEditing={isEditing} {...(range ? { range } : {})} />}
        aside={shown && <Aside shown={shown} />}
      />
      {!server.isOnline && <OfflineNote serverId={server.id} className="mb-1" />}
      {shown && drawn.length > 0 ? (
        <>
          {error && <StaleQueryNote error={error} onRetry={onRetry} />}
          <Lines drawn={drawn} shown={shown} onZoom={onZoom} onZoomOut={onZoomOut} label={`${title}, ${name}`} />
        </>
      ) : error ? (
        <QueryError error={error} onRetry={onRetry} />
      ) : shown ? (
        <NoRounds
          isAwaited={server.isOnline && !shown.span}
          interval={context.setting.interval}
          onZoomOut={onZoomOut}
        />
      ) : (
        <Skeleton className="min-h-0 flex-1" />
      )}
    </div>
  )
}

function Aside({ shown: { rounds } }: { shown: Shown }): ReactNode {
  const t = useT()
  const format = useFormat()
  const { mean, loss } = useMemo(() => statsOfAll(rounds), [rounds])
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

function NoRounds(props: {
  isAwaited: boolean
  /** seconds */
  interval: number
  onZoomOut: Zooming['onZoomOut']
}): ReactNode {
  const { isAwaited, interval, onZoomOut } = props
  const t = useT()
  const format = useFormat()
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <Notice
        icon={ChartLine}
        title={t('chart.empty')}
        detail={t(isAwaited ? 'chart.emptyLive' : 'chart.emptyRange', { span: format.duration(interval) })}
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

function Lines(
  props: Zooming & { label: string; drawn: readonly Omit<ChartSeries, 'values'>[]; shown: Shown },
): ReactNode {
  const { label, drawn, shown, onZoom, onZoomOut } = props
  const { rounds, step, span } = shown
  const { times, byTarget, gapAfter } = useMemo(() => linesOf(rounds, step), [rounds, step])
  const series = useMemo(
    () => drawn.map((line): ChartSeries => ({ ...line, values: byTarget.get(line.id)?.latency ?? [], fill: false })),
    [drawn, byTarget],
  )
  const to = times.at(-1) ?? 0
  return (
    <FillHeight>
      {(height) => (
        <Chart
          label={label}
          times={times}
          series={series}
          unit="ms"
          gapAfter={gapAfter}
          from={span?.from ?? Math.min(times[0] ?? to, to - minSpan)}
          to={span?.to ?? to}
          height={height}
          {...(onZoom ? { onZoom } : {})}
          {...(onZoomOut ? { onZoomOut } : {})}
        />
      )}
    </FillHeight>
  )
}
