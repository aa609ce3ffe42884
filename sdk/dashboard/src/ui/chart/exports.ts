import { fileNameOf } from '../../file-name.ts'
import { toIsoTime } from '../../iso-time.ts'
import { saveFile } from '../../save-file.ts'
import type { Line } from './colors.ts'
import { csvOf } from './csv.ts'
import { pictureOf } from './png.ts'
import type { ChartCardProps } from './props.ts'
import { spanText } from './time-text.ts'

type Source = Pick<ChartCardProps, 'label' | 'fileName' | 'times' | 'series' | 'unit' | 'gaps' | 'from' | 'to'>

/** The ends of what is shown, in seconds. */
function spanOf({ times, from, to }: Pick<Source, 'times' | 'from' | 'to'>): [number, number] | undefined {
  const [start, end] = [from ?? times[0], to ?? times.at(-1)]
  return start === undefined || end === undefined ? undefined : [start, end]
}

const stamp = (seconds: number) => toIsoTime(seconds).slice(0, 16).replaceAll(/[-:]/g, '').concat('Z')

/** What it is and when: `CPU-20260305T1200Z-20260306T1200Z.csv`. */
export function selectName(
  source: Pick<Source, 'label' | 'fileName' | 'times' | 'from' | 'to'>,
  extension: string,
): string {
  const span = spanOf(source)
  const when = span?.every((end) => toIsoTime(end)) ? [span.map(stamp).join('-')] : []
  return fileNameOf([source.fileName ?? source.label].flat().concat(when), extension)
}

/** Saves all values of a chart. */
export const saveCsv = (source: Source): void =>
  saveFile(selectName(source, 'csv'), 'text/csv;charset=utf-8', csvOf(source))

/** Saves the chart as it is drawn in `around`, with the lines that are shown. False when the browser could not. */
export async function savePicture(
  around: Element | null,
  source: Source & { readonly lines: readonly Line[]; readonly locale: string },
): Promise<boolean> {
  const drawing = around?.querySelector('canvas')
  const span = spanOf(source)
  const range = span ? spanText(source.locale, ...span) : ''
  const picture = drawing && (await pictureOf(drawing, { title: source.label, range, lines: source.lines }))
  if (!picture) return false
  saveFile(selectName(source, 'png'), 'image/png', picture)
  return true
}
