import type { Unit } from '@svc/protocol/text'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type uPlot from 'uplot'
import { cn } from '../../cn.ts'
import { useT } from '../../i18n.ts'
import { useFormat } from '../../use-format.ts'
import type { Line } from './colors.ts'
import type { CursorIndex } from './cursor-index.ts'
import { type DrawnData, rowAt } from './data.ts'
import { ChartSwatch } from './legend.tsx'
import type { PlacedMark } from './marks.ts'
import { readingOf } from './reading-text.ts'

interface Props {
  readonly data: DrawnData
  readonly lines: readonly Line[]
  readonly marks: readonly PlacedMark[]
  readonly unit: Unit
  readonly stacked: boolean
  readonly daily: boolean
}

/** More would not fit next to a chart. */
const maxLines = 12
const maxMarks = 4
/** CSS pixels between cursor and tooltip */
const offset = 14

/** The values under the cursor and their time; stays inside the chart. */
export function ChartTooltip(props: Props & { cursor: CursorIndex; plot: () => uPlot | undefined }): ReactNode {
  const { cursor, plot, ...shown } = props
  const index = useSyncExternalStore(cursor.subscribe, cursor.get)
  const box = useRef<HTMLDivElement>(null)
  const tip = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const chart = plot()
    if (!box.current || !tip.current || !chart || index === undefined) return
    // Avoid measuring: with a dozen synced charts, each measurement would force a layout.
    const left = chart.bbox.left / devicePixelRatio
    const width = chart.bbox.width / devicePixelRatio
    const at = Math.min(width, Math.max(0, chart.valToPos(shown.data.columns[0][index] ?? 0, 'x')))
    const onRight = at < width / 2
    Object.assign(box.current.style, {
      left: `${onRight ? left + at + offset : left}px`,
      right: `${onRight ? chart.width - left - width : chart.width - left - at + offset}px`,
      flexDirection: onRight ? 'row' : 'row-reverse',
    })
    // Next to the cursor if it fits; otherwise it overlaps the cursor, not the edge.
    Object.assign(
      tip.current.style,
      onRight ? { marginRight: 'auto', marginLeft: '' } : { marginLeft: 'auto', marginRight: '' },
    )
  })
  if (index === undefined || index >= shown.data.columns[0].length) return null
  return (
    <div ref={box} aria-hidden="true" className="pointer-events-none absolute top-2 z-10 flex justify-end">
      <div
        ref={tip}
        className="min-w-28 max-w-[min(20rem,80vw)] shrink-0 rounded-sm bg-raised px-2.5 py-2 text-xs shadow-pop"
      >
        <Reading {...shown} index={index} />
      </div>
    </div>
  )
}

function Reading({ data, lines, marks: all, unit, stacked, daily, index }: Props & { index: number }) {
  const t = useT('sdk')
  const format = useFormat()
  const { when, gap, marks } = readingOf(data, index, { format, t, daily, marks: all })
  if (gap) {
    return (
      <>
        <p className="figures mb-1 text-faint">{when}</p>
        <p className="font-medium">{gap}</p>
        <Marks marks={marks} />
      </>
    )
  }
  const row = rowAt(data, index)
  const values = lines.map((line) => ({ line, value: line.values[row] ?? Number.NaN }))
  const total = values.reduce((sum, { value }) => (Number.isFinite(value) ? sum + value : sum), 0)
  const listed =
    values.length > maxLines ? values.toSorted((a, b) => size(b.value) - size(a.value)).slice(0, maxLines) : values
  return (
    <>
      <p className="figures mb-1 whitespace-nowrap text-faint">{when}</p>
      {listed.map(({ line, value }) => (
        <p key={line.id} className="flex items-center gap-2 whitespace-nowrap">
          <ChartSwatch line={line} />
          <span className="max-w-48 truncate text-muted">{line.label}</span>
          <span className="figures ml-auto pl-3 font-medium">{format.value(value, unit)}</span>
        </p>
      ))}
      {values.length > maxLines && <p className="text-faint">{t('chart.more', { count: values.length - maxLines })}</p>}
      {stacked && values.length > 1 && (
        <p className="mt-1 flex gap-2 border-t pt-1">
          <span className="text-muted">{t('chart.total')}</span>
          <span className="figures ml-auto pl-3 font-medium">{format.value(total, unit)}</span>
        </p>
      )}
      <Marks marks={marks} />
    </>
  )
}

/** What happened then. */
function Marks({ marks }: { marks: readonly PlacedMark[] }) {
  const t = useT('sdk')
  if (marks.length === 0) return null
  return (
    <div className="mt-1 grid gap-0.5 border-t pt-1">
      {marks.slice(0, maxMarks).map(({ from, label, tone }) => (
        <p key={`${from} ${label}`} className="flex gap-1.5">
          <TriangleAlert
            className={cn('mt-px size-3.5 shrink-0', tone === 'danger' ? 'text-danger' : 'text-warn')}
            aria-hidden
          />
          <span className="wrap-anywhere">{label}</span>
        </p>
      ))}
      {marks.length > maxMarks && <p className="text-faint">{t('chart.more', { count: marks.length - maxMarks })}</p>}
    </div>
  )
}

const size = (value: number) => (Number.isFinite(value) ? value : Number.NEGATIVE_INFINITY)
