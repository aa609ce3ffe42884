import { Tooltip, useFormat, useNow } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { inUtc } from './zone.js'

/** How long ago something was; the exact time, also in UTC, is in the tooltip. */
export function Moment({ at, className }: { at: string; className?: string }): ReactNode {
  const format = useFormat()
  const now = useNow(10_000)
  return (
    <Tooltip text={`${format.dateTime(at)} · ${inUtc(at)}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the exact time is in the tooltip */}
      <time tabIndex={0} dateTime={at} className={className}>
        {format.relative(at, Math.max(now, Date.parse(at)))}
      </time>
    </Tooltip>
  )
}
