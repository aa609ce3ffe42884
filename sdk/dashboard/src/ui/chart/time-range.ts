import type { Drawn } from './data.ts'
import type { ChartProps } from './props.ts'

export type View = readonly [min: number, max: number] | undefined

/** The ends of the time axis in seconds; undefined while there is nothing to go by. */
export function viewOf(
  { columns: [times], spacing }: Pick<Drawn, 'columns' | 'spacing'>,
  { from, to, kind }: Pick<ChartProps, 'from' | 'to' | 'kind'>,
): View {
  const [first, last] = [times[0], times.at(-1)]
  let min = from ?? first
  let max = to ?? last
  if (min === undefined || max === undefined) return undefined
  if (kind === 'bars' && first !== undefined && last !== undefined) {
    // Bars are as wide as the time they stand for.
    const half = spacing / 2
    if (from === undefined || (first >= from && first - half < from)) min = first - half
    if (to === undefined || (last <= to && last + half > to)) max = last + half
  }
  // One moment has no width.
  return max > min ? [min, max] : [min - 30, min + 30]
}
