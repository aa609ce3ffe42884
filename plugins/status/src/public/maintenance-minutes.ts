import type { Span } from '@svc/plugin-system/contract'

const day = 86_400

/** Minutes of each UTC day that are covered by at least one of the spans; `first` counts days since the epoch. */
export function coveredMinutes(spans: readonly Span[], first: number, days: number): number[] {
  const minutes: number[] = Array(days).fill(0)
  let until = first * day
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    let at = Math.max(from, until)
    until = Math.max(until, to)
    while (at < to) {
      const index = Math.floor(at / day) - first
      if (index >= days) break
      const end = Math.min(to, (first + index + 1) * day)
      minutes[index] = (minutes[index] ?? 0) + (end - at) / 60
      at = end
    }
  }
  return minutes.map(Math.round)
}
