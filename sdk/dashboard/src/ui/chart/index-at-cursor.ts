import type uPlot from 'uplot'
import type { DrawnData } from './data.ts'
import { gapAt } from './gaps.ts'
import type { ChartGap } from './props.ts'

/** CSS pixels around a thin band that still count as a hit */
const tolerance = 3

/** The column index under the cursor: the gap it is on, else the nearest time. */
export function indexAtCursor(chart: uPlot, data: DrawnData, gaps: readonly ChartGap[]): number | undefined {
  const { idx, left = -1 } = chart.cursor
  if (idx == null || left < 0) return undefined
  for (const shift of gaps.length > 0 ? [0, -tolerance, tolerance] : []) {
    const gap = gapAt(gaps, chart.posToVal(left + shift, 'x'))
    if (gap) return data.places.get(gap) ?? idx
  }
  return idx
}
