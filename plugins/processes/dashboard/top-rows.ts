import type { Process } from '@svc/protocol'

/** What processes are compared by; the first is the default. */
export const measures = ['cpu', 'mem'] as const
export type Measure = (typeof measures)[number]

/** The agent sends the first 20 by each measure: of one measure, only so many are the first ones. */
const most = 20

/** The number alone may have gone to another process. */
export const keyOf = ({ pid, started }: Process): string => `${pid} ${started ?? ''}`

/** The first ones by a measure, the largest first. */
export function topRows(processes: readonly Process[], by: Measure): readonly Process[] {
  const other = by === 'cpu' ? 'mem' : 'cpu'
  return [...processes].sort((a, b) => b[by] - a[by] || b[other] - a[other] || a.pid - b.pid).slice(0, most)
}

/** `next` in the places that `shown` has: what ended is gone, what is new comes last. For a list under the pointer. */
export function stayInPlace(shown: readonly Process[], next: readonly Process[]): readonly Process[] {
  const byKey = new Map(next.map((process) => [keyOf(process), process]))
  const kept = shown.flatMap((process) => byKey.get(keyOf(process)) ?? [])
  const keys = new Set(kept.map(keyOf))
  return [...kept, ...next.filter((process) => !keys.has(keyOf(process)))]
}
