import { type ReactNode, useEffect } from 'react'
import { useT } from '../i18n.ts'
import { useFormat } from '../use-format.ts'
import { useNow } from '../use-now.ts'

/** The time left until `until` (milliseconds or RFC 3339) as `m:ss`; calls `onExpired` once it expires. */
export function Countdown(props: { until: number | string; onExpired?: () => void }): ReactNode {
  const { until, onExpired } = props
  const t = useT('sdk')
  const format = useFormat()
  const now = useNow()
  const left = (new Date(until).getTime() - now) / 1000
  const isExpired = left <= 0
  useEffect(() => {
    if (isExpired) onExpired?.()
  }, [isExpired, onExpired])
  return (
    <time dateTime={new Date(until).toISOString()} className="figures" role="timer">
      {isExpired ? t('countdown.expired') : format.clock(left)}
    </time>
  )
}
