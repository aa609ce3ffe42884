import { type ReactNode, Suspense } from 'react'
import { cn } from '../cn.ts'
import { type Code, onDemand } from '../on-demand.tsx'
import type { ChartCardProps, ChartProps } from './chart/props.ts'
import { Skeleton } from './skeleton.tsx'

const DrawnChart = onDemand(() => import('./chart.tsx'))
const DrawnCard = onDemand(() => import('./chart/card.tsx'))

/** The code of charts, for `needs` of what opens with some. */
export const chartCode: Code = DrawnCard.code

/**
 * A time series chart: theme colours, tooltip, gaps with their cause, cursor shared by `syncKey`, zoom, keyboard and
 * touch reading, and a table for screen readers. Its code is fetched with the first chart. Keep `times`, `series` and
 * `gaps` the same objects while the data is the same.
 *
 * @example
 * <Chart label="CPU" unit="percent" times={times} series={[{ id: 'cpu', label: 'CPU', values }]} syncKey="server" />
 */
export const Chart = (props: ChartProps): ReactNode => (
  <Suspense fallback={<Skeleton className={cn('w-full', props.className)} style={{ height: props.height ?? 180 }} />}>
    <DrawnChart {...props} />
  </Suspense>
)

/**
 * A chart on a panel: its title, a legend that toggles lines and shows their average and maximum, a menu with
 * CSV, PNG, all values as a table, and the chart alone in full size.
 *
 * @example
 * <ChartCard label="Network" unit="rate" times={times} series={[incoming, outgoing]} gaps={gaps} syncKey="server" />
 */
export const ChartCard = (props: ChartCardProps): ReactNode => (
  <Suspense
    fallback={
      <Skeleton className={cn('w-full rounded-lg', props.className)} style={{ height: (props.height ?? 180) + 72 }} />
    }
  >
    <DrawnCard {...props} />
  </Suspense>
)
