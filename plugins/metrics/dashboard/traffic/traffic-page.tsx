import {
  ErrorState,
  PageHeader,
  Segmented,
  StaleNote,
  StatSkeletons,
  useApi,
  useFormat,
  usePageSearch,
  useT,
} from '@svc/dashboard-sdk'
import type { TrafficDay, TrafficOverview } from '@svc/plugin-metrics/contract'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { CsvButton } from '../accounting/csv-button.tsx'
import { arrange } from '../accounting/filter-and-sort.ts'
import { NoBilling } from '../accounting/no-billing.tsx'
import { refresh, useCalendar } from '../accounting/queries.ts'
import { AccountList } from '../accounting/server-table.tsx'
import { parseSort } from '../accounting/table-search.ts'
import { trafficPage } from '../pages.ts'
import { DailyChart } from './daily-chart.tsx'
import { isNear, nearLimit, trafficCsv, trafficKeys } from './fleet-traffic.ts'
import { TrafficEntry, useTrafficColumns } from './traffic-columns.tsx'
import { trafficColumns, trendDays } from './traffic-search.ts'
import { TrafficStats } from './traffic-stats.tsx'

const usual = { by: 'usage', direction: 'desc' } as const

/** What the servers send and receive in their billing cycles, who is near a limit, and how it went day by day. */
export default function TrafficPage(): ReactNode {
  const t = useT()
  const format = useFormat()
  const [search, setSearch] = usePageSearch(trafficPage)
  const days = search.days ?? trendDays[0]
  const fleet = useApi<readonly TrafficOverview[]>('/api/traffic/overview', refresh)
  const trend = useApi<readonly TrafficDay[]>('/api/traffic/overview/daily', { search: { days }, ...refresh })
  const calendar = useCalendar()
  const columns = useTrafficColumns()
  const sort = parseSort(search.sort, trafficColumns) ?? usual
  const wanted = useDeferredValue(search)
  const rows = fleet.data
  const found = useMemo(() => {
    const by = parseSort(wanted.sort, trafficColumns) ?? usual
    return rows && arrange(wanted.near ? rows.filter(isNear) : rows, wanted.q, by, trafficKeys)
  }, [rows, wanted])
  return (
    <>
      <PageHeader
        title={t('traffic.title')}
        description={t('traffic.lead')}
        actions={
          <CsvButton
            name={`traffic-${calendar.data?.today ?? ''}`}
            disabled={!found?.length || !calendar.data}
            rows={() => trafficCsv(found ?? [])}
          />
        }
      />
      {rows && <StaleNote failure={fleet.error} onRetry={() => void fleet.refetch()} />}
      {!rows && fleet.error && (
        <div className="panel mb-4">
          <ErrorState failure={fleet.error} onRetry={() => void fleet.refetch()} />
        </div>
      )}
      {!rows && !fleet.error && <StatSkeletons />}
      {rows && rows.length > 0 && <TrafficStats rows={rows} />}
      {rows?.length === 0 && <NoBilling kind="traffic" />}
      {(rows ? rows.length > 0 : !fleet.error) && (
        <AccountList
          title={t('traffic.listTitle')}
          columns={columns}
          rows={found}
          card={(row) => <TrafficEntry row={row} />}
          search={search}
          onSearch={setSearch}
          sort={sort}
          onUnfilter={() => setSearch({ q: undefined, near: undefined, page: undefined })}
          filters={
            <Segmented
              label={t('traffic.show')}
              value={search.near ?? 'all'}
              onChange={(value) => setSearch({ near: value === 'yes' ? 'yes' : undefined, page: undefined })}
              options={[
                { value: 'all', label: t('traffic.all') },
                { value: 'yes', label: t('traffic.above', { share: format.percent(nearLimit, 0) }) },
              ]}
            />
          }
        />
      )}
      <section className="mt-6">
        <DailyChart
          title={t('traffic.trend')}
          fileName="traffic-by-day"
          days={days}
          onDays={(value) => setSearch({ days: value === trendDays[0] ? undefined : value })}
          rows={trend.data}
          today={calendar.data?.today}
          timezone={calendar.data?.timezone}
          failure={trend.error ?? calendar.error}
          onRetry={() => {
            void trend.refetch()
            void calendar.refetch()
          }}
          stale={trend.isPlaceholderData}
        />
      </section>
    </>
  )
}
