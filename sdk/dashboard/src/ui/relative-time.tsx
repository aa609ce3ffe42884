import type { ReactNode } from 'react'
import { formatUtc } from '../iso-time.ts'
import { useFormat } from '../use-format.ts'
import { useNow } from '../use-now.ts'

/** A relative time ("5 minutes ago"); the tooltip shows the exact local and UTC time. */
export function RelativeTime(props: {
  /** RFC 3339 */
  at: string
  /** allow future times; otherwise they are shown as now, in case clocks differ */
  ahead?: boolean
  className?: string
}): ReactNode {
  const { at, ahead = false, className } = props
  const format = useFormat()
  const now = useNow(10_000)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the exact time is in the tooltip
    <time tabIndex={0} dateTime={at} data-tip={`${format.dateTime(at)} · ${formatUtc(at)}`} className={className}>
      {format.relative(at, ahead ? now : Math.max(now, Date.parse(at)))}
    </time>
  )
}
