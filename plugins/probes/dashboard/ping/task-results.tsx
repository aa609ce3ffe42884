import {
  ChartCard,
  type ChartSeries,
  EmptyState,
  ErrorState,
  Segmented,
  Select,
  Skeleton,
  toIsoTime,
  useApi,
  useFormat,
  useNow,
  useT,
} from '@svc/dashboard-sdk'
import type { PingSeries, PingTask } from '@svc/plugin-probes/contract'
import { ChartLine } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { pingTaskPath } from '../paths.ts'
import { type PingSearch, type Span, spans } from '../search.ts'
import { maxLines, resultLines } from './result-lines.ts'

const minute = 60_000

/** Results of a task: latency by server, and lost pings. */
export function TaskResults(props: {
  task: PingTask
  search: PingSearch
  onSearch: (patch: Partial<PingSearch>) => void
}): ReactNode {
  const { task, search, onSearch } = props
  const { server, hours = '6' } = search
  const t = useT()
  // Include the current minute with the newest results.
  const to = Math.ceil(useNow(minute) / minute) * 60
  const from = to - Number(hours) * 3600
  const { data, error, refetch } = useApi<readonly PingSeries[]>(`${pingTaskPath(task.id)}/series`, {
    search: { from: toIsoTime(from), to: toIsoTime(to) },
    keepPrevious: true,
  })
  const choose = (next: Span) => onSearch({ hours: next === '6' ? undefined : next })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label={t('sdk:range.label')}
          value={hours}
          onChange={choose}
          options={spans.map((value) => ({ value, label: t(`widget.network.hours.${value}`) }))}
        />
        {data && data.length > 1 && (
          <Select
            aria-label={t('ping.server')}
            value={server ?? ''}
            onChange={({ target }) => onSearch({ server: target.value || undefined })}
            className="w-full sm:w-56"
          >
            <option value="">
              {data.length > maxLines ? t('ping.slowest', { count: maxLines }) : t('ping.scopes.all')}
            </option>
            {data.map(({ server_id, server_name }) => (
              <option key={server_id} value={server_id}>
                {server_name}
              </option>
            ))}
          </Select>
        )}
      </div>
      {data ? (
        <Results task={task} data={data} server={server} span={{ from, to }} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-56 rounded-lg" />
      )}
    </div>
  )
}

function Results(props: {
  task: PingTask
  data: readonly PingSeries[]
  server: string | undefined
  span: { readonly from: number; readonly to: number }
}): ReactNode {
  const { task, data, server, span } = props
  const t = useT()
  const format = useFormat()
  const { times, lines, gapAfter, sent, failed } = useMemo(
    () => resultLines(data, server, task.interval),
    [data, server, task.interval],
  )
  const series = useMemo(
    () => lines.map(({ id, name, values }): ChartSeries => ({ id, label: name, values, fill: false })),
    [lines],
  )
  if (times.length === 0) {
    return (
      <div className="panel">
        <EmptyState
          icon={ChartLine}
          title={t('chart.empty')}
          description={t(task.enabled ? 'ping.emptyHint' : 'ping.emptyOff')}
        />
      </div>
    )
  }
  const [first, second] = lines
  // A single line has no legend.
  const only = first && !second ? first.name : undefined
  const lost = (failed / Math.max(1, sent)) * 100
  return (
    <ChartCard
      label={only ? t('ping.latencyFrom', { server: only }) : t('chart.latency')}
      description={t('ping.lost', {
        failed: format.number(failed),
        sent: format.number(sent),
        share: format.percent(lost, lost > 0 && lost < 10 ? 1 : 0),
      })}
      fileName={[task.name, 'ping']}
      unit="ms"
      times={times}
      series={series}
      gapAfter={gapAfter}
      {...span}
      height={220}
    />
  )
}
