import { ChartCard, type ChartSeries, EmptyState, useFormat, useT } from '@svc/dashboard-sdk'
import { ChartLine } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { type Line, type Lines, linesOf } from './lines.ts'
import type { Shown } from './shown.ts'
import type { TargetLine } from './target-cards.tsx'

/** Minimum length of the time axis of live charts, in seconds. */
const minSpan = 600
/** Minimum of the upper end of the loss axis, in percent. */
const minLossTop = 10

/** Latency and packet loss with a shared cursor. */
export function QualityCharts(props: {
  serverId: string
  /** prefix of exported file names */
  file: readonly string[]
  shown: Shown
  lines: readonly TargetLine[]
  hidden: ReadonlySet<string>
  onZoom: ((from: number, to: number) => void) | undefined
  onZoomOut: (() => void) | undefined
}): ReactNode {
  const { serverId, file, shown, lines, hidden, onZoom, onZoomOut } = props
  const { rounds, step, span, points } = shown
  const t = useT()
  const format = useFormat()
  const drawn = useMemo(() => linesOf(rounds, step), [rounds, step])
  const visible = useMemo(() => lines.filter(({ id }) => !hidden.has(id)), [lines, hidden])
  const latency = useMemo(() => seriesOf('latency', drawn, visible), [drawn, visible])
  const loss = useMemo(() => seriesOf('loss', drawn, visible), [drawn, visible])
  const maxLoss = useMemo(() => Math.max(0, ...loss.flatMap(({ values }) => values.map((value) => value ?? 0))), [loss])
  const { times, gapAfter } = drawn
  const means = points === 'hours' ? 'hour' : drawn.step > 1.5 * step ? 'span' : 'round'
  if (times.length === 0) {
    return (
      <div className="panel">
        <EmptyState
          icon={ChartLine}
          title={t('chart.empty')}
          description={t(span ? 'chart.emptyRange' : 'chart.emptyLive', { span: format.duration(step) })}
        />
      </div>
    )
  }
  const to = times.at(-1) ?? 0
  const axis = {
    ...(span ?? { from: Math.min(times[0] ?? to, to - minSpan), to }),
    times,
    gapAfter,
    legend: false,
    summary: 'none' as const,
    syncKey: `${serverId}-network`,
    ...(onZoom && span ? { onZoom } : {}),
    ...(onZoomOut ? { onZoomOut } : {}),
  }
  return (
    <>
      <ChartCard
        {...axis}
        label={t('chart.latency')}
        description={t(`chart.meanOf.${means}`, { span: format.duration(drawn.step) })}
        fileName={[...file, 'latency']}
        unit="ms"
        series={latency}
        height={260}
      />
      <ChartCard
        {...axis}
        label={t('chart.loss')}
        fileName={[...file, 'loss']}
        unit="percent"
        min={0}
        max={Math.max(minLossTop, Math.ceil(maxLoss / 10) * 10)}
        series={loss}
        height={110}
      />
    </>
  )
}

const seriesOf = (of: keyof Line, { byTarget }: Lines, lines: readonly TargetLine[]): readonly ChartSeries[] =>
  lines.flatMap((line) => {
    const values = byTarget.get(line.id)?.[of]
    return values ? [{ ...line, values, fill: false }] : []
  })
