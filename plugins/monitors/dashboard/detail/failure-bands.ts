import type { MonitorSummary } from '@svc/plugin-monitors/contract'

/** A period of failed checks; epoch seconds. */
export interface FailureBand {
  readonly from: number
  readonly to: number
  readonly checks: number
  readonly failures: number
}

export type Steps = MonitorSummary['series']

const toSeconds = (time: string) => Date.parse(time) / 1000

/** The step length: the smallest gap between two steps; `fallback` for a single step. */
export function stepLength(series: Steps, fallback: number): number {
  const times = series.map(({ time }) => toSeconds(time))
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  return Math.min(...gaps.filter((gap) => gap > 0), ...(times.length < 2 ? [fallback] : []))
}

/** Periods of failed checks. Failures without a successful step in between are merged. */
export function failureBands(series: Steps, step: number): readonly FailureBand[] {
  const bands: FailureBand[] = []
  let isOpen = false
  for (const { time, checks, failures } of series) {
    const from = toSeconds(time)
    const last = bands.at(-1)
    if (failures === 0) isOpen = false
    else if (isOpen && last) {
      bands[bands.length - 1] = {
        from: last.from,
        to: from + step,
        checks: last.checks + checks,
        failures: last.failures + failures,
      }
    } else {
      bands.push({ from, to: from + step, checks, failures })
      isOpen = true
    }
  }
  return bands
}
