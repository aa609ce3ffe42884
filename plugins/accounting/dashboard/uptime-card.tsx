import {
  Card,
  EmptyState,
  ErrorState,
  Skeleton,
  StaleNote,
  Stat,
  UptimeBar,
  type UptimeDay,
  uptimeShare,
  useApi,
  useFormat,
  useT,
} from '@svc/dashboard-sdk'
import type { UptimeWindow } from '@svc/plugin-accounting/contract'
import { Activity } from 'lucide-react'
import type { ReactNode } from 'react'
import { everyMinute } from './queries.ts'

const days = 90

/** Uptime of a server: the last 90 days by day, and averages. */
export default function UptimeCard({ serverId }: { readonly serverId: string }): ReactNode {
  const t = useT()
  const path = `/api/servers/${encodeURIComponent(serverId)}`
  const daily = useApi<readonly UptimeDay[]>(`${path}/uptime-daily`, { search: { days }, ...everyMinute })
  const windows = useApi<readonly UptimeWindow[]>(`${path}/uptime`, everyMinute)
  const error = daily.error ?? windows.error
  const retry = () => {
    void daily.refetch()
    void windows.refetch()
  }
  return (
    <Card title={t('uptime.title')} description={t('uptime.lead', { count: days })}>
      {daily.data && windows.data ? (
        <>
          <StaleNote error={error} onRetry={retry} />
          {daily.data.some(({ total_minutes }) => total_minutes > 0) ? (
            <Known days={daily.data} windows={windows.data} />
          ) : (
            <EmptyState icon={Activity} title={t('uptime.empty')} description={t('uptime.emptyHint')} />
          )}
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <Skeleton className="h-28" />
      )}
    </Card>
  )
}

function Known(props: { days: readonly UptimeDay[]; windows: readonly UptimeWindow[] }) {
  const t = useT()
  const format = useFormat()
  const outages = props.days.reduce((sum, day) => sum + day.downtime_incidents, 0)
  const first = props.days.find(({ total_minutes }) => total_minutes > 0)?.date
  /** set if less than the whole window is known */
  const sinceOf = ({ hours }: UptimeWindow) =>
    first && hours > 24 && props.days.length - props.days.findIndex(({ date }) => date === first) < hours / 24
      ? format.date(`${first}T00:00:00`)
      : undefined
  return (
    <>
      <dl className="mb-4 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-5">
        {props.windows.map((window) => {
          const away = window.total_minutes - window.online_minutes
          const date = sinceOf(window)
          const span = format.duration(away * 60)
          return (
            <Stat
              key={window.hours}
              label={
                window.hours === 24 ? t('uptime.hours', { count: 24 }) : t('uptime.days', { count: window.hours / 24 })
              }
              hint={
                date
                  ? t(away > 0 ? 'uptime.awaySince' : 'uptime.since', { span, date })
                  : t(away > 0 ? 'uptime.away' : 'uptime.whole', { span })
              }
            >
              {format.percent(uptimeShare(window) ?? Number.NaN, 2)}
            </Stat>
          )
        })}
        <Stat label={t('uptime.outages')} hint={t('uptime.days', { count: days })}>
          {format.number(outages)}
        </Stat>
      </dl>
      <UptimeBar label={t('uptime.title')} days={props.days} length={days} legend endLabels />
    </>
  )
}
