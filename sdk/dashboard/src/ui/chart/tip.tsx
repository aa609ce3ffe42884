import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Unit } from '../../format.js'
import { useFormat } from '../../use-format.js'
import type { ChartSeries, Columns } from './data.js'
import { ChartSwatch } from './legend.js'

/** The values under the cursor, with the moment they belong to; stays inside the chart. */
export function ChartTip(props: {
  data: Columns
  series: readonly ChartSeries[]
  unit: Unit
  spot: { index: number; left: number }
  /** the drawing area, in which the tip stays */
  over: HTMLElement | undefined
}): ReactNode {
  const { data, series, unit, spot, over } = props
  const format = useFormat()
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const tip = box.current
    if (!tip || !over) return
    const right = spot.left + 14
    const fits = right + tip.offsetWidth <= over.clientWidth
    const left = over.offsetLeft + (fits ? right : Math.max(0, spot.left - 14 - tip.offsetWidth))
    tip.style.transform = `translateX(${left}px)`
  })
  const at = data[0][spot.index]
  if (at === undefined) return null
  return (
    <div
      ref={box}
      aria-hidden="true"
      className="pointer-events-none absolute top-2 left-0 z-10 min-w-28 rounded-sm bg-raised px-2.5 py-2 text-xs shadow-pop"
    >
      <p className="figures mb-1 whitespace-nowrap text-faint">{format.dateTime(at * 1000)}</p>
      {series.map((one, index) => {
        const value = data[index + 1]?.[spot.index]
        return (
          <p key={one.id} className="flex items-center gap-2 whitespace-nowrap">
            <ChartSwatch series={one} index={index} />
            <span className="text-muted">{one.label}</span>
            <span className="figures ml-auto pl-3 font-medium">{format.value(value ?? Number.NaN, unit)}</span>
          </p>
        )
      })}
    </div>
  )
}
