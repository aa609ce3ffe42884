import { useMetric, useServer } from '@svc/widget-sdk'
import './metric-gauge.css'

interface MetricGaugeProps {
  readonly server: string
  readonly metric: string
  readonly most: number
  readonly warn: number
  readonly unit: string
  readonly tint?: string | undefined
}

/** Three quarters of a circle around the middle of a square of 100. */
const arc = 'M 21.7 78.3 A 40 40 0 1 1 78.3 78.3'

/** A figure as a pointer on its scale. */
export function MetricGauge({ server, metric, most, warn, unit, tint = 'var(--chart-1)' }: MetricGaugeProps) {
  const known = useServer(server)
  const value = useMetric(server, metric)
  if (!known) return <p>There is no such server.</p>
  if (typeof value !== 'number') {
    return (
      <p>
        {known.name} has no figure called {metric}.
      </p>
    )
  }
  const isHigh = value >= warn
  const shown = value.toFixed(value < 10 ? 1 : 0)
  return (
    <figure className="example-gauge" data-online={known.online}>
      <svg viewBox="4 4 92 84" role="img" aria-label={`${known.name}, ${metric}: ${shown} ${unit}`.trim()}>
        <path d={arc} pathLength={1} stroke="var(--line)" />
        <path
          d={arc}
          pathLength={1}
          stroke={isHigh ? 'var(--danger)' : tint}
          strokeDasharray={`${Math.min(1, Math.max(0, value / most))} 1`}
        />
        <text x="50" y="54" fontSize="20">
          {shown}
        </text>
        <text x="50" y="68" fontSize="9">
          {unit}
        </text>
      </svg>
      <figcaption>{known.online ? known.name : `${known.name} is offline`}</figcaption>
    </figure>
  )
}
