import { useFormat, useT } from '@svc/dashboard-sdk'
import { ArrowDownRight, ArrowUpRight, MoveRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { changeOf } from './day.ts'

/** How a figure differs from the mean of the last hour. */
export function Change({ now, hour, isPercent }: { now: number; hour: number; isPercent: boolean }): ReactNode {
  const t = useT()
  const format = useFormat()
  const change = changeOf(now, hour, isPercent)
  const Arrow = change > 0 ? ArrowUpRight : change < 0 ? ArrowDownRight : MoveRight
  // many times as much is no figure to read
  const text = Math.abs(change) >= 1000 ? '>1000%' : format.percent(Math.abs(change), isPercent ? 1 : 0)
  const direction = change > 0 ? 'more' : change < 0 ? 'less' : 'same'
  return (
    <p className="flex min-w-0 items-center gap-1 text-muted text-xs">
      <Arrow className="size-3.5 shrink-0" aria-hidden />
      <span className="figures truncate">{t(`widget.card.${direction}`, { change: text })}</span>
    </p>
  )
}
