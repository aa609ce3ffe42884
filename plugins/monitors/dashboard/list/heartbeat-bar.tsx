import { cn, useFormat, useT } from '@svc/dashboard-sdk'
import type { MonitorBeats } from '@svc/plugin-monitors/contract'
import type { ReactNode } from 'react'

/** as many as the server sends */
const maxBeats = 30

/** The last checks, newest right: tall and green, or short and red for a failure. */
export function HeartbeatBar({ beats }: Pick<MonitorBeats, 'beats'>): ReactNode {
  const t = useT()
  const format = useFormat()
  if (beats.length === 0) return <span className="text-faint text-xs">{t('list.beatsNone')}</span>
  const failures = beats.filter(({ success }) => !success).length
  const missing = Array.from({ length: maxBeats - beats.length }, (_, i) => i)
  return (
    <span
      role="img"
      aria-label={t('list.beatsLabel', { count: beats.length, failures })}
      className="flex h-5 w-36 items-end gap-px"
    >
      {missing.map((i) => (
        <span key={i} className="h-full flex-1 rounded-xs bg-line" />
      ))}
      {beats.map(({ time, success }, i) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: two checks may have the same time
          key={i}
          data-tip={`${format.dateTime(time)}: ${t(success ? 'record.success' : 'record.failure')}`}
          className={cn('flex-1 rounded-xs', success ? 'h-full bg-ok' : 'h-3/5 bg-danger')}
        />
      ))}
    </span>
  )
}

/** Uptime of a day and of 30 days. */
export function Uptimes({ uptime_24h, uptime_30d }: Pick<MonitorBeats, 'uptime_24h' | 'uptime_30d'>): ReactNode {
  const t = useT()
  const format = useFormat()
  const share = (value: number | null) => (value === null ? '–' : format.percent(value * 100, value === 1 ? 0 : 2))
  return (
    <span className="figures block whitespace-nowrap text-right text-xs">
      <span className="block">
        {share(uptime_24h)} <span className="text-faint">{t('list.uptimeDay')}</span>
      </span>
      <span className="block text-muted">
        {share(uptime_30d)} <span className="text-faint">{t('list.uptimeMonth')}</span>
      </span>
    </span>
  )
}
