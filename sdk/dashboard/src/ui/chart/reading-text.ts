import type { Format, Unit } from '@svc/protocol/text'
import type { Translate } from '../../i18n.ts'
import { type DrawnData, rowAt } from './data.ts'
import type { ChartGap, ChartSeries } from './props.ts'
import { dayText, momentText, spanText } from './time-text.ts'

interface Words {
  readonly format: Format
  readonly t: Translate
  /** the times are days */
  readonly daily: boolean
}

/** Formats start, end and duration of a gap. */
export const gapSpan = ({ from, to }: ChartGap, { format, t }: Pick<Words, 'format' | 't'>): string =>
  t('chart.span', { span: spanText(format.locale, from, to), duration: format.duration(to - from) })

/** The period without data around an inserted index, if its cause is unknown. */
function holeAt({ columns: [times] }: DrawnData, index: number): Pick<ChartGap, 'from' | 'to'> {
  const at = times[index] ?? 0
  return { from: times[index - 1] ?? at, to: times[index + 1] ?? at }
}

/** The time at an index, and the cause if there are no values. */
export function readingOf(data: DrawnData, index: number, words: Words): { when: string; gap: string | undefined } {
  const { format, t, daily } = words
  const gap = data.gaps.get(index)
  if (gap) return { when: gapSpan(gap, words), gap: gap.label }
  if (rowAt(data, index) < 0) {
    return { when: gapSpan({ ...holeAt(data, index), label: '' }, words), gap: t('chart.noValues') }
  }
  const at = data.times[rowAt(data, index)] ?? 0
  return { when: daily ? dayText(format.locale, at) : momentText(format.locale, at), gap: undefined }
}

/** Time and values at an index as one text, for screen readers. */
export function accessibleValueText(
  data: DrawnData,
  index: number,
  lines: readonly ChartSeries[],
  words: Words & { readonly unit: Unit },
): string {
  if (index < 0 || index >= data.columns[0].length) return words.t('chart.none')
  const { when, gap } = readingOf(data, index, words)
  if (gap) return `${when}: ${gap}`
  const row = rowAt(data, index)
  const value = (line: ChartSeries) => words.format.value(line.values[row] ?? Number.NaN, words.unit)
  return `${when}: ${lines.map((line) => `${line.label} ${value(line)}`).join(', ')}`
}
