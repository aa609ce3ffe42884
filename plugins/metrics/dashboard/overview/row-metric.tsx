import { Sparkline, sparklineValues, useFormat, useLiveBuffer, useT } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import type { ReactNode } from 'react'
import type { RuleId } from './health-rules.ts'
import { metricFor, type RowMetric } from './reason-links.ts'

/** Sparkline and current value of the metric behind a reason. Empty while the server is offline. */
export function MetricTrend({
  id,
  server,
  rule,
}: {
  id: string
  server: ServerStatus
  rule: RuleId | undefined
}): ReactNode {
  const t = useT()
  const buffer = useLiveBuffer(id)
  const value = useMetricText()
  if (!server.online) return <div aria-hidden className="w-24 max-md:hidden md:w-44" />
  const figure = metricFor(rule)
  const values = sparklineValues(buffer.map((live) => figure.of(live, server) ?? null))
  const now = figure.of(server, server)
  return (
    <div className="flex items-center gap-3 md:w-44">
      <Sparkline
        values={values}
        {...(figure.max ? { max: figure.max } : {})}
        color={figure.color}
        className="w-20 shrink-0 max-md:hidden"
      />
      <p className="min-w-0 flex-1 text-right leading-4">
        <span className="caption block truncate">{t(`overview.figure.${figure.id}`)}</span>
        <span className="figures block whitespace-nowrap text-sm">{now === undefined ? '–' : value(figure, now)}</span>
      </p>
    </div>
  )
}

function useMetricText() {
  const format = useFormat()
  return ({ id, max }: RowMetric, value: number) => {
    if (max) return format.percent(value, 0)
    return id === 'network' ? format.rate(value) : format.number(value, 2)
  }
}
