import { type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type uPlot from 'uplot'
import type { Unit } from '../../format.ts'
import { useT } from '../../i18n.ts'
import { useFormat } from '../../use-format.ts'
import type { Line } from './colors.ts'
import type { Spot } from './cursor-index.ts'
import { type Drawn, rowAt } from './data.ts'
import { ChartSwatch } from './legend.tsx'
import { readingOf } from './reading-text.ts'

interface Props {
  readonly data: Drawn
  readonly lines: readonly Line[]
  readonly unit: Unit
  readonly stacked: boolean
  readonly daily: boolean
}

/** More would not fit beside a chart. */
const most = 12
/** CSS pixels between the cursor and the tip. */
const away = 14

/** The values under the cursor, with the moment they belong to; stays inside the chart. */
export function ChartTip(props: Props & { spot: Spot; plot: () => uPlot | undefined }): ReactNode {
  const { spot, plot, ...shown } = props
  const index = useSyncExternalStore(spot.subscribe, spot.get)
  const box = useRef<HTMLDivElement>(null)
  const tip = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const chart = plot()
    if (!box.current || !tip.current || !chart || index === undefined) return
    // Nothing is measured here: with a dozen charts under one cursor each would lay out the page anew.
    const left = chart.bbox.left / devicePixelRatio
    const width = chart.bbox.width / devicePixelRatio
    const at = Math.min(width, Math.max(0, chart.valToPos(shown.data.columns[0][index] ?? 0, 'x')))
    const onRight = at < width / 2
    Object.assign(box.current.style, {
      left: `${onRight ? left + at + away : left}px`,
      right: `${onRight ? chart.width - left - width : chart.width - left - at + away}px`,
      flexDirection: onRight ? 'row' : 'row-reverse',
    })
    // Beside the cursor where it fits; what is too wide reaches over the cursor, not over the edge.
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

function Reading({ data, lines, unit, stacked, daily, index }: Props & { index: number }) {
  const t = useT('sdk')
  const format = useFormat()
  const { when, gap } = readingOf(data, index, { format, t, daily })
  if (gap) {
    return (
      <>
        <p className="figures mb-1 text-faint">{when}</p>
        <p className="font-medium">{gap}</p>
      </>
    )
  }
  const row = rowAt(data, index)
  const values = lines.map((line) => ({ line, value: line.values[row] ?? Number.NaN }))
  const total = values.reduce((sum, { value }) => (Number.isFinite(value) ? sum + value : sum), 0)
  const listed = values.length > most ? values.toSorted((a, b) => size(b.value) - size(a.value)).slice(0, most) : values
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
      {values.length > most && <p className="text-faint">{t('chart.more', { count: values.length - most })}</p>}
      {stacked && values.length > 1 && (
        <p className="mt-1 flex gap-2 border-t pt-1">
          <span className="text-muted">{t('chart.total')}</span>
          <span className="figures ml-auto pl-3 font-medium">{format.value(total, unit)}</span>
        </p>
      )}
    </>
  )
}

const size = (value: number) => (Number.isFinite(value) ? value : Number.NEGATIVE_INFINITY)
