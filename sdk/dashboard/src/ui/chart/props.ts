import type { Unit } from '../../format.ts'

/** One line of a chart. */
export interface ChartSeries {
  readonly id: string
  readonly label: string
  /** one per time; null breaks the line, undefined lets it pass: nothing was to be measured then */
  readonly values: readonly (number | null | undefined)[]
  /** 1 to 6, and from 7 on the same ones dashed; default by position */
  readonly color?: number
  /** shade the area below; default for a single series */
  readonly fill?: boolean
}

/** A stretch of time without values, and why; seconds since the epoch, `to` past the end. */
export interface ChartGap {
  readonly from: number
  readonly to: number
  /** the cause, for people */
  readonly label: string
}

/** What `Chart` shows and how. */
export interface ChartProps {
  /** what is shown; the accessible name of the figure */
  readonly label: string
  /** seconds since the epoch, ascending */
  readonly times: readonly number[]
  readonly series: readonly ChartSeries[]
  readonly unit: Unit
  /** lines (default), one bar per time (days, hours), or values that hold until the next one */
  readonly kind?: 'line' | 'bars' | 'steps'
  /** series lie upon each other, the first at the bottom */
  readonly stacked?: boolean
  /** false: what stands beside the chart says which line is which, and which of them are given */
  readonly legend?: boolean
  /** fixed ends of the value axis; 0 to 100 for percent, else 0 to what fits */
  readonly min?: number
  readonly max?: number
  /** seconds; two points further apart are not connected */
  readonly gapAfter?: number
  /** known stretches without values: labelled bands, and said in the tooltip and the tables */
  readonly gaps?: readonly ChartGap[]
  /** fixed ends of the time axis in seconds; default: the data's own */
  readonly from?: number
  readonly to?: number
  /** charts of one page with the same key share the cursor */
  readonly syncKey?: string
  /** makes a range selectable by dragging, two fingers, or Shift and arrow keys; seconds */
  readonly onZoom?: (from: number, to: number) => void
  /** the way back to the wider range, while there is one: double click, Escape, and a button in `ChartCard` */
  readonly onZoomOut?: () => void
  /** pixels, default 180 */
  readonly height?: number
  readonly className?: string
}

/** What `ChartCard` shows: a chart, whose `label` is the title, and what surrounds it. */
export interface ChartCardProps extends ChartProps {
  /** beside each line: its mean and largest value (default), its last value, or nothing */
  readonly summary?: 'stats' | 'last' | 'none'
  /** how exported files begin, in one part or in several that share the room; default from the label */
  readonly fileName?: string | readonly string[]
  readonly description?: string
}
