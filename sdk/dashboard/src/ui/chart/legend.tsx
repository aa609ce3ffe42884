import type { ReactNode } from 'react'
import type { ChartSeries } from './data.js'
import { colorName } from './options.js'

/** Which line is which. */
export const ChartLegend = ({ series }: { series: readonly ChartSeries[] }): ReactNode => (
  <ul className="mb-1 flex flex-wrap gap-x-4 gap-y-0.5 text-muted text-xs">
    {series.map((one, index) => (
      <li key={one.id} className="inline-flex items-center gap-1.5">
        <ChartSwatch series={one} index={index} />
        {one.label}
      </li>
    ))}
  </ul>
)

/** The colour of a line. */
export const ChartSwatch = ({ series, index }: { series: ChartSeries; index: number }): ReactNode => (
  <span
    aria-hidden="true"
    className="h-[3px] w-3 shrink-0 rounded-full"
    style={{ background: `var(--${colorName(series, index)})` }}
  />
)
