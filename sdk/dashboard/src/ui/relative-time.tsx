import type { ReactNode } from 'react'
import { formatUtc } from '../iso-time.ts'
import { useFormat } from '../use-format.ts'
import { useNow } from '../use-now.ts'
import { Tooltip } from './tooltip.tsx'

/** How long ago something was, or how far ahead it is; the exact time, also in UTC, is in the tooltip. */
export function RelativeTime(props: {
  /** RFC 3339 */
  at: string
  /** may lie ahead; a time that should have passed never does, whatever the clocks say */
  ahead?: boolean
  className?: string
}): ReactNode {
  const { at, ahead = false, className } = props
  const format = useFormat()
  const now = useNow(10_000)
  return (
    <Tooltip text={`${format.dateTime(at)} · ${formatUtc(at)}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the exact time is in the tooltip */}
      <time tabIndex={0} dateTime={at} className={className}>
        {format.relative(at, ahead ? now : Math.max(now, Date.parse(at)))}
      </time>
    </Tooltip>
  )
}
