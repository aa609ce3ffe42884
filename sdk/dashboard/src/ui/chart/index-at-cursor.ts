import type uPlot from 'uplot'
import type { Drawn } from './data.ts'
import { gapAt } from './gaps.ts'
import type { ChartGap } from './props.ts'

/** CSS pixels: how near to a thin band counts as on it */
const near = 3

/** The place of the columns that the cursor reads: the gap it is on, else the nearest time. */
export function placeUnder(chart: uPlot, data: Drawn, gaps: readonly ChartGap[]): number | undefined {
  const { idx, left = -1 } = chart.cursor
  if (idx == null || left < 0) return undefined
  for (const shift of gaps.length > 0 ? [0, -near, near] : []) {
    const gap = gapAt(gaps, chart.posToVal(left + shift, 'x'))
    if (gap) return data.places.get(gap) ?? idx
  }
  return idx
}
