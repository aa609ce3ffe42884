import { Notice, Skeleton, useLive, useT } from '@svc/dashboard-sdk'
import { useThrottledServers } from '@svc/dashboard-sdk/widgets'
import { defineWidget, z } from '@svc/widget-sdk'
import { ServerOff, Unplug } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { rankServers, topMetrics } from './top-n/ranking.ts'
import { TopList } from './top-n/top-list.tsx'

const configSchema = z.object({
  metric: z.enum(topMetrics).default('cpu').describe('widget.top-n.metric'),
  sort: z.enum(['desc', 'asc']).default('desc').describe('widget.top-n.sort'),
  count: z.number().int().min(1).max(20).default(5).describe('widget.top-n.count'),
})

type Config = z.output<typeof configSchema>

function TopN({ config: { metric, sort, count } }: { config: Config }): ReactNode {
  const t = useT()
  const { loaded } = useLive()
  const servers = useThrottledServers()
  const { rows, online, offline } = useMemo(
    () => rankServers(servers, { metric, sort, count }),
    [servers, metric, sort, count],
  )
  if (!loaded && servers.length === 0) return <Skeleton className="h-36 w-full" />
  if (servers.length === 0) return <Notice icon={ServerOff} title={t('sdk:server.noServers')} />
  if (rows.length === 0) {
    return (
      <Notice
        icon={Unplug}
        title={t(online > 0 ? 'widget.top-n.unknown' : 'widget.top-n.noneOnline')}
        detail={online === 0 && t('widget.top-n.allOffline', { count: offline })}
      />
    )
  }
  const title = t(`widget.top-n.${sort}`, { metric: t(`widget.top-n.metric.${metric}`) })
  return (
    <div className="-my-1">
      <p className="caption mb-1 flex justify-between gap-3">
        <span className="truncate">{title}</span>
        {offline > 0 && <span className="shrink-0">{t('widget.top-n.offline', { count: offline })}</span>}
      </p>
      <TopList label={title} metric={metric} rows={rows} />
    </div>
  )
}

/** The servers with the highest or lowest live value of a metric. */
export default defineWidget({ configSchema, component: TopN })
