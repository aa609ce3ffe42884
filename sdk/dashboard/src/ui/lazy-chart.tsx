import { lazy, type ReactNode, Suspense } from 'react'
import type { ChartProps } from './chart.js'
import { Skeleton } from './skeleton.js'

const Drawn = lazy(() => import('./chart.js'))

/**
 * A time series chart: theme colours, tooltip, gaps, cursor shared by `syncKey`, keyboard reading, and a table for
 * screen readers. Its code is fetched with the first chart. Keep `times` and `series` the same objects while the data
 * is the same.
 *
 * @example
 * <Chart label="CPU" unit="percent" times={times} series={[{ id: 'cpu', label: 'CPU', values }]} syncKey="server" />
 */
export const Chart = (props: ChartProps): ReactNode => (
  <Suspense fallback={<Skeleton className="h-44 w-full" />}>
    <Drawn {...props} />
  </Suspense>
)
