import { memo } from 'react'
import { cn } from '../cn.ts'
import { sparkPath } from './spark-path.ts'

/**
 * A chart without axes. Null breaks the line. Pass `max` for values with a natural limit (100 for percent), otherwise the
 * largest value fills the height. Decorative: show the current value as text next to it.
 */
export const Sparkline = memo(function Sparkline(props: {
  values: readonly (number | null)[]
  max?: number
  /** 1 to 6 */
  color?: number
  className?: string
}) {
  const { values, max, color = 1, className } = props
  const { line, area } = sparkPath(values, max)
  const stroke = `var(--chart-${color})`
  return (
    <svg
      viewBox="0 0 100 24"
      preserveAspectRatio="none"
      aria-hidden="true"
      className={cn('h-6 w-24 overflow-visible', className)}
    >
      <path d={area} fill={stroke} opacity="0.13" />
      <path
        d={line}
        fill="none"
        stroke={stroke}
        strokeWidth="1.25"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
})
