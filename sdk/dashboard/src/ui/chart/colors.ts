import type { ChartSeries } from './props.ts'

/** A line with its place among all lines decided: hiding one does not paint the others anew. */
export interface Line extends ChartSeries {
  /** 1 to 6 */
  readonly color: number
  readonly fill: boolean
  /** pixels drawn and left out, in turn; undefined: all of it is drawn */
  readonly dash: readonly number[] | undefined
}

/** Of lines with the same colour the first is whole. */
const dashes = [undefined, [8, 4], [2, 3], [10, 3, 2, 3]]

/** How the line of a `color` looks, which may be beyond the six there are. */
export function lookOf(color: number): Pick<Line, 'color' | 'dash'> {
  const place = color - 1
  return { color: (place % 6) + 1, dash: dashes[Math.floor(place / 6) % dashes.length] }
}

/** The lines of a chart with their colours, dashed where there are more lines than colours; a single one is shaded. */
export function linesOf(series: readonly ChartSeries[]): Line[] {
  const used = new Map<number, number>()
  return series.map((one, index) => {
    const fill = one.fill ?? series.length === 1
    const color = one.color ?? (index % 6) + 1
    // that it is dashed is part of such a colour, whichever others are there
    if (color > 6) return { ...one, fill, ...lookOf(color) }
    const before = used.get(color) ?? 0
    used.set(color, before + 1)
    return { ...one, color, fill, dash: dashes[before % dashes.length] }
  })
}

/** Reads a variable of the theme; a canvas cannot use variables. */
export const themeColor = (element: Element, name: string): string =>
  getComputedStyle(element).getPropertyValue(`--${name}`).trim()

export const canvasFont = (pixels: number, weight = ''): string =>
  `${weight} ${pixels}px ui-sans-serif, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif`.trim()
