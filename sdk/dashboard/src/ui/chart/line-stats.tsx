import type { Unit } from '@svc/protocol/text'
import { type ReactNode, useMemo } from 'react'
import { useT } from '../../i18n.ts'
import { useFormat } from '../../use-format.ts'
import type { ChartSeries } from './props.ts'
import { statsOf } from './stats.ts'

/** Average and maximum of a line, or its last value. */
export function LineStats(props: { values: ChartSeries['values']; unit: Unit; summary: 'stats' | 'last' }): ReactNode {
  const { values, unit, summary } = props
  const t = useT('sdk')
  const format = useFormat()
  const { mean, max, last } = useMemo(() => statsOf(values), [values])
  const write = (value: number) => <span className="font-medium text-ink">{format.value(value, unit)}</span>
  return (
    <span className="figures whitespace-nowrap text-faint">
      {summary === 'last' ? (
        write(last)
      ) : (
        <>
          {t('chart.mean')} {write(mean)} · {t('chart.max')} {write(max)}
        </>
      )}
    </span>
  )
}
