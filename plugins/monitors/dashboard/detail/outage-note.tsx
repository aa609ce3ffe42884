import { cn, RelativeTime, useCodedText, useFormat, usePluginRunning, useT } from '@svc/dashboard-sdk'
import type { Monitor } from '@svc/plugin-monitors/contract'
import { CirclePause, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { stateOf } from '../state/monitor-state.ts'

/** Start and reason of an outage, and whether a notification was sent. */
export function OutageNote({ monitor }: { monitor: Monitor }): ReactNode {
  const t = useT()
  const format = useFormat()
  const sentence = useCodedText()
  const canNotify = usePluginRunning('alerts')
  const reason = monitor.last_error_text && sentence(monitor.last_error_text)
  const { enabled, outage, consecutive_failures: failures, retry_count: tolerated } = monitor
  if (!enabled) {
    return (
      <p className="mb-4 flex items-center gap-2.5 rounded-md bg-sunken px-4 py-2.5 text-sm">
        <CirclePause className="size-4 shrink-0 text-faint" aria-hidden />
        {t('outage.paused')}
      </p>
    )
  }
  if (!outage) return null
  const isDown = stateOf(monitor) === 'down'
  const notificationStatus = outage.announced
    ? outage.notified
      ? t('outage.announced')
      : t(
          !canNotify
            ? 'group.notOffered'
            : monitor.notification_group_id === null
              ? 'outage.nobody'
              : 'outage.noChannel',
        )
    : failures > tolerated
      ? t('outage.muted')
      : t('outage.tolerated', { count: tolerated })
  return (
    <div
      role="status"
      className={cn(
        'mb-4 flex items-start gap-2.5 rounded-md px-4 py-3 text-sm',
        isDown ? 'bg-danger/10' : 'bg-warn/12',
      )}
    >
      <TriangleAlert className={cn('mt-0.5 size-4 shrink-0', isDown ? 'text-danger' : 'text-warn')} aria-hidden />
      <div className="min-w-0">
        <p className="font-medium">
          {t('outage.since', { at: format.dateTime(outage.since) })} (<RelativeTime at={outage.since} />)
        </p>
        {reason && <p className="wrap-anywhere mt-0.5">{reason}</p>}
        <p className="mt-0.5 text-muted">
          {t('outage.inARow', { count: failures })} {notificationStatus}
        </p>
      </div>
    </div>
  )
}
