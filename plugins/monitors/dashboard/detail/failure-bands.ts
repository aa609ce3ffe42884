import type { MonitorSummary } from '@svc/plugin-monitors/contract'

/** A stretch of time in which checks failed; seconds since the epoch. */
export interface FailureBand {
  readonly from: number
  readonly to: number
  readonly checks: number
  readonly failures: number
}

export type Steps = MonitorSummary['series']

const secondsOf = (time: string) => Date.parse(time) / 1000

/** How long a step is: the smallest distance of two of them; `fallback` for a single one. */
export function stepOf(series: Steps, fallback: number): number {
  const times = series.map(({ time }) => secondsOf(time))
  const distances = times.slice(1).map((time, at) => time - (times[at] ?? 0))
  return Math.min(...distances.filter((distance) => distance > 0), ...(times.length < 2 ? [fallback] : []))
}

/** The steps in which checks failed; those without a good step between them are one. */
export function failureBands(series: Steps, step: number): readonly FailureBand[] {
  const bands: FailureBand[] = []
  let isOpen = false
  for (const { time, checks, failures } of series) {
    const from = secondsOf(time)
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
