import type { Unit } from '@svc/protocol/text'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { useT } from '../../i18n.ts'
import { useFormat } from '../../use-format.ts'
import { queueDraw } from './draw-queue.ts'
import type { ChartGap, ChartSeries } from './props.ts'
import { gapSpan } from './reading-text.ts'
import { sampledRows } from './table-rows.ts'

const maxRows = 50
/** seconds; the table of a live chart is not updated more often */
const updateInterval = 15

interface Props {
  readonly label: string
  readonly times: readonly number[]
  readonly series: readonly ChartSeries[]
  readonly unit: Unit
  readonly gaps: readonly ChartGap[] | undefined
}

/**
 * The data of a chart as a table for screen readers, sampled to 50 rows ("Show data" lists all). Rendered after all charts
 * have been drawn.
 */
export function ChartTable(props: Props): ReactNode {
  const { label, times, series, unit, gaps } = props
  const [shown, setShown] = useState<Props>()
  const place = useRef<HTMLDivElement>(null)
  const isLive = shown !== undefined && isContinuation(shown, props)
  useEffect(() => {
    const element = place.current
    if (!element || isLive) return
    return queueDraw(element, () => setShown({ label, times, series, unit, gaps }), { lowPriority: true })
  }, [label, times, series, unit, gaps, isLive])
  return (
    // Wrapped because `sr-only` does not shrink a table, which would make the page longer.
    <div ref={place} className="sr-only">
      {shown && <Rows {...shown} />}
    </div>
  )
}

/** Whether `next` only adds a few seconds to what is shown. */
function isContinuation(shown: Props, next: Props): boolean {
  const [before, now] = [shown.times.at(-1), next.times.at(-1)]
  if (before === undefined || now === undefined || shown.label !== next.label) return false
  return shown.series.length === next.series.length && now > before && now - before < updateInterval
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
        {sampledRows(times, gaps, maxRows).map(({ key, at, row, gap }) => (
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
