import { ErrorState, Skeleton, StaleNote, useApi, useNow, usePageSearch, useT } from '@svc/dashboard-sdk'
import type { ServerTraffic, TrafficCalendar, TrafficDay } from '@svc/plugin-accounting/contract'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import { type ReactNode, useMemo } from 'react'
import { addDays, hoursOfToday } from '../calendar.ts'
import { everyMinute, useCalendar } from '../queries.ts'
import { CycleCard } from './cycle-card.tsx'
import { DailyChart, TrafficChart } from './daily-chart.tsx'
import { PastCycles } from './past-cycles.tsx'
import { trendDays } from './traffic-search.ts'

/** Traffic of one server: current cycle, today by hour, recent days and past cycles. */
export default function TrafficTab({ serverId }: { readonly serverId: string }): ReactNode {
  const id = encodeURIComponent(serverId)
  const traffic = useApi<ServerTraffic>(`/api/servers/${id}/traffic`, everyMinute)
  const calendar = useCalendar()
  if (!traffic.data || !calendar.data) {
    const error = traffic.error ?? calendar.error
    if (!error) return <Skeleton className="h-72 rounded-lg" />
    return (
      <div className="panel">
        <ErrorState
          error={error}
          onRetry={() => {
            void traffic.refetch()
            void calendar.refetch()
          }}
        />
      </div>
    )
  }
  return (
    <>
      <StaleNote error={traffic.error} onRetry={() => void traffic.refetch()} />
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 xl:grid-cols-2">
          <CycleCard traffic={traffic.data} today={calendar.data.today} timezone={calendar.data.timezone} />
          <Today traffic={traffic.data} timezone={calendar.data.timezone} />
        </div>
        <Days serverId={serverId} calendar={calendar.data} />
        <PastCycles serverId={serverId} />
      </div>
    </>
  )
}

function Today({ traffic, timezone }: { traffic: ServerTraffic; timezone: string }) {
  const t = useT()
  const minute = Math.floor(useNow(60_000) / 60_000)
  const { hours, first, end } = useMemo(
    () => hoursOfToday(traffic.hourly, timezone, minute * 60),
    [traffic.hourly, timezone, minute],
  )
  return (
    <TrafficChart
      label={t('traffic.today')}
      description={t('traffic.todayIn', { zone: timezone })}
      fileName="traffic-today"
      bars={hours}
      from={first}
      to={end}
    />
  )
}

function Days({ serverId, calendar }: { serverId: string; calendar: TrafficCalendar }) {
  const t = useT()
  const [search, setSearch] = usePageSearch(serverPage)
  const days = trendDays.find((value) => `${value}d` === search.range) ?? trendDays[0]
  const { today, timezone } = calendar
  const answer = useApi<readonly TrafficDay[]>(`/api/traffic/${encodeURIComponent(serverId)}/daily`, {
    search: { from: addDays(today, 1 - Number(days)), to: today },
    ...everyMinute,
  })
  return (
    <DailyChart
      title={t('traffic.trend')}
      fileName="traffic-by-day"
      days={days}
      onDays={(value) => setSearch({ range: `${value}d` })}
      rows={answer.data}
      today={today}
      timezone={timezone}
      error={answer.error}
      onRetry={() => void answer.refetch()}
      stale={answer.isPlaceholderData}
    />
  )
}
