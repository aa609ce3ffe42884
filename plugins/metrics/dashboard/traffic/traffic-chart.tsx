import { ChartCard, useFormat, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useMemo } from 'react'

/** Stacked bars of inbound and outbound traffic per day or hour. */
export function TrafficChart(props: {
  label: string
  description: string
  fileName: string
  /** must be referentially stable; `at` in epoch seconds */
  bars: readonly { readonly at: number; readonly bytes_in: number; readonly bytes_out: number }[]
  from?: number
  to?: number
}): ReactNode {
  const { bars, description, ...chart } = props
  const t = useT()
  const format = useFormat()
  const times = useMemo(() => bars.map(({ at }) => at), [bars])
  const series = useMemo(
    () => [
      { id: 'in', label: t('line.in'), values: bars.map(({ bytes_in }) => bytes_in), color: 1 },
      { id: 'out', label: t('line.out'), values: bars.map(({ bytes_out }) => bytes_out), color: 2 },
    ],
    [bars, t],
  )
  const total = useMemo(() => bars.reduce((sum, bar) => sum + bar.bytes_in + bar.bytes_out, 0), [bars])
  return (
    <ChartCard
      {...chart}
      description={`${description} · ${t('traffic.sum', { total: format.bytes(total) })}`}
      times={times}
      series={series}
      unit="bytes"
      kind="bars"
      stacked
      min={0}
      height={220}
    />
  )
}
