import type { Unit } from '@svc/protocol/text'

/** One line of a chart. */
export interface ChartSeries {
  readonly id: string
  readonly label: string
  /** one per time; null breaks the line, undefined does not (nothing was to be measured then) */
  readonly values: readonly (number | null | undefined)[]
  /** 1 to 6, and from 7 on the same ones dashed; default by position */
  readonly color?: number
  /** fill the area below; default for a single series */
  readonly fill?: boolean
}

/** A period without values, in epoch seconds; `to` is exclusive. */
export interface ChartGap {
  readonly from: number
  readonly to: number
  /** the cause, as shown to users */
  readonly label: string
}

/** A period worth knowing, in epoch seconds: a bar above the lines, also in tooltip and tables. */
export interface ChartMark {
  readonly from: number
  /** undefined: it lasts */
  readonly to?: number | undefined
  /** what it is, as shown to users */
  readonly label: string
  readonly tone: 'danger' | 'warn'
}

/** Props of `Chart`. */
export interface ChartProps {
  /** what is shown; the accessible name of the figure */
  readonly label: string
  /** seconds since the epoch, ascending */
  readonly times: readonly number[]
  readonly series: readonly ChartSeries[]
  readonly unit: Unit
  /** lines (default), one bar per time (days, hours), or values that hold until the next one */
  readonly kind?: 'line' | 'bars' | 'steps'
  /** stacks the series, the first at the bottom */
  readonly stacked?: boolean
  /** false: a custom legend outside of the chart explains the lines and decides which ones are passed */
  readonly legend?: boolean
  /** fixed ends of the value axis; 0 to 100 for percent, else 0 to what fits */
  readonly min?: number
  readonly max?: number
  /** seconds; two points further apart are not connected */
  readonly gapAfter?: number
  /** periods without values: labelled bands, also listed in tooltip and tables */
  readonly gaps?: readonly ChartGap[]
  /** periods worth knowing: bars above the lines, also listed in tooltip and tables */
  readonly marks?: readonly ChartMark[]
  /** fixed ends of the time axis in seconds; default: the data's own */
  readonly from?: number
  readonly to?: number
  /** charts of one page with the same key share the cursor */
  readonly syncKey?: string
  /** makes a range selectable by dragging, two fingers, or Shift and arrow keys; seconds */
  readonly onZoom?: (from: number, to: number) => void
  /** zooms out, if zoomed: double-click, Escape, and a button in `ChartCard` */
  readonly onZoomOut?: () => void
  /** pixels, default 180 */
  readonly height?: number
  readonly className?: string
}

/** Props of `ChartCard`; `label` is the title. */
export interface ChartCardProps extends ChartProps {
  /** next to each line: average and maximum (default), the last value, or nothing */
  readonly summary?: 'stats' | 'last' | 'none'
  /** prefix of exported files, in one or several parts; default: the label */
  readonly fileName?: string | readonly string[]
  readonly description?: string
}
