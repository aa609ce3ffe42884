import {
  Button,
  EmptyState,
  ErrorState,
  PageHeader,
  PageLink,
  Pagination,
  SearchInput,
  Segmented,
  Select,
  Skeleton,
  useApi,
  useFormat,
  usePageSearch,
  useT,
} from '@svc/dashboard-sdk'
import type { ServerRecord } from '@svc/plugin-enrollment/contract'
import { isCapability } from '@svc/protocol'
import { SearchX, Server } from 'lucide-react'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { byRisk } from './capabilities/capability-state.ts'
import { HowTo } from './capabilities/how-to.tsx'
import { filterMatrix, hasTemporary, pageOf, pageSize } from './capabilities/matrix-filter.ts'
import { MatrixList } from './capabilities/matrix-list.tsx'
import type { MatrixSearch } from './capabilities/matrix-search.ts'
import { MatrixTable } from './capabilities/matrix-table.tsx'
import { useRefreshOnChange } from './capabilities/use-refresh-on-change.ts'
import { capabilitiesPage, serversPage } from './pages.ts'

/** The capabilities of all hosts. Read-only, because they can only be changed on the hosts. */
export default function CapabilitiesPage(): ReactNode {
  const t = useT()
  const format = useFormat()
  const [search, setSearch] = usePageSearch(capabilitiesPage)
  const query = useApi<readonly ServerRecord[]>('/api/servers')
  useRefreshOnChange()
  const servers = query.data
  const deferredSearch = useDeferredValue(search)
  const matching = useMemo(() => filterMatrix(servers ?? [], deferredSearch), [servers, deferredSearch])
  const temporaryCount = useMemo(() => (servers ?? []).filter(hasTemporary).length, [servers])
  const { page, rows } = pageOf(matching, search.page ?? 1)
  const setFilter = (patch: Partial<MatrixSearch>) => setSearch({ page: undefined, ...patch })
  const goToPage = (next: number) => {
    setSearch({ page: next })
    window.scrollTo({ top: 0 })
  }
  const isFiltered = Boolean(search.q || search.can || search.temporary)
  return (
    <>
      <PageHeader title={t('matrix.title')} description={t('matrix.hint')} />
      <HowTo />
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2.5">
        <SearchInput
          value={search.q ?? ''}
          onChange={(q) => setFilter({ q: q || undefined })}
          placeholder={t('list.search')}
          className="md:w-64"
        />
        <Segmented
          label={t('matrix.show')}
          value={search.temporary ?? 'all'}
          onChange={(show) => setFilter({ temporary: show === 'yes' ? 'yes' : undefined })}
          options={[
            { value: 'all', label: `${t('list.all')} ${format.number(servers?.length ?? 0)}` },
            { value: 'yes', label: `${t('matrix.temporaryNow')} ${format.number(temporaryCount)}` },
          ]}
          className="figures"
        />
        <Select
          aria-label={t('matrix.can')}
          value={search.can ?? ''}
          onChange={({ target: { value } }) => setFilter({ can: isCapability(value) ? value : undefined })}
          className="w-auto max-w-56 [&_select]:h-8.5 [&_select]:text-sm"
        >
          <option value="">{t('matrix.anything')}</option>
          {byRisk.map(({ risk, capabilities }) => (
            <optgroup key={risk} label={t(`capability.risk.${risk}`)}>
              {capabilities.map((key) => (
                <option key={key} value={key}>
                  {t('matrix.canDo', { name: t(`capability.name.${key}`) })}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      </div>
      <p role="status" className="sr-only">
        {servers && t('matrix.found', { count: matching.length })}
      </p>
      <div className="panel overflow-clip">
        {!servers && query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {!servers && !query.error && <Skeleton className="m-5 h-72 rounded-md" />}
        {servers && matching.length === 0 && (
          <NoServers isFiltered={isFiltered} onShowAll={() => setFilter(unfiltered)} />
        )}
        {matching.length > 0 && (
          <>
            <MatrixTable servers={rows} />
            <MatrixList servers={rows} />
            <Pagination page={page} size={pageSize} total={matching.length} onPage={goToPage} />
          </>
        )}
      </div>
    </>
  )
}

const unfiltered = { q: undefined, can: undefined, temporary: undefined }

function NoServers({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  const t = useT()
  if (isFiltered) {
    return (
      <EmptyState
        icon={SearchX}
        title={t('matrix.noneFound')}
        action={<Button onClick={onShowAll}>{t('matrix.showAll')}</Button>}
      />
    )
  }
  return (
    <EmptyState
      icon={Server}
      title={t('matrix.none')}
      action={
        <Button asChild>
          <PageLink page={serversPage}>{t('detail.toList')}</PageLink>
        </Button>
      }
    />
  )
}
