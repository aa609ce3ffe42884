import { Chart, Notice, Skeleton, useFormat, useT } from '@svc/dashboard-sdk'
import {
  FillHeight,
  OfflineNote,
  QueryError,
  StaleQueryNote,
  selectName,
  useServerValue,
} from '@svc/dashboard-sdk/widgets'
import { ArrowDownUp } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { WidgetHeader } from '../history/widget-header.tsx'
import { useDailyTraffic } from './use-daily-traffic.ts'

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
      <WidgetHeader
        title={title}
        server={server && { id: server.id, name, tab: 'traffic' }}
        isEditing={isEditing}
        aside={
          drawn && (
            <span className="figures">
              {t('widget.fleet.inOut', Object.fromEntries(series.map(({ id, sum }) => [id, format.bytes(sum)])))}
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
