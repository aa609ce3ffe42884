import { Chart, Notice, Skeleton, useFormat, useT } from '@svc/dashboard-sdk'
import {
  FillHeight,
  OfflineNote,
  QueryError,
  StaleQueryNote,
  selectName,
  useServerValue,
  WidgetHead,
  WithServer,
} from '@svc/dashboard-sdk/widgets'
import type { TrafficCalendar, TrafficDay } from '@svc/plugin-accounting/contract'
import { defineWidget, useApiQuery, z } from '@svc/widget-sdk'
import { ArrowDownUp } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { chartTime, lastDays } from '../calendar.ts'
import { ServerLink } from '../server-table.tsx'

/** Hours that can be shown, in whole days. */
const hours = { h168: 168, h720: 720, h1440: 1440, h2160: 2160 } as const

/** Daily traffic of one server or all servers. */
export default defineWidget({
  configSchema: z.object({
    server_id: z.serverId().optional().describe('widget.traffic-bar.server'),
    hours: z.enum(hours).default(720).describe('widget.traffic-bar.hours'),
  }),
  component: ({ config, instanceId, isEditing }) => {
    const days = config.hours / 24
    if (config.server_id === undefined) return <TrafficBars key={days} days={days} isEditing={isEditing} />
    return (
      <WithServer serverId={config.server_id} instanceId={instanceId} isEditing={isEditing} hasPast>
        {(server) => <TrafficBars key={`${server.id} ${days}`} server={server} days={days} isEditing={isEditing} />}
      </WithServer>
    )
  },
})

/** What came in and went out, a bar for each day. */
export function TrafficBars(props: {
  /** all of them without one */
  server?: { readonly id: string; readonly isOnline: boolean }
  days: number
  isEditing: boolean
}): ReactNode {
  const { server, days, isEditing } = props
  const t = useT()
  const format = useFormat()
  const name = useServerValue(server?.id, selectName) ?? ''
  const { bars, timezone, error, retry } = useDailyTraffic(server?.id, days)
  const drawn = useMemo(() => {
    if (!bars) return undefined
    const line = (id: 'in' | 'out', color: number) => {
      const values = bars.map((day) => day[`bytes_${id}`])
      return { id, color, values, sum: values.reduce((sum, value) => sum + value, 0) }
    }
    return { times: bars.map(({ at }) => at), lines: [line('in', 1), line('out', 2)] }
  }, [bars])
  const series = useMemo(() => drawn?.lines.map((line) => ({ ...line, label: t(`line.${line.id}`) })) ?? [], [drawn, t])
  const total = series.reduce((sum, line) => sum + line.sum, 0)
  const title = t(`widget.traffic-bar.${server ? 'title' : 'titleAll'}`, { count: days })
  return (
    <div className="@container flex h-full min-h-0 flex-col">
      <WidgetHead
        title={title}
        of={server && (isEditing ? name : <ServerLink id={server.id} name={name} tab="traffic" />)}
        aside={
          drawn && (
            <span className="figures">
              {t('widget.traffic-bar.inOut', Object.fromEntries(series.map(({ id, sum }) => [id, format.bytes(sum)])))}
              <span className="@max-[34rem]:hidden"> · {t('traffic.zone', { zone: timezone })}</span>
            </span>
          )
        }
      />
      {server && !server.isOnline && <OfflineNote serverId={server.id} className="mb-1" />}
      {!drawn ? (
        error ? (
          <QueryError error={error} onRetry={retry} />
        ) : (
          <Skeleton className="min-h-0 flex-1" />
        )
      ) : (
        <>
          {error && <StaleQueryNote error={error} onRetry={retry} />}
          {total === 0 ? (
            <div className="min-h-0 flex-1 overflow-auto">
              <Notice
                icon={ArrowDownUp}
                title={t('widget.traffic-bar.empty')}
                detail={t('widget.traffic-bar.emptyHint')}
              />
            </div>
          ) : (
            <FillHeight>
              {(height) => (
                <Chart
                  label={server ? `${title}, ${name}` : title}
                  times={drawn.times}
                  series={series}
                  unit="bytes"
                  kind="bars"
                  stacked
                  min={0}
                  height={height}
                />
              )}
            </FillHeight>
          )}
        </>
      )}
    </div>
  )
}

/** Seconds: days grow by the minute. */
const refetchSeconds = 60

/** Traffic of the last `days` days of one server or all, in the time zone of the traffic accounting. */
export function useDailyTraffic(serverId: string | undefined, days: number) {
  const path =
    serverId === undefined ? '/api/traffic/overview/daily' : `/api/traffic/${encodeURIComponent(serverId)}/daily`
  const daily = useApiQuery<readonly TrafficDay[]>(path, { params: { days }, refetchSeconds })
  const calendar = useApiQuery<TrafficCalendar>('/api/traffic/calendar', { refetchSeconds })
  const { data: rows } = daily
  const { data: zone } = calendar
  const bars = useMemo(
    () => rows && zone && lastDays(rows, zone.today, days).map((row) => ({ ...row, at: chartTime(row.date) })),
    [rows, zone, days],
  )
  return {
    bars,
    timezone: zone?.timezone,
    error: daily.error ?? calendar.error ?? undefined,
    retry: () => {
      for (const query of [daily, calendar]) if (query.error) query.refetch()
    },
  }
}
