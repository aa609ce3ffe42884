import type { UsageLimits } from '@svc/protocol'
import type { Format } from '@svc/protocol/text'
import type { ReactNode } from 'react'
import { cn } from '../cn.ts'
import { useT } from '../i18n.ts'
import { useFormat } from '../use-format.ts'

/** The severity of a percentage. */
export type Level = 'normal' | 'warning' | 'danger'

const defaultLimits: UsageLimits = { warning: 70, critical: 90 }

/** Above `critical` danger, above `warning` warning, else normal. By default above 90 and above 70. */
export function levelOf(percent: number, { warning, critical }: UsageLimits = defaultLimits): Level {
  if (critical !== null && percent > critical) return 'danger'
  return warning !== null && percent > warning ? 'warning' : 'normal'
}

const fills: Record<Level, string> = { normal: 'bg-accent', warning: 'bg-warn', danger: 'bg-danger' }
const inks: Record<Level, string> = { normal: 'text-ink', warning: 'text-warn', danger: 'text-danger' }

const highest = 999

/** Formats a percentage that may exceed 100; values above 999% are capped. */
export const percentText = (percent: number, format: Format): string =>
  percent > highest ? `>${format.percent(highest, 0)}` : format.percent(percent, percent < 9.95 ? 1 : 0)

/** A percentage as a thin bar with its value. May exceed 100 for limits that can be exceeded. */
export function Meter(props: {
  /** percent */
  value: number
  /** what is measured; the accessible name */
  label: string
  /** next to the value, for example `3.1 / 8 GiB` */
  detail?: ReactNode
  /** not current */
  muted?: boolean
  thick?: boolean
  /** where it turns yellow and red; default above 70 and above 90. For usage of servers: `useUsageLimits` */
  limits?: UsageLimits
  className?: string
}): ReactNode {
  const { label, detail, muted = false, thick = false, limits, className } = props
  const t = useT('sdk')
  const format = useFormat()
  const value = Math.max(0, Number.isFinite(props.value) ? props.value : 0)
  const filled = Math.min(100, value)
  const level = levelOf(value, limits)
  const text = percentText(value, format)
  return (
    <div className={cn('min-w-0', className)}>
      <div className="flex items-baseline justify-between gap-2 text-xs">
        <span className={cn('figures font-medium', thick && 'text-base', muted ? 'text-faint' : inks[level])}>
          {text}
        </span>
        {detail && <span className="figures truncate text-faint">{detail}</span>}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers draw <meter> in their own colours */}
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(filled)}
        aria-valuetext={`${text}, ${t(`meter.${value > 100 ? 'over' : level}`)}`}
        className={cn('mt-1 overflow-hidden rounded-full bg-line', thick ? 'h-2' : 'h-[3px]')}
      >
        <div
          className={cn(
            'h-full origin-left rounded-full transition-transform duration-500',
            muted ? 'bg-faint' : fills[level],
          )}
          style={{ transform: `scaleX(${filled / 100})` }}
        />
      </div>
    </div>
  )
}
