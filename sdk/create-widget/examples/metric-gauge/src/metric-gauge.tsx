import { useMetric, useServer } from '@svc/widget-sdk'
import './metric-gauge.css'

interface MetricGaugeProps {
  readonly server: string
  readonly metric: string
  readonly max: number
  readonly warn: number
  readonly unit: string
  readonly tint?: string | undefined
}

/** Three quarters of a circle, centered in a 100 × 100 box. */
const arc = 'M 21.7 78.3 A 40 40 0 1 1 78.3 78.3'

/** A metric as a gauge. */
export function MetricGauge({ server, metric, max, warn, unit, tint = 'var(--chart-1)' }: MetricGaugeProps) {
  const status = useServer(server)
  const value = useMetric(server, metric)
  if (!status) return <p>Server not found</p>
  if (typeof value !== 'number') {
    return (
      <p>
        {status.name} has no metric named {metric}
      </p>
    )
  }
  const isHigh = value >= warn
  const shown = value.toFixed(value < 10 ? 1 : 0)
  return (
    <figure className="example-gauge" data-online={status.online}>
      <svg viewBox="4 4 92 84" role="img" aria-label={`${status.name}, ${metric}: ${shown} ${unit}`.trim()}>
        <path d={arc} pathLength={1} stroke="var(--line)" />
        <path
          d={arc}
          pathLength={1}
          stroke={isHigh ? 'var(--danger)' : tint}
          strokeDasharray={`${Math.min(1, Math.max(0, value / max))} 1`}
        />
        <text x="50" y="54" fontSize="20">
          {shown}
        </text>
        <text x="50" y="68" fontSize="9">
          {unit}
        </text>
      </svg>
      <figcaption>{status.online ? status.name : `${status.name} is offline`}</figcaption>
    </figure>
  )
}
