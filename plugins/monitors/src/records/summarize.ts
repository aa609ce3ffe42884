import type { Database } from '@svc/plugin-sdk'
import { eachRecord, type RecordSpan } from './records-store.ts'

export interface Step {
  /** epoch seconds; where the step begins */
  readonly time: number
  checks: number
  failures: number
  /** successes of which the time is known, and their times */
  timed: number
  sum: number
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

const mostSteps = 300
/** Lengths of a step that people read easily, in seconds; longer ones are whole days. */
const lengths = [10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200]
const daySeconds = 86_400

/** The shortest step of which at most 300 cover a span; steps begin at multiples of it. */
export function stepOf({ from, to }: Pick<RecordSpan, 'from' | 'to'>): number {
  const fits = (step: number) => Math.floor(to / step) - Math.floor(from / step) < mostSteps
  const short = lengths.find(fits)
  if (short !== undefined) return short
  let days = 1
  while (!fits(days * daySeconds)) days += 1
  return days * daySeconds
}

/** The nearest value below or at which a share of all lies. */
const percentile = (sorted: Float64Array, share: number): number | null =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null

/** Figures of the checks of a span, in one walk over them. */
export function summarize(db: Database, span: RecordSpan): Summary {
  const length = stepOf(span)
  const latencies: number[] = []
  const steps: Step[] = []
  let failures = 0
  let checks = 0
  eachRecord(db, span, ({ time, success, latency }) => {
    checks += 1
    const begins = Math.floor(time / length) * length
    let step = steps.at(-1)
    if (step?.time !== begins) {
      step = { time: begins, checks: 0, failures: 0, timed: 0, sum: 0, max: null }
      steps.push(step)
    }
    step.checks += 1
    if (success !== 1) {
      failures += 1
      step.failures += 1
    }
    if (success !== 1 || latency === null) return
    latencies.push(latency)
    step.timed += 1
    step.sum += latency
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
