import {
  ErrorState,
  PageHeader,
  Segmented,
  StaleNote,
  Stat,
  StatPanels,
  StatSkeletons,
  useApi,
  useFormat,
  usePageSearch,
  useT,
} from '@svc/dashboard-sdk'
import type { TrafficDay, TrafficOverview } from '@svc/plugin-accounting/contract'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { NoBilling } from '../no-billing.tsx'
import { trafficPage } from '../pages.ts'
import { everyMinute, useCalendar } from '../queries.ts'
import { CsvButton, ServerLink, ServerTable } from '../server-table.tsx'
import { filterAndSort, parseSort } from '../table-search.ts'
import { DailyChart } from './daily-chart.tsx'
import { fleetTraffic, isNearLimit, nearLimit, totalOf, trafficCsv, trafficKeys } from './fleet-traffic.ts'
import { TrafficEntry, useTrafficColumns } from './traffic-columns.tsx'
import { trafficColumns, trendDays } from './traffic-search.ts'

const defaultSort = { by: 'usage', direction: 'desc' } as const

/** Traffic of all servers in their billing cycles, limit usage and daily totals. */
export default function TrafficPage(): ReactNode {
  const t = useT()
  const format = useFormat()
  const [search, setSearch] = usePageSearch(trafficPage)
  const days = search.days ?? trendDays[0]
  const fleet = useApi<readonly TrafficOverview[]>('/api/traffic/overview', everyMinute)
  const trend = useApi<readonly TrafficDay[]>('/api/traffic/overview/daily', { search: { days }, ...everyMinute })
  const calendar = useCalendar()
  const columns = useTrafficColumns()
  const sort = parseSort(search.sort, trafficColumns) ?? defaultSort
  const deferredSearch = useDeferredValue(search)
  const rows = fleet.data
  const found = useMemo(() => {
    const by = parseSort(deferredSearch.sort, trafficColumns) ?? defaultSort
    return (
      rows && filterAndSort(deferredSearch.near ? rows.filter(isNearLimit) : rows, deferredSearch.q, by, trafficKeys)
    )
  }, [rows, deferredSearch])
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
      {rows && <StaleNote error={fleet.error} onRetry={() => void fleet.refetch()} />}
      {!rows && fleet.error && (
        <div className="panel mb-4">
          <ErrorState error={fleet.error} onRetry={() => void fleet.refetch()} />
        </div>
      )}
      {!rows && !fleet.error && <StatSkeletons />}
      {rows && rows.length > 0 && <TrafficStats rows={rows} />}
      {rows?.length === 0 && <NoBilling kind="traffic" />}
      {(rows ? rows.length > 0 : !fleet.error) && (
        <ServerTable
          title={t('traffic.listTitle')}
          columns={columns}
          rows={found}
          card={(row) => <TrafficEntry row={row} />}
          search={search}
          onSearch={setSearch}
          sort={sort}
          onClearFilters={() => setSearch({ q: undefined, near: undefined, page: undefined })}
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
      {/* not before the list, which would move it */}
      {(rows || fleet.error) && (
        <section className="mt-6">
          <DailyChart
            title={t('traffic.trend')}
            fileName="traffic-by-day"
            days={days}
            onDays={(value) => setSearch({ days: value === trendDays[0] ? undefined : value })}
            rows={trend.data}
            today={calendar.data?.today}
            timezone={calendar.data?.timezone}
            error={trend.error ?? calendar.error}
            onRetry={() => {
              void trend.refetch()
              void calendar.refetch()
            }}
            stale={trend.isPlaceholderData}
          />
        </section>
      )}
    </>
  )
}

/** Summary of the traffic of all servers. */
export function TrafficStats({ rows }: { rows: readonly TrafficOverview[] }): ReactNode {
  const t = useT()
  const format = useFormat()
  const fleet = useMemo(() => fleetTraffic(rows), [rows])
  const { top } = fleet
  return (
    <StatPanels label={t('traffic.glance')}>
      <Stat label={t('traffic.cycleIn')} hint={t('traffic.ofServers', { count: rows.length })}>
        {format.bytes(fleet.in)}
      </Stat>
      <Stat label={t('traffic.cycleOut')} hint={t('traffic.ofServers', { count: rows.length })}>
        {format.bytes(fleet.out)}
      </Stat>
      <Stat label={t('traffic.top')} hint={top ? format.bytes(totalOf(top)) : t('traffic.noTop')}>
        {top ? <ServerLink id={top.server_id} name={top.name} tab="traffic" className="font-semibold" /> : '–'}
      </Stat>
      <Stat
        label={t('traffic.near', { share: format.percent(nearLimit, 0) })}
        hint={t('traffic.ofLimited', { count: fleet.limited })}
      >
        <span className={fleet.near > 0 ? 'text-danger' : undefined}>{format.number(fleet.near)}</span>
      </Stat>
    </StatPanels>
  )
}
