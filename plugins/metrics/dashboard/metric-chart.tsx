import {
  ChartCard,
  type ChartCardProps,
  type ChartSeries,
  Skeleton,
  useFormat,
  useNear,
  useT,
  useWasNear,
} from '@svc/dashboard-sdk'
import { plainText } from '@svc/protocol'
import { memo, type ReactNode, useMemo, useRef } from 'react'
import type { ChartModel } from './chart-model.ts'

/** Shared by all charts of a page: time axis, gaps and cursor. */
export type Drawing = Pick<
  ChartCardProps,
  'times' | 'from' | 'to' | 'gapAfter' | 'gaps' | 'marks' | 'syncKey' | 'onZoom' | 'onZoomOut' | 'summary'
>

/** Prefix of exported file names. */
export type FileParts = readonly string[]

/** Limit for device names, which come from the host. */
const maxNameLength = 160

/** A localized chart, rendered when it is near the viewport. */
export const MetricChart = memo(function ModelCard(props: { model: ChartModel; file: FileParts; drawing: Drawing }) {
  const { model, file, drawing } = props
  const { id, title, device, unit, lines, total } = model
  const t = useT()
  const format = useFormat()
  const label = t(`chart.${title}`, { device: device && plainText(device, maxNameLength) })
  const series = useMemo(
    () =>
      lines.map(
        ({ id: line, name, values, color }): ChartSeries => ({
          id: line,
          label: name === undefined ? t(`line.${line}`) : plainText(name, maxNameLength),
          values,
          color,
        }),
      ),
    [lines, t],
  )
  return (
    <LazyRender
      pending={
        <section aria-label={label}>
          <Skeleton className="h-66 rounded-lg" />
        </section>
      }
    >
      <ChartCard
        label={label}
        series={series}
        unit={unit}
        fileName={[...file, id]}
        {...(total === undefined ? {} : { description: t('chart.ofTotal', { total: format.bytes(total) }) })}
        {...drawing}
      />
    </LazyRender>
  )
})

/** Renders `children` once near the viewport, and `pending` until then. */
export function LazyRender({ pending, children }: { pending: ReactNode; children: ReactNode }): ReactNode {
  const container = useRef<HTMLDivElement>(null)
  const wasNear = useWasNear(useNear(container))
  return (
    <div ref={container} className="grid min-w-0">
      {wasNear ? children : pending}
    </div>
  )
}

/** Two columns of charts if there is room; with an odd number the last spans both. */
export const ChartGrid = ({ children }: { children: ReactNode }): ReactNode => (
  <div className="grid gap-4 xl:grid-cols-2 xl:[&>:last-child:nth-child(odd)]:col-span-2">{children}</div>
)
