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
import type { CostOverview } from '@svc/plugin-metrics/contract'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { CsvButton } from '../accounting/csv-button.tsx'
import { filterAndSort } from '../accounting/filter-and-sort.ts'
import { NoBilling } from '../accounting/no-billing.tsx'
import { everyMinute, useCalendar } from '../accounting/queries.ts'
import { ServerTable } from '../accounting/server-table.tsx'
import { parseSort } from '../accounting/table-search.ts'
import { costPage } from '../pages.ts'
import { CostEntry, useCostColumns } from './cost-columns.tsx'
import { costColumns } from './cost-search.ts'
import { CostTotals } from './cost-totals.tsx'
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
