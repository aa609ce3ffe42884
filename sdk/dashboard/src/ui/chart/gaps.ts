import type { ChartGap } from './props.ts'

/** The middle of a gap. */
export const middleOf = ({ from, to }: ChartGap): number => from + (to - from) / 2

/** Those that mean a stretch of time, in order. */
export const orderly = (gaps: readonly ChartGap[] = []): readonly ChartGap[] =>
  gaps
    .filter(({ from, to }) => Number.isFinite(from) && Number.isFinite(to) && to > from)
    .toSorted((a, b) => a.from - b.from)

/** The gap in which a moment lies; `gaps` in order. */
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

/** A band in pixels; its text lies, stands, or has no room. */
export interface Band {
  readonly left: number
  readonly width: number
  readonly text: 'lying' | 'standing' | undefined
}

/**
 * Where a gap is drawn: within the area, at least `thinnest` wide so that a missing minute of a month can be seen.
 * Undefined outside the area.
 */
export function bandOf(
  ends: { readonly left: number; readonly right: number },
  area: { readonly left: number; readonly width: number; readonly height: number },
  text: { readonly width: number; readonly height: number },
  thinnest: number,
): Band | undefined {
  const right = area.left + area.width
  if (!(ends.right > area.left && ends.left < right)) return undefined
  const left = Math.max(area.left, ends.left)
  const width = Math.max(Math.min(right, ends.right) - left, thinnest)
  const start = Math.min(left, right - width)
  const lying = text.width <= width
  const standing = text.height <= width && text.width <= area.height
  return { left: start, width, text: lying ? 'lying' : standing ? 'standing' : undefined }
}
