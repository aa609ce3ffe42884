import { ChartCard, useFormat, useT } from '@svc/dashboard-sdk'
import type { MonitorDetail, MonitorSummary } from '@svc/plugin-monitors/contract'
import { type ReactNode, useMemo } from 'react'
import { failureBands, stepLength } from './failure-bands.ts'

/** Response times over time, with failures shaded. */
export function ResponseChart(props: { monitor: MonitorDetail; summary: MonitorSummary }): ReactNode {
  const { name, interval } = props.monitor
  const { from, to, series: steps, checks } = props.summary
  const t = useT()
  const format = useFormat()
  const step = stepLength(steps, interval)
  const times = useMemo(() => steps.map(({ time }) => Date.parse(time) / 1000), [steps])
  const series = useMemo(() => {
    const mean = { id: 'mean', label: t('chart.mean'), values: steps.map(({ avg_latency }) => avg_latency), color: 1 }
    // With one check per step, average and maximum are the same.
    if (steps.every(({ checks }) => checks < 2)) return [{ ...mean, label: t('chart.response') }]
    return [mean, { id: 'max', label: t('chart.max'), values: steps.map(({ max_latency }) => max_latency), color: 4 }]
  }, [steps, t])
  const bands = useMemo(
    () =>
      failureBands(steps, step).map((band) => ({
        from: band.from,
        to: band.to,
        label: t('chart.failed', { count: band.failures, checks: format.number(band.checks) }),
      })),
    [steps, step, t, format],
  )
  return (
    <ChartCard
      label={t('chart.title')}
      description={t('chart.lead', { count: checks, number: format.number(checks) })}
      fileName={['response', name]}
      times={times}
      series={series}
      unit="ms"
      min={0}
      from={Date.parse(from) / 1000}
      to={Date.parse(to) / 1000}
      gaps={bands}
      gapAfter={Math.max(step, interval) * 2.5}
      height={220}
    />
  )
}
