import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  IconButton,
  PageHeader,
  Pagination,
  StaleNote,
  useApi,
  useFormat,
  useInvalidate,
  usePageSearch,
  useT,
} from '@svc/dashboard-sdk'
import type { AuditLogPage as Page } from '@svc/plugin-system/contract'
import { RefreshCw, ScrollText, SearchX, Trash2 } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { AuditFilters } from './audit/audit-filters.tsx'
import { type AuditSearch, filterCount, filterOf, pageSize, unfiltered } from './audit/audit-search.ts'
import { AuditTable } from './audit/audit-table.tsx'
import { ClearDialog } from './audit/clear-dialog.tsx'
import { ExportButton } from './audit/export-button.tsx'
import { ServerNamesProvider } from './audit/server-names.tsx'
import { auditLogPage } from './pages.ts'

const path = '/api/audit-logs'

/** The audit log with filters, export and clearing. */
export default function AuditLogPage(): ReactNode {
  const t = useT()
  const format = useFormat()
  const [search, setSearch] = usePageSearch(auditLogPage)
  const invalidate = useInvalidate()
  const [clearing, setClearing] = useState(false)
  const { data, error, isFetching, isPlaceholderData, refetch } = useApi<Page>(path, {
    search: { ...filterOf(search), limit: pageSize, offset: (search.page - 1) * pageSize },
    keepPrevious: true,
    staleTime: 0,
  })
  const filter = useCallback((patch: Partial<AuditSearch>) => setSearch({ page: 1, ...patch }), [setSearch])
  const filtered = filterCount(search) > 0
  const total = data?.total ?? 0
  const last = Math.max(1, Math.ceil(total / pageSize))

  // The URL may contain a page beyond the end.
  const beyond = data !== undefined && !isPlaceholderData && search.page > last
  useEffect(() => {
    if (beyond) setSearch({ page: last })
  }, [beyond, last, setSearch])

  return (
    <>
      <PageHeader
        title={t('audit.title')}
        description={t('audit.lead')}
        actions={
          <>
            <IconButton
              label={t('audit.refresh')}
              variant="secondary"
              busy={isFetching && data !== undefined}
              onClick={() => void invalidate(path)}
            >
              <RefreshCw aria-hidden />
            </IconButton>
            <ExportButton search={search} disabled={total === 0} />
            <Button onClick={() => setClearing(true)} disabled={total === 0 && !filtered}>
              <Trash2 aria-hidden />
              {t('audit.clear')}
            </Button>
          </>
        }
      />
      <AuditFilters search={search} onSearch={filter} />
      <p role="status" className="figures mb-2 min-h-4 px-1 text-faint text-xs">
        {data && t(filtered ? 'audit.matching' : 'audit.count', { count: total, number: format.number(total) })}
      </p>
      {data && <StaleNote error={error} onRetry={() => void refetch()} />}
      <Card flush>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data && total === 0 ? (
          <EmptyState
            icon={filtered ? SearchX : ScrollText}
            title={t(filtered ? 'audit.noMatch' : 'audit.empty')}
            description={t(filtered ? 'audit.noMatchHint' : 'audit.emptyHint')}
            action={filtered && <Button onClick={() => setSearch(unfiltered)}>{t('audit.unfilter')}</Button>}
          />
        ) : (
          <>
            <ServerNamesProvider>
              <AuditTable entries={data?.entries} stale={isPlaceholderData} onFilter={filter} />
            </ServerNamesProvider>
            <Pagination
              page={Math.min(search.page, last)}
              size={pageSize}
              total={total}
              onPage={(page) => setSearch({ page }, { push: true })}
            />
          </>
        )}
      </Card>
      {clearing && <ClearDialog onClose={() => setClearing(false)} onCleared={() => setSearch(unfiltered)} />}
    </>
  )
}
