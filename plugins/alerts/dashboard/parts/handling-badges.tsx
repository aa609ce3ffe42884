import { Badge, useFormat, useT } from '@svc/dashboard-sdk'
import type { AlertEvent } from '@svc/plugin-alerts/contract'
import type { ReactNode } from 'react'

/** No data, acknowledged, silenced by a user. */
export function HandlingBadges({
  alert,
}: {
  alert: Pick<AlertEvent, 'status' | 'no_data_since' | 'acknowledged_by' | 'silence'>
}): ReactNode {
  const t = useT()
  const format = useFormat()
  if (alert.status !== 'firing') return null
  const { no_data_since, acknowledged_by, silence } = alert
  return (
    <>
      {no_data_since !== null && (
        <Badge tone="warn" hint={t('alert.noDataHint')}>
          {t('alert.noData')}
        </Badge>
      )}
      {acknowledged_by !== null && (
        <Badge tone="accent">
          <span className="max-w-48 truncate">{t('alert.acknowledged', { name: acknowledged_by })}</span>
        </Badge>
      )}
      {silence && (
        <Badge hint={t('alert.silencedUntilBy', { name: silence.created_by, time: format.dateTime(silence.until) })}>
          {t('alert.silencedUntil', { time: format.dateTime(silence.until) })}
        </Badge>
      )}
    </>
  )
}
