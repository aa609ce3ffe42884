import { type ComponentType, type ReactNode, useCallback, useMemo, useSyncExternalStore } from 'react'
import { useT } from '../../i18n.ts'
import { useTheme } from '../../theme.ts'
import { useFormat } from '../../use-format.ts'
import { type Line, linesOf } from './colors.ts'
import { type DrawnData, prepareData } from './data.ts'
import { sortedGaps } from './gaps.ts'
import { MarkList } from './mark-list.tsx'
import { type PlacedMark, placedMarks } from './marks.ts'
import type { ChartGap, ChartProps } from './props.ts'
import { visible } from './reading.ts'
import { ChartTable } from './screen-reader-table.tsx'
import { viewOf } from './time-range.ts'
import { allMidnights } from './time-text.ts'

/** Props of the plot inside a chart figure. */
export interface PlotProps extends Omit<ChartProps, 'marks'> {
  readonly data: DrawnData
  /** those that are shown */
  readonly lines: readonly Line[]
  /** in order */
  readonly gaps: readonly ChartGap[]
  readonly marks: readonly PlacedMark[]
  readonly strong: boolean
  /** the times are days */
  readonly daily: boolean
}

/** A chart's figure: accessible name, empty state, and the table for screen readers. */
export function ChartFigure(
  props: ChartProps & { hidden: ReadonlySet<string>; plot: ComponentType<PlotProps> },
): ReactNode {
  const { hidden, plot: Plot, ...chart } = props
  const { label, times, series, unit, gapAfter, stacked, kind, from, to } = chart
  const t = useT('sdk')
  const { locale } = useFormat()
  const { theme } = useTheme()
  const strong = useMedia('(forced-colors: active), (prefers-contrast: more)')
  const lines = useMemo(() => linesOf(series).filter(({ id }) => !hidden.has(id)), [series, hidden])
  const gaps = useMemo(() => sortedGaps(chart.gaps), [chart.gaps])
  const marks = useMemo(() => placedMarks(chart.marks), [chart.marks])
  const data = useMemo(
    () => prepareData(times, lines, { gapAfter, gaps, stacked, kind }),
    [times, lines, gapAfter, gaps, stacked, kind],
  )
  const isBlank = useMemo(() => isEmpty(data, gaps, { from, to, kind }), [data, gaps, from, to, kind])
  const daily = useMemo(() => kind === 'bars' && allMidnights(times), [kind, times])
  // The plot is recreated when anything but the data changes, because canvas does not support CSS variables.
  const plotKey = JSON.stringify([
    theme,
    strong,
    locale,
    unit,
    kind,
    stacked,
    chart.min,
    chart.max,
    chart.syncKey,
    chart.onZoom !== undefined,
    lines.map(({ id, label, color, fill }) => [id, label, color, fill]),
  ])
  return (
    <figure aria-label={label} className="chart m-0 min-w-0">
      <div className="relative">
        <Plot
          key={plotKey}
          {...chart}
          data={data}
          lines={lines}
          gaps={gaps}
          marks={marks}
          strong={strong}
          daily={daily}
        />
        {isBlank && (
          <p className="pointer-events-none absolute inset-0 grid place-items-center text-faint text-sm">
            {t('chart.none')}
          </p>
        )}
      </div>
      <ChartTable label={label} times={times} series={series} unit={unit} gaps={gaps} />
      <MarkList marks={marks} />
    </figure>
  )
}

/** Whether neither values nor gaps are visible. */
function isEmpty(data: DrawnData, gaps: readonly ChartGap[], ends: Pick<ChartProps, 'from' | 'to' | 'kind'>): boolean {
  const view = viewOf(data, ends)
  if (!view) return true
  const { first, last } = visible(data, view)
  const [, ...lists] = data.columns
  // include the points next to the edges: their lines reach into the visible area
  const seen = lists.some((list) => list.slice(Math.max(0, first - 1), last + 2).some((value) => value != null))
  return !seen && !gaps.some(({ from, to }) => to > view[0] && from < view[1])
}

/** Whether a media query matches. */
function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (notify: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', notify)
      return () => media.removeEventListener('change', notify)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
