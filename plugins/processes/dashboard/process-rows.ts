import type { Process } from '../src/wire.ts'

/** The columns a list can be sorted by; the first is the default. */
export const measures = ['cpu', 'mem'] as const
export type Measure = (typeof measures)[number]

/** The agent sends the top 20 of each measure, so beyond 20 rows a sorted list has gaps. */
const maxRows = 20

/** Includes the start time because process ids are reused. */
export const keyOf = ({ pid, started }: Process): string => `${pid} ${started ?? ''}`

export function topRows(processes: readonly Process[], by: Measure): readonly Process[] {
  const other = by === 'cpu' ? 'mem' : 'cpu'
  return [...processes].sort((a, b) => b[by] - a[by] || b[other] - a[other] || a.pid - b.pid).slice(0, maxRows)
}

/** `next` in the order of `shown`, new processes last: rows under the pointer must not move. */
export function keepOrder(shown: readonly Process[], next: readonly Process[]): readonly Process[] {
  const byKey = new Map(next.map((process) => [keyOf(process), process]))
  const remaining = shown.flatMap((process) => byKey.get(keyOf(process)) ?? [])
  const keys = new Set(remaining.map(keyOf))
  return [...remaining, ...next.filter((process) => !keys.has(keyOf(process)))]
}
