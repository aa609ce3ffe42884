import {
  cn,
  keepOrder,
  levelOf,
  Notice,
  PageLink,
  Skeleton,
  useFormat,
  useHoverOrFocus,
  useLive,
  useT,
} from '@svc/dashboard-sdk'
import { useThrottledServers } from '@svc/dashboard-sdk/widgets'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import { defineWidget, z } from '@svc/widget-sdk'
import { ServerOff, Unplug } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { type Ranked, rankServers, type TopMetric, topMetrics } from './ranking.ts'

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

const fills = { normal: 'bg-accent/18', warning: 'bg-warn/22', danger: 'bg-danger/22' }

/** The servers with their values as bars. The order does not change under the pointer or focus. */
export function TopList({
  label,
  metric,
  rows,
}: {
  label: string
  metric: TopMetric
  rows: readonly Ranked[]
}): ReactNode {
  const { held, handlers } = useHoverOrFocus()
  const [shown, setShown] = useState(rows)
  useEffect(() => setShown((last) => (held.current ? keepOrder(last, rows) : rows)), [rows, held])
  return (
    <ol aria-label={label} className="flex flex-col gap-0.5" {...handlers}>
      {shown.map((row) => (
        <Row key={row.id} metric={metric} row={row} />
      ))}
    </ol>
  )
}

function Row({ metric, row: { id, name, value, fraction } }: { metric: TopMetric; row: Ranked }) {
  const t = useT()
  const format = useFormat()
  const isShare = metric !== 'bandwidth'
  const level = isShare ? levelOf(value) : 'normal'
  return (
    <li className="relative flex h-6 min-w-0 items-center gap-3 overflow-hidden rounded-sm bg-sunken/60 px-2 text-sm max-md:h-9">
      <span
        aria-hidden
        className={cn('absolute inset-0 origin-left', fills[level])}
        style={{ transform: `scaleX(${fraction})` }}
      />
      <PageLink
        page={serverPage}
        params={{ id }}
        search={{ tab: 'metrics' }}
        data-tip={name}
        otherwise={<span className="relative min-w-0 flex-1 truncate">{name}</span>}
        className="relative min-w-0 flex-1 truncate rounded-xs hover:underline"
      >
        {name}
      </PageLink>
      <span className="figures relative shrink-0 font-medium">
        {isShare ? format.percent(value, 1) : format.rate(value)}
        {level !== 'normal' && <span className="sr-only">, {t(`sdk:meter.${level}`)}</span>}
      </span>
    </li>
  )
}
