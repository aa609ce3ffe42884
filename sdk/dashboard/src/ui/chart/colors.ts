import type { ChartSeries } from './props.ts'

/** A line with its final colors, which do not change when other lines are hidden. */
export interface Line extends ChartSeries {
  /** 1 to 6 */
  readonly color: number
  readonly fill: boolean
  /** alternating dash and gap lengths in pixels; undefined: solid */
  readonly dash: readonly number[] | undefined
}

/** Dashes for lines of the same color; the first is solid. */
const dashes = [undefined, [8, 4], [2, 3], [10, 3, 2, 3]]

/** Color and dash of a line; numbers beyond the six colors are dashed. */
export function lookOf(color: number): Pick<Line, 'color' | 'dash'> {
  const index = color - 1
  return { color: (index % 6) + 1, dash: dashes[Math.floor(index / 6) % dashes.length] }
}

/** Assigns colors to the lines of a chart, dashed if there are more lines than colors. A single line is filled. */
export function linesOf(series: readonly ChartSeries[]): Line[] {
  const used = new Map<number, number>()
  return series.map((one, index) => {
    const fill = one.fill ?? series.length === 1
    const color = one.color ?? (index % 6) + 1
    // these colors are always dashed
    if (color > 6) return { ...one, fill, ...lookOf(color) }
    const count = used.get(color) ?? 0
    used.set(color, count + 1)
    return { ...one, color, fill, dash: dashes[count % dashes.length] }
  })
}

/** Reads a theme color; canvas does not support CSS variables. */
export const themeColor = (element: Element, name: string): string =>
  getComputedStyle(element).getPropertyValue(`--${name}`).trim()

export const canvasFont = (pixels: number, weight = ''): string =>
  `${weight} ${pixels}px ui-sans-serif, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif`.trim()
