import { memo, type ReactNode, useRef } from 'react'
import type { Unit } from '../../format.js'
import { useT } from '../../i18n.js'
import { useFormat } from '../../use-format.js'
import type { ChartGap, ChartSeries } from './props.js'
import { gapSpan } from './reading-text.js'
import { sampledRows } from './table-rows.js'

const mostRows = 50
// Live charts change every few seconds; a table that is only listened to need not.
const calm = 15

interface Props {
  readonly label: string
  readonly times: readonly number[]
  readonly series: readonly ChartSeries[]
  readonly unit: Unit
  readonly gaps: readonly ChartGap[] | undefined
}

/** The data of a chart as a table for screen readers, at most 50 rows; "Show data" of a card has all. */
export function ChartTable(props: Props): ReactNode {
  const shown = useRef(props)
  const before = shown.current
  const live = (props.times.at(-1) ?? 0) - (before.times.at(-1) ?? 0)
  const grown = props.times.length > 0 && before.times.length > 0 && live > 0 && live < calm
  if (!grown || before.label !== props.label || before.series.length !== props.series.length) shown.current = props
  return <Rows {...shown.current} />
}

const Rows = memo(function Rows({ label, times, series, unit, gaps }: Props) {
  const t = useT('sdk')
  const format = useFormat()
  return (
    // A table does not shrink to the box that hides it; it would make the page longer.
    <div className="sr-only">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{t('chart.time')}</th>
            {series.map((one) => (
              <th key={one.id} scope="col">
                {one.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sampledRows(times, gaps, mostRows).map(({ key, at, row, gap }) => (
            <tr key={key}>
              <th scope="row">{gap ? gapSpan(gap, { format, t }) : format.dateTime(at * 1000)}</th>
              {gap ? (
                <td colSpan={series.length}>{gap.label}</td>
              ) : (
                series.map((one) => <td key={one.id}>{format.value(one.values[row ?? -1] ?? Number.NaN, unit)}</td>)
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
})
