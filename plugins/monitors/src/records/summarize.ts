import type { Database, OffloadContext } from '@svc/plugin-sdk'
import { eachRecord, type RecordRange } from './records-store.ts'

/** Runs in the maintenance worker: a month of checks every ten seconds is a quarter of a million rows. */
export default ({ db }: OffloadContext, range: RecordRange): Summary => summarize(db, range)

export interface Step {
  /** start of the step, epoch seconds */
  readonly time: number
  checks: number
  failures: number
  /** successful checks with a known latency */
  withLatency: number
  latencySum: number
  max: number | null
}

export interface Summary {
  readonly checks: number
  readonly failures: number
  readonly avg: number | null
  readonly p50: number | null
  readonly p95: number | null
  readonly steps: readonly Step[]
}

const maxSteps = 300
/** Readable step lengths in seconds; longer steps are whole days. */
const stepLengths = [10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200]
const daySeconds = 86_400

/** The shortest step length that covers a range with at most 300 steps. Steps begin at multiples of it. */
export function stepLength({ from, to }: Pick<RecordRange, 'from' | 'to'>): number {
  const fits = (step: number) => Math.floor(to / step) - Math.floor(from / step) < maxSteps
  const short = stepLengths.find(fits)
  if (short !== undefined) return short
  let days = 1
  while (!fits(days * daySeconds)) days += 1
  return days * daySeconds
}

/** Nearest-rank percentile. */
const percentile = (sorted: Float64Array, share: number): number | null =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null

/** Summarizes the checks of a range in one pass. */
export function summarize(db: Database, range: RecordRange): Summary {
  const length = stepLength(range)
  const latencies: number[] = []
  const steps: Step[] = []
  let failures = 0
  let checks = 0
  eachRecord(db, range, ({ time, success, latency }) => {
    checks += 1
    const start = Math.floor(time / length) * length
    let step = steps.at(-1)
    if (step?.time !== start) {
      step = { time: start, checks: 0, failures: 0, withLatency: 0, latencySum: 0, max: null }
      steps.push(step)
    }
    step.checks += 1
    if (success !== 1) {
      failures += 1
      step.failures += 1
    }
    if (success !== 1 || latency === null) return
    latencies.push(latency)
    step.withLatency += 1
    step.latencySum += latency
    step.max = Math.max(step.max ?? 0, latency)
  })
  const sorted = Float64Array.from(latencies).sort()
  return {
    checks,
    failures,
    steps,
    avg: sorted.length === 0 ? null : sorted.reduce((sum, latency) => sum + latency, 0) / sorted.length,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
  }
}
