import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

/** `on` a full disc, `off` a hollow ring, `warn` a triangle, `critical` a diamond, `danger` a square, `pending` a dashed ring. */
export type StatusTone = 'on' | 'off' | 'warn' | 'critical' | 'danger' | 'pending'

const shapes: Record<StatusTone, ReactNode> = {
  on: <circle cx="5" cy="5" r="4" className="fill-ok" />,
  off: <circle cx="5" cy="5" r="3.25" className="fill-none stroke-faint" strokeWidth="1.5" />,
  warn: <path d="M5 .8 9.6 9H.4Z" className="fill-warn" />,
  critical: <path d="M5 0 10 5 5 10 0 5Z" className="fill-danger" />,
  danger: <rect x="1" y="1" width="8" height="8" rx="1" className="fill-danger" />,
  pending: (
    <circle cx="5" cy="5" r="3.25" className="fill-none stroke-accent" strokeWidth="1.5" strokeDasharray="2.6 1.5" />
  ),
}

/** Only the shape of a status, for those who have its label elsewhere. */
export const StatusShape = ({ tone }: { tone: StatusTone }): ReactNode => (
  <svg viewBox="0 0 10 10" className="size-2.5 shrink-0" aria-hidden="true">
    {shapes[tone]}
  </svg>
)

/** A status with shape and label, not color alone. With `hideLabel` the label is for screen readers only. */
export function StatusDot(props: {
  tone: StatusTone
  label: string
  hideLabel?: boolean
  className?: string
}): ReactNode {
  const { tone, label, hideLabel = false, className } = props
  return (
    <span className={cn('inline-flex items-center gap-2 whitespace-nowrap text-sm', className)}>
      <StatusShape tone={tone} />
      <span className={hideLabel ? 'sr-only' : undefined}>{label}</span>
    </span>
  )
}
