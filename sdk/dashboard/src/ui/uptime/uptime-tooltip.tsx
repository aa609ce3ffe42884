import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useT } from '../../i18n.ts'
import { useFormat } from '../../use-format.ts'
import { UptimeCell } from './uptime-cell.tsx'
import { downtimeOf, type UptimeDay, type UptimeThresholds, uptimeShare, uptimeState } from './uptime-days.ts'

/** Details of a day, above its cell and inside the bar's width. `place` is where the cell is, 0 to 1. */
export function UptimeTooltip(props: { day: UptimeDay; thresholds: UptimeThresholds; place: number }): ReactNode {
  const { day, thresholds, place } = props
  const t = useT('sdk')
  const format = useFormat()
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const tip = box.current
    const room = tip?.offsetParent?.clientWidth
    if (!tip || room === undefined) return
    const left = Math.min(Math.max(0, room - tip.offsetWidth), Math.max(0, place * room - tip.offsetWidth / 2))
    tip.style.transform = `translateX(${left}px)`
  })
  const state = uptimeState(day, thresholds)
  const share = uptimeShare(day)
  const downtime = downtimeOf(day)
  return (
    <div
      ref={box}
      aria-hidden="true"
      className="pointer-events-none absolute bottom-full left-0 z-20 mb-1.5 w-max max-w-full rounded-sm bg-raised px-2.5 py-2 text-xs shadow-pop"
    >
      <p className="figures mb-1 text-faint">{format.date(day.date)}</p>
      <p className="flex items-center gap-1.5">
        <UptimeCell state={state} className="h-3 w-1.5" />
        <span>{t(`uptime.states.${state}`)}</span>
        {share !== undefined && <span className="figures ml-auto pl-4 font-medium">{format.percent(share, 2)}</span>}
      </p>
      {downtime > 0 && <p className="mt-0.5 text-muted">{t('uptime.away', { span: format.duration(downtime) })}</p>}
      {day.downtime_incidents > 0 && (
        <p className="mt-0.5 text-muted">{t('uptime.incidents', { count: day.downtime_incidents })}</p>
      )}
    </div>
  )
}
