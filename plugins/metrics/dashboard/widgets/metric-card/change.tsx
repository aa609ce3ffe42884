import { useFormat, useT } from '@svc/dashboard-sdk'
import { ArrowDownRight, ArrowUpRight, MoveRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { changeOf } from './day.ts'

/** The difference between the current value and the average of the last hour. */
export function Change({ now, hour, isPercent }: { now: number; hour: number; isPercent: boolean }): ReactNode {
  const t = useT()
  const format = useFormat()
  const change = changeOf(now, hour, isPercent)
  const Arrow = change > 0 ? ArrowUpRight : change < 0 ? ArrowDownRight : MoveRight
  const size = Math.abs(change)
  const relative = size >= 1000 ? '>1000%' : format.percent(size, 0)
  const text = isPercent ? t('widget.card.points', { value: format.number(size, 1) }) : relative
  const direction = change > 0 ? 'more' : change < 0 ? 'less' : 'same'
  return (
    <p className="flex min-w-0 items-center gap-1 text-muted text-xs">
      <Arrow className="size-3.5 shrink-0" aria-hidden />
      <span className="figures truncate">{t(`widget.card.${direction}`, { change: text })}</span>
    </p>
  )
}
