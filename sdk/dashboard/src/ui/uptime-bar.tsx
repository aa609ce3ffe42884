import { type KeyboardEvent, type PointerEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { cn } from '../cn.ts'
import { useT } from '../i18n.ts'
import { useFormat } from '../use-format.ts'
import { useSize } from '../use-size.ts'
import { UptimeCell } from './uptime/uptime-cell.tsx'
import {
  cellsIn,
  lastDays,
  type UptimeDay,
  type UptimeThresholds,
  uptimeShare,
  uptimeState,
  usualThresholds,
} from './uptime/uptime-days.ts'
import { UptimeTable } from './uptime/uptime-table.tsx'
import { UptimeTooltip } from './uptime/uptime-tooltip.tsx'

const states = ['ok', 'degraded', 'down', 'none'] as const
const steps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageUp: -7,
  PageDown: 7,
}

/**
 * Uptime by day, one cell each, the newest on the right; padded at the old end, and shorter where there is no room for
 * all. Pointer, finger and arrow keys read a day; screen readers have a table of all days.
 *
 * @example
 * <UptimeBar label={t('uptime.title')} days={answer.data} length={90} endLabels legend />
 */
export function UptimeBar(props: {
  /** whose uptime it is; the accessible name */
  label: string
  /** by day, oldest first, the last one is today */
  days: readonly UptimeDay[]
  /** how many days are wanted, usually 30, 60, 90 or 365; default: as many as given */
  length?: number
  /** percent; default: below 99 degraded, below 95 down */
  thresholds?: UptimeThresholds
  /** what the cells mean, below the bar */
  legend?: boolean
  /** how far back the bar reaches, below its ends */
  endLabels?: boolean
  className?: string
}): ReactNode {
  const { label, days, length = days.length, thresholds = usualThresholds, legend, endLabels, className } = props
  const t = useT('sdk')
  const format = useFormat()
  const track = useRef<HTMLDivElement>(null)
  const width = useSize(track, ({ width }) => width)
  const all = useMemo(() => lastDays(days, length), [days, length])
  const shown = all.slice(-cellsIn(width, Math.max(1, all.length)))
  // by date and not by position: the day that is read stays the same when the next one begins
  const [spot, setSpot] = useState<string>()
  const newest = shown.length - 1
  const at = shown.findIndex(({ date }) => date === spot)
  const day = shown[at]
  const read = (index: number) => setSpot(shown[Math.min(newest, Math.max(0, index))]?.date)

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'Escape' && spot !== undefined) setSpot(undefined)
    else if (key === 'Home') read(0)
    else if (key === 'End') read(newest)
    else if (steps[key] !== undefined) read((at < 0 ? newest : at) + (at < 0 ? 0 : steps[key]))
    else return
    event.preventDefault()
  }
  const onPoint = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    read(Math.floor(((event.clientX - box.left) / box.width) * shown.length))
  }
  const spoken = day ?? shown[newest]
  const share = spoken && uptimeShare(spoken)
  return (
    <figure aria-label={label} className={cn('m-0 min-w-0', className)}>
      <div className="relative">
        <div
          ref={track}
          role="slider"
          aria-label={`${label}. ${t('uptime.keys')}`}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, newest)}
          aria-valuenow={at < 0 ? Math.max(0, newest) : at}
          aria-valuetext={
            spoken &&
            [
              format.date(spoken.date),
              t(`uptime.states.${uptimeState(spoken, thresholds)}`),
              share === undefined ? undefined : format.percent(share, 2),
            ]
              .filter(Boolean)
              .join(', ')
          }
          tabIndex={0}
          onKeyDown={onKeyDown}
          onPointerMove={onPoint}
          onPointerDown={onPoint}
          // a finger leaves when it is lifted, and then one wants to read
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setSpot(undefined)}
          onBlur={() => setSpot(undefined)}
          className={cn('flex h-8 touch-pan-y rounded-xs', width && width / shown.length > 7 ? 'gap-0.5' : 'gap-px')}
        >
          {shown.map((one) => (
            <UptimeCell
              key={one.date}
              state={uptimeState(one, thresholds)}
              lit={one.date === spot}
              className="h-full min-w-0 flex-1"
            />
          ))}
        </div>
        {day && <UptimeTooltip day={day} thresholds={thresholds} place={(at + 0.5) / shown.length} />}
      </div>
      {(legend || endLabels) && (
        <div
          aria-hidden
          className="mt-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-faint text-xs"
        >
          {endLabels && <span className="figures">{t('uptime.ago', { count: newest })}</span>}
          {legend && (
            <span className={cn('flex flex-wrap gap-x-3 gap-y-1', endLabels && 'max-sm:order-last max-sm:w-full')}>
              {states.map((state) => (
                <span key={state} className="inline-flex items-center gap-1.5">
                  <UptimeCell state={state} className="h-3 w-1.5" />
                  {t(`uptime.states.${state}`)}
                </span>
              ))}
            </span>
          )}
          {endLabels && <span>{t('uptime.today')}</span>}
        </div>
      )}
      <UptimeTable label={label} days={all} thresholds={thresholds} />
    </figure>
  )
}
