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
import type { CostOverview } from '@svc/plugin-accounting/contract'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { NoBilling } from '../no-billing.tsx'
import { costPage } from '../pages.ts'
import { everyMinute, useCalendar } from '../queries.ts'
import { CsvButton, ServerTable } from '../server-table.tsx'
import { filterAndSort, parseSort } from '../table-search.ts'
import { CostEntry, useCostColumns } from './cost-columns.tsx'
import { costColumns } from './cost-search.ts'
import { costCsv, costKeys, hasAdvisories } from './fleet-cost.ts'

const defaultSort = { by: 'month', direction: 'desc' } as const

/** Server costs and where to save. */
export default function CostPage(): ReactNode {
  const t = useT()
  const format = useFormat()
  const [search, setSearch] = usePageSearch(costPage)
  const answer = useApi<CostOverview>('/api/cost/overview', everyMinute)
  const calendar = useCalendar()
  const columns = useCostColumns()
  const sort = parseSort(search.sort, costColumns) ?? defaultSort
  const deferredSearch = useDeferredValue(search)
  const servers = answer.data?.servers
  const found = useMemo(() => {
    const by = parseSort(deferredSearch.sort, costColumns) ?? defaultSort
    return (
      servers &&
      filterAndSort(deferredSearch.advised ? servers.filter(hasAdvisories) : servers, deferredSearch.q, by, costKeys)
    )
  }, [servers, deferredSearch])
  const advised = useMemo(() => servers?.filter(hasAdvisories).length ?? 0, [servers])
  const isEmpty = answer.data?.currencies.length === 0
  return (
    <>
      <PageHeader
        title={t('cost.title')}
        description={t('cost.lead')}
        actions={
          <CsvButton
            name={`costs-${calendar.data?.today ?? ''}`}
            disabled={!found?.length || !calendar.data}
            rows={() => costCsv(found ?? [])}
          />
        }
      />
      {answer.data && <StaleNote error={answer.error} onRetry={() => void answer.refetch()} />}
      {!answer.data && answer.error && (
        <div className="panel">
          <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
        </div>
      )}
      {!answer.data && !answer.error && <StatSkeletons />}
      {isEmpty && (
        <div className="mb-4">
          <NoBilling kind="cost" />
        </div>
      )}
      {answer.data && !isEmpty && <CostTotals totals={answer.data.currencies} />}
      {(servers ? servers.length > 0 : !answer.error) && (
        <>
          <ServerTable
            title={t('cost.listTitle')}
            columns={columns}
            rows={found}
            card={(row) => <CostEntry row={row} />}
            search={search}
            onSearch={setSearch}
            sort={sort}
            onClearFilters={() => setSearch({ q: undefined, advised: undefined, page: undefined })}
            filters={
              <Segmented
                label={t('cost.show')}
                value={search.advised ?? 'all'}
                onChange={(value) => setSearch({ advised: value === 'yes' ? 'yes' : undefined, page: undefined })}
                options={[
                  { value: 'all', label: `${t('cost.all')} ${format.number(servers?.length ?? 0)}` },
                  { value: 'yes', label: `${t('cost.advised')} ${format.number(advised)}` },
                ]}
                className="figures"
              />
            }
          />
          <p className="mt-3 px-1 text-faint text-xs">{t('cost.note', { zone: calendar.data?.timezone ?? 'UTC' })}</p>
        </>
      )}
    </>
  )
}

/** Total costs per currency; currencies cannot be added up. */
export function CostTotals({ totals }: { totals: CostOverview['currencies'] }): ReactNode {
  const t = useT()
  const format = useFormat()
  return (
    <ul aria-label={t('cost.totals')} className="mb-4 grid gap-3 md:grid-cols-[repeat(auto-fit,minmax(13.5rem,1fr))]">
      {totals.map(
        ({ currency, configured_server_count, monthly_equivalent_total, daily_total, cycle_elapsed_total }) => (
          <li key={currency} className="panel min-w-0 px-4 py-3">
            <p className="caption flex justify-between gap-3">
              <span className="min-w-0 truncate">{currency}</span>
              <span className="shrink-0">{t('cost.servers', { count: configured_server_count })}</span>
            </p>
            <p className="figures mt-0.5 break-words font-semibold text-[1.25rem] leading-7">
              {t('cost.perMonth', { sum: format.money(monthly_equivalent_total, currency) })}
            </p>
            <p className="figures flex flex-wrap gap-x-4 text-faint text-xs">
              <span>{t('cost.perDay', { sum: format.money(daily_total, currency) })}</span>
              <span>{t('cost.soFar', { sum: format.money(cycle_elapsed_total, currency) })}</span>
            </p>
          </li>
        ),
      )}
    </ul>
  )
}
