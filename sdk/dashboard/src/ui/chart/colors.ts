import type { ChartSeries } from './props.js'

/** A line with its place among all lines decided: hiding one does not paint the others anew. */
export interface Line extends ChartSeries {
  /** 1 to 6 */
  readonly color: number
  readonly fill: boolean
}

/** The lines of a chart with their colours; a single one is shaded. */
export const linesOf = (series: readonly ChartSeries[]): Line[] =>
  series.map((one, index) => ({
    ...one,
    color: one.color ?? (index % 6) + 1,
    fill: one.fill ?? series.length === 1,
  }))

/** Reads a variable of the theme; a canvas cannot use variables. */
export const themeColor = (element: Element, name: string): string =>
  getComputedStyle(element).getPropertyValue(`--${name}`).trim()

export const canvasFont = (pixels: number, weight = ''): string =>
  `${weight} ${pixels}px ui-sans-serif, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif`.trim()
