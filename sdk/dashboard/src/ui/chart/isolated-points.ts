import type uPlot from 'uplot'

/** Indexes of values without neighbors: no line passes through them, so they are drawn as points. */
export function isolatedPoints(chart: Pick<uPlot, 'data' | 'series'>, series: number): number[] | null {
  const values = chart.data[series]
  const [first, last] = chart.series[0]?.idxs ?? [0, -1]
  if (!values) return null
  const alone: number[] = []
  // undefined does not break the line
  const open = (index: number, way: 1 | -1) => {
    let at = index + way
    while (values[at] === undefined && at >= 0 && at < values.length) at += way
    return values[at] == null
  }
  for (let index = first; index <= last; index++) {
    if (values[index] != null && open(index, -1) && open(index, 1)) alone.push(index)
  }
  return alone.length > 0 ? alone : null
}
