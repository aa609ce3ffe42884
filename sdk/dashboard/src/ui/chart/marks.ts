import type { ChartMark } from './props.ts'

/** The valid marks, sorted by time; of one without an end, it is infinity. */
export interface PlacedMark extends ChartMark {
  readonly to: number
  /** row of its bar, from the top; marks of one row do not overlap */
  readonly lane: number
}

/** More rows would cover the lines. */
export const maxLanes = 3

/** Distributes marks that overlap over rows; what does not fit shares the last one. */
export function placedMarks(marks: readonly ChartMark[] = []): readonly PlacedMark[] {
  const ends: number[] = []
  return marks
    .map((mark) => ({ ...mark, to: mark.to ?? Number.POSITIVE_INFINITY }))
    .filter(({ from, to }) => Number.isFinite(from) && to >= from)
    .toSorted((a, b) => a.from - b.from)
    .map((mark) => {
      const free = ends.findIndex((end) => end <= mark.from)
      const lane = free >= 0 ? free : Math.min(ends.length, maxLanes - 1)
      ends[lane] = Math.max(ends[lane] ?? mark.to, mark.to)
      return { ...mark, lane }
    })
}

/** The marks of a period, such as a value that stands for a minute. */
export const marksWithin = (
  marks: readonly PlacedMark[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly PlacedMark[] => marks.filter((mark) => mark.from <= to && mark.to >= from)
