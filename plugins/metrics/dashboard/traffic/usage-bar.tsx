import { cn, type Format, type Level, levelOf, useFormat, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

const fills: Record<Level, string> = { normal: 'bg-accent', warning: 'bg-warn', danger: 'bg-danger' }
const inks: Record<Level, string> = { normal: 'text-ink', warning: 'text-warn', danger: 'text-danger' }

const highest = 999

/** A share that may be more than all; beyond 999 % it does not matter how much. */
export const shareText = (percent: number, format: Format): string =>
  percent > highest ? `>${format.percent(highest, 0)}` : format.percent(percent, percent < 9.95 ? 1 : 0)

/** How much of its limit a server used: yellow above 70, red above 90; the figure may be above 100. */
export function UsageBar(props: {
  percent: number
  /** the accessible name */
  label: string
  detail?: ReactNode
  thick?: boolean
}): ReactNode {
  const { percent, label, detail, thick = false } = props
  const t = useT()
  const format = useFormat()
  const level = levelOf(percent)
  const text = shareText(percent, format)
  const filled = Math.min(100, Math.max(0, percent))
  return (
    <div className="min-w-0">
      <div className="flex items-baseline justify-between gap-2 text-xs">
        <span className={cn('figures font-medium', thick && 'text-base', inks[level])}>{text}</span>
        {detail && <span className="figures truncate text-faint">{detail}</span>}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers draw <meter> in their own colours */}
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(filled)}
        aria-valuetext={`${text}, ${t(`traffic.level.${percent > 100 ? 'over' : level}`)}`}
        className={cn('mt-1 overflow-hidden rounded-full bg-line', thick ? 'h-2' : 'h-[3px]')}
      >
        <div
          className={cn('h-full origin-left rounded-full transition-transform duration-500', fills[level])}
          style={{ transform: `scaleX(${filled / 100})` }}
        />
      </div>
    </div>
  )
}
