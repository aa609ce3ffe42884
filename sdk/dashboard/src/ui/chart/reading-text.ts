import type { Format, Unit } from '@svc/protocol/text'
import type { Translate } from '../../i18n.ts'
import { type DrawnData, rowAt } from './data.ts'
import { marksWithin, type PlacedMark } from './marks.ts'
import type { ChartGap, ChartSeries } from './props.ts'
import { dayText, momentText, spanText } from './time-text.ts'

interface Words {
  readonly format: Format
  readonly t: Translate
  /** the times are days */
  readonly daily: boolean
  readonly marks: readonly PlacedMark[]
}

/** Formats start, end and duration of a gap. */
export const gapSpan = ({ from, to }: ChartGap, { format, t }: Pick<Words, 'format' | 't'>): string =>
  t('chart.span', { span: spanText(format.locale, from, to), duration: format.duration(to - from) })

/** The period without data around an inserted index, if its cause is unknown. */
function holeAt({ columns: [times] }: DrawnData, index: number): Pick<ChartGap, 'from' | 'to'> {
  const at = times[index] ?? 0
  return { from: times[index - 1] ?? at, to: times[index + 1] ?? at }
}

interface Reading {
  readonly when: string
  /** why there are no values */
  readonly gap: string | undefined
  readonly marks: readonly PlacedMark[]
}

/** The time at an index, what happened then, and the cause if there are no values. */
export function readingOf(data: DrawnData, index: number, words: Words): Reading {
  const { format, t, daily, marks } = words
  const gap = data.gaps.get(index)
  if (gap) return { when: gapSpan(gap, words), gap: gap.label, marks: marksWithin(marks, gap) }
  if (rowAt(data, index) < 0) {
    const hole = holeAt(data, index)
    return { when: gapSpan({ ...hole, label: '' }, words), gap: t('chart.noValues'), marks: marksWithin(marks, hole) }
  }
  const at = data.times[rowAt(data, index)] ?? 0
  const when = daily ? dayText(format.locale, at) : momentText(format.locale, at)
  // A value stands for the time around it, so that marks shorter than the distance of two values are met as well.
  const around = { from: at - data.spacing / 2, to: at + data.spacing / 2 }
  return { when, gap: undefined, marks: marksWithin(marks, around) }
}

/** Start, end and duration of a mark, which may last. */
export const markSpan = ({ from, to }: PlacedMark, { format, t }: Pick<Words, 'format' | 't'>): string =>
  Number.isFinite(to)
    ? t('chart.span', { span: spanText(format.locale, from, to), duration: format.duration(to - from) })
    : t('chart.since', { at: momentText(format.locale, from) })

/** Time and values at an index as one text, for screen readers. */
export function accessibleValueText(
  data: DrawnData,
  index: number,
  lines: readonly ChartSeries[],
  words: Words & { readonly unit: Unit },
): string {
  if (index < 0 || index >= data.columns[0].length) return words.t('chart.none')
  const { when, gap, marks } = readingOf(data, index, words)
  const happened = marks.map(({ label }) => `. ${label}`).join('')
  if (gap) return `${when}: ${gap}${happened}`
  const row = rowAt(data, index)
  const value = (line: ChartSeries) => words.format.value(line.values[row] ?? Number.NaN, words.unit)
  return `${when}: ${lines.map((line) => `${line.label} ${value(line)}`).join(', ')}${happened}`
}
