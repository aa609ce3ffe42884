import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Unit } from '../../format.ts'
import { useT } from '../../i18n.ts'
import { useFormat } from '../../use-format.ts'
import { queueDraw } from './draw-queue.ts'
import type { ChartGap, ChartSeries } from './props.ts'
import { gapSpan } from './reading-text.ts'
import { sampledRows } from './table-rows.ts'

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

/**
 * The data of a chart as a table for screen readers, at most 50 rows; "Show data" of a card has all. It follows when all
 * charts are drawn.
 */
export function ChartTable(props: Props): ReactNode {
  const { label, times, series, unit, gaps } = props
  const [shown, setShown] = useState<Props>()
  const place = useRef<HTMLDivElement>(null)
  const isLive = shown !== undefined && goesOn(shown, props)
  useEffect(() => {
    const element = place.current
    if (!element || isLive) return
    return queueDraw(element, () => setShown({ label, times, series, unit, gaps }), { patient: true })
  }, [label, times, series, unit, gaps, isLive])
  return (
    // A table does not shrink to the box that hides it; it would make the page longer.
    <div ref={place} className="sr-only">
      {shown && <Rows {...shown} />}
    </div>
  )
}

/** Whether `next` is what was shown and a few seconds more. */
function goesOn(shown: Props, next: Props): boolean {
  const [before, now] = [shown.times.at(-1), next.times.at(-1)]
  if (before === undefined || now === undefined || shown.label !== next.label) return false
  return shown.series.length === next.series.length && now > before && now - before < calm
}

const Rows = memo(function Rows({ label, times, series, unit, gaps }: Props) {
  const t = useT('sdk')
  const format = useFormat()
  return (
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
  )
})
