import type { ChartGap } from './props.ts'

/** The middle of a gap. */
export const middleOf = ({ from, to }: ChartGap): number => from + (to - from) / 2

/** The valid gaps, sorted by time. */
export const sortedGaps = (gaps: readonly ChartGap[] = []): readonly ChartGap[] =>
  gaps
    .filter(({ from, to }) => Number.isFinite(from) && Number.isFinite(to) && to > from)
    .toSorted((a, b) => a.from - b.from)

/** The gap that contains a time; `gaps` must be sorted. */
export function gapAt(gaps: readonly ChartGap[], at: number): ChartGap | undefined {
  let low = 0
  let high = gaps.length
  while (low < high) {
    const half = (low + high) >> 1
    if ((gaps[half]?.from ?? 0) <= at) low = half + 1
    else high = half
  }
  const gap = gaps[low - 1]
  return gap && at < gap.to ? gap : undefined
}

/** A band in pixels. Its text is horizontal, vertical, or omitted if there is no room. */
export interface Band {
  readonly left: number
  readonly width: number
  readonly text: 'horizontal' | 'vertical' | undefined
}

/**
 * The band of a gap: clipped to the area, and at least `minWidth` wide so that a missing minute in a month is visible.
 * Undefined outside the area.
 */
export function bandOf(
  ends: { readonly left: number; readonly right: number },
  area: { readonly left: number; readonly width: number; readonly height: number },
  text: { readonly width: number; readonly height: number },
  minWidth: number,
): Band | undefined {
  const right = area.left + area.width
  if (!(ends.right > area.left && ends.left < right)) return undefined
  const left = Math.max(area.left, ends.left)
  const width = Math.max(Math.min(right, ends.right) - left, minWidth)
  const start = Math.min(left, right - width)
  const fitsHorizontally = text.width <= width
  const fitsVertically = text.height <= width && text.width <= area.height
  return { left: start, width, text: fitsHorizontally ? 'horizontal' : fitsVertically ? 'vertical' : undefined }
}
