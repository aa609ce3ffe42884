import { type Core, makeBounded, toTimestamp } from '@svc/plugin-sdk'
import type { MonitorSummary } from '../monitor-schema.ts'
import type { RecordRange } from './records-store.ts'
import type { Summary } from './summarize.ts'

/** Rounds milliseconds to two decimals. */
const round = (ms: number | null) => (ms === null ? null : Math.round(ms * 100) / 100)

/** Computes summaries off the main thread. Throws 429 when too many are pending. */
export function makeSummaryReader({ offload }: Pick<Core, 'offload'>) {
  const bounded = makeBounded()
  return async (monitorId: string, range: RecordRange): Promise<MonitorSummary> => {
    const module = new URL('./summarize.js', import.meta.url)
    const summary = await bounded(() => offload<RecordRange, Summary>(module, range))
    return {
      monitor_id: monitorId,
      from: toTimestamp(range.from),
      to: toTimestamp(range.to),
      checks: summary.checks,
      failures: summary.failures,
      availability: summary.checks === 0 ? null : (summary.checks - summary.failures) / summary.checks,
      avg_latency: round(summary.avg),
      p50_latency: round(summary.p50),
      p95_latency: round(summary.p95),
      series: summary.steps.map(({ time, checks, failures, withLatency, latencySum, max }) => ({
        time: toTimestamp(time),
        checks,
        failures,
        avg_latency: round(withLatency === 0 ? null : latencySum / withLatency),
        max_latency: round(max),
      })),
    }
  }
}
export type SummaryReader = ReturnType<typeof makeSummaryReader>
