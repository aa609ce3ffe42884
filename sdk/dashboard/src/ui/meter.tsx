import type { ReactNode } from 'react'
import { cn } from '../cn.js'
import { useT } from '../i18n.js'
import { useFormat } from '../use-format.js'

/** How worrying a share is. */
export type Level = 'normal' | 'warning' | 'danger'

/** Up to 70 normal, above 70 warning, above 90 danger. */
export const levelOf = (percent: number): Level => (percent > 90 ? 'danger' : percent > 70 ? 'warning' : 'normal')

const fills: Record<Level, string> = { normal: 'bg-accent', warning: 'bg-warn', danger: 'bg-danger' }
const inks: Record<Level, string> = { normal: 'text-ink', warning: 'text-warn', danger: 'text-danger' }

/** A share of 0..100 as a thin bar with its figure. `muted` for a value that is not current. */
export function Meter(props: {
  value: number
  /** what is measured; the accessible name */
  label: string
  /** beside the figure, for example `3.1 / 8 GiB` */
  detail?: ReactNode
  muted?: boolean
  className?: string
}): ReactNode {
  const { label, detail, muted = false, className } = props
  const t = useT('sdk')
  const format = useFormat()
  const value = Math.min(100, Math.max(0, Number.isFinite(props.value) ? props.value : 0))
  const level = levelOf(value)
  const text = format.percent(value, value < 9.95 ? 1 : 0)
  return (
    <div className={cn('min-w-0', className)}>
      <div className="flex items-baseline justify-between gap-2 text-xs">
        <span className={cn('figures font-medium', muted ? 'text-faint' : inks[level])}>{text}</span>
        {detail && <span className="figures truncate text-faint">{detail}</span>}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers draw <meter> in their own colours */}
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(value)}
        aria-valuetext={`${text}, ${t(`meter.${level}`)}`}
        className="mt-1 h-[3px] overflow-hidden rounded-full bg-line"
      >
        <div
          className={cn(
            'h-full origin-left rounded-full transition-transform duration-500',
            muted ? 'bg-faint' : fills[level],
          )}
          style={{ transform: `scaleX(${value / 100})` }}
        />
      </div>
    </div>
  )
}
