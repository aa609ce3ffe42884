import type { Unit } from '@svc/protocol/text'
import { type CsvCell, toCsv } from '../../csv.ts'
import { toIsoTime } from '../../iso-time.ts'
import type { ChartProps } from './props.ts'
import { tableRows } from './table-rows.ts'

const signs: Record<Unit, string> = {
  percent: '%',
  bytes: 'B',
  rate: 'B/s',
  number: '',
  celsius: '°C',
  ms: 'ms',
}

/** All values as CSV, by time: ISO times, and plain numbers with the unit in the header. Gaps have their own rows. */
export function csvOf(chart: Pick<ChartProps, 'times' | 'series' | 'unit' | 'gaps'>): string {
  const { times, series, unit, gaps } = chart
  const sign = signs[unit]
  const head = ['time', ...series.map(({ label }) => (sign ? `${label} (${sign})` : label))]
  const rows = tableRows(times, gaps).map(({ at, row, gap }): CsvCell[] => [
    toIsoTime(at),
    ...series.map(({ values }) => (row === undefined ? null : (values[row] ?? null))),
    ...(gap ? [toIsoTime(gap.to), gap.label] : gaps?.length ? [null, null] : []),
  ])
  return toCsv([gaps?.length ? [...head, 'gap_until', 'gap_cause'] : head, ...rows])
}
