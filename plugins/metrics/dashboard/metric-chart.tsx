import { ChartCard, type ChartCardProps, type ChartSeries, Skeleton, useFormat, useT } from '@svc/dashboard-sdk'
import { plainText } from '@svc/protocol'
import { memo, useMemo } from 'react'
import type { ChartModel } from './chart-model.ts'
import { Near } from './lazy-render.tsx'

/** How the charts of one page are drawn: their time axis, gaps and cursor. */
export type Drawing = Pick<
  ChartCardProps,
  'times' | 'from' | 'to' | 'gapAfter' | 'gaps' | 'syncKey' | 'onZoom' | 'onZoomOut' | 'summary'
>

/** How the name of an exported file begins. */
export type FileParts = readonly string[]

/** A device is called what it says; it must not turn the words around it. */
const longest = 160

/** A chart of the model, in words; drawn when it comes near the visible part of the page. */
export const ModelCard = memo(function ModelCard(props: { model: ChartModel; file: FileParts; drawing: Drawing }) {
  const { model, file, drawing } = props
  const { id, title, device, unit, lines, total } = model
  const t = useT()
  const format = useFormat()
  const label = t(`chart.${title}`, { device: device && plainText(device, longest) })
  const series = useMemo(
    () =>
      lines.map(
        ({ id: line, name, values, color }): ChartSeries => ({
          id: line,
          label: name === undefined ? t(`line.${line}`) : plainText(name, longest),
          values,
          color,
        }),
      ),
    [lines, t],
  )
  return (
    <Near
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
    </Near>
  )
})
