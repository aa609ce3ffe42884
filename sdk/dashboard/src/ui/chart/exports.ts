import type { Unit } from '@svc/protocol/text'
import { type CsvCell, toCsv } from '../../csv.ts'
import { fileNameOf } from '../../file-name.ts'
import { toIsoTime } from '../../iso-time.ts'
import { saveFile } from '../../save-file.ts'
import type { Line } from './colors.ts'
import { renderPng } from './png.ts'
import type { ChartCardProps, ChartProps } from './props.ts'
import { tableRows } from './table-rows.ts'
import { spanText } from './time-text.ts'

type Source = Pick<ChartCardProps, 'label' | 'fileName' | 'times' | 'series' | 'unit' | 'gaps' | 'from' | 'to'>

/** The shown time range in seconds. */
function spanOf({ times, from, to }: Pick<Source, 'times' | 'from' | 'to'>): [number, number] | undefined {
  const [start, end] = [from ?? times[0], to ?? times.at(-1)]
  return start === undefined || end === undefined ? undefined : [start, end]
}

const stamp = (seconds: number) => toIsoTime(seconds).slice(0, 16).replaceAll(/[-:]/g, '').concat('Z')

/** What it is and when: `CPU-20260305T1200Z-20260306T1200Z.csv`. */
export function exportFileName(
  source: Pick<Source, 'label' | 'fileName' | 'times' | 'from' | 'to'>,
  extension: string,
): string {
  const span = spanOf(source)
  const when = span?.every((end) => toIsoTime(end)) ? [span.map(stamp).join('-')] : []
  return fileNameOf([source.fileName ?? source.label].flat().concat(when), extension)
}

/** Downloads all values of a chart as CSV. */
export const saveCsv = (source: Source): void =>
  saveFile(exportFileName(source, 'csv'), 'text/csv;charset=utf-8', csvOf(source))

/** Downloads the chart in `container` as PNG, with its visible lines. Returns false if the browser cannot create it. */
export async function savePng(
  container: Element | null,
  source: Source & { readonly lines: readonly Line[]; readonly locale: string },
): Promise<boolean> {
  const drawing = container?.querySelector('canvas')
  const span = spanOf(source)
  const range = span ? spanText(source.locale, ...span) : ''
  const png = drawing && (await renderPng(drawing, { title: source.label, range, lines: source.lines }))
  if (!png) return false
  saveFile(exportFileName(source, 'png'), 'image/png', png)
  return true
}

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
