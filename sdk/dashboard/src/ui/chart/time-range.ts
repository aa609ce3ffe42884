import type { DrawnData } from './data.ts'
import type { ChartProps } from './props.ts'

export type View = readonly [min: number, max: number] | undefined

/** The ends of the time axis in seconds; undefined without data and limits. */
export function viewOf(
  { columns: [times], spacing }: Pick<DrawnData, 'columns' | 'spacing'>,
  { from, to, kind }: Pick<ChartProps, 'from' | 'to' | 'kind'>,
): View {
  const [first, last] = [times[0], times.at(-1)]
  let min = from ?? first
  let max = to ?? last
  if (min === undefined || max === undefined) return undefined
  if (kind === 'bars' && first !== undefined && last !== undefined) {
    // Make room for whole bars.
    const half = spacing / 2
    if (from === undefined || (first >= from && first - half < from)) min = first - half
    if (to === undefined || (last <= to && last + half > to)) max = last + half
  }
  // A single point needs some width.
  return max > min ? [min, max] : [min - 30, min + 30]
}
