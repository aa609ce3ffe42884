import { type Core, tooManyRequests, toTimestamp } from '@svc/plugin-sdk'
import type { MonitorSummary } from '../monitor-schema.ts'
import type { RecordSpan } from './records-store.ts'
import type { Summary } from './summarize.ts'

/** Summaries that may wait at once: other work of the worker waits behind them. */
const mostWaiting = 16

/** Milliseconds, to the hundredth. */
const rounded = (ms: number | null) => (ms === null ? null : Math.round(ms * 100) / 100)

/** Reads figures off the main thread. Throws 429 when too many are being read already. */
export function makeSummaryReader({ offload }: Pick<Core, 'offload'>) {
  let waiting = 0
  return async (monitorId: string, span: RecordSpan): Promise<MonitorSummary> => {
    if (waiting >= mostWaiting) throw tooManyRequests(5)
    waiting += 1
    try {
      const found = await offload<RecordSpan, Summary>(new URL('./read-summary.js', import.meta.url), span)
      return {
        monitor_id: monitorId,
        from: toTimestamp(span.from),
        to: toTimestamp(span.to),
        checks: found.checks,
        failures: found.failures,
        availability: found.checks === 0 ? null : (found.checks - found.failures) / found.checks,
        avg_latency: rounded(found.avg),
        p50_latency: rounded(found.p50),
        p95_latency: rounded(found.p95),
        series: found.steps.map(({ time, checks, failures, timed, sum, max }) => ({
          time: toTimestamp(time),
          checks,
          failures,
          avg_latency: rounded(timed === 0 ? null : sum / timed),
          max_latency: rounded(max),
        })),
      }
    } finally {
      waiting -= 1
    }
  }
}
export type SummaryReader = ReturnType<typeof makeSummaryReader>
