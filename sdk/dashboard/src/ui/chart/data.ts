/** One line of a chart. */
export interface ChartSeries {
  readonly id: string
  readonly label: string
  /** one per time; null breaks the line */
  readonly values: readonly (number | null)[]
  /** 1 to 6; default by position */
  readonly color?: number
  /** shade the area below; default for a single series */
  readonly fill?: boolean
}

export type Columns = readonly [times: readonly number[], ...values: (readonly (number | null)[])[]]

/**
 * The columns to draw, with a null between two points that are more than `gapAfter` seconds apart, so that the time in
 * which nothing arrived is not drawn as a line.
 */
export function withGaps(times: readonly number[], series: readonly ChartSeries[], gapAfter?: number): Columns {
  const lists = series.map((one) => one.values)
  if (gapAfter === undefined) return [times, ...lists]
  const holes: number[] = []
  for (let index = 1; index < times.length; index++) {
    if ((times[index] ?? 0) - (times[index - 1] ?? 0) > gapAfter) holes.push(index)
  }
  if (holes.length === 0) return [times, ...lists]
  const opened = <T>(list: readonly T[], between: (index: number) => T): T[] => {
    const out: T[] = []
    let from = 0
    for (const hole of holes) {
      out.push(...list.slice(from, hole), between(hole))
      from = hole
    }
    out.push(...list.slice(from))
    return out
  }
  return [opened(times, (index) => (times[index - 1] ?? 0) + 1), ...lists.map((list) => opened(list, () => null))]
}

/** At most `most` indexes spread over `length` values, the last one included. */
export function sampled(length: number, most: number): number[] {
  if (length <= most) return Array.from({ length }, (_, index) => index)
  return Array.from({ length: most }, (_, index) => Math.round((index * (length - 1)) / (most - 1)))
}
