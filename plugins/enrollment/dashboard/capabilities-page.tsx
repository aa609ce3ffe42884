import {
  Button,
  CodeBlock,
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
  useCatchUp,
  useFormat,
  useInvalidate,
  useLiveMessage,
  usePageSearch,
  useT,
} from '@svc/dashboard-sdk'
import type { ServerRecord } from '@svc/plugin-enrollment/contract'
import { SearchX, Server } from 'lucide-react'
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { useCapabilities } from './capabilities/capabilities.ts'
import { filterMatrix, hasTemporary, pageOf, pageSize } from './capabilities/matrix-filter.ts'
import { MatrixList } from './capabilities/matrix-list.tsx'
import type { MatrixSearch } from './capabilities/matrix-search.ts'
import { MatrixTable } from './capabilities/matrix-table.tsx'
import { capabilitiesPage, serversPage } from './pages.ts'

const commands = {
  grant: 'sudo svc-agent grant terminal --for 30m',
  list: 'sudo svc-agent grants',
  revoke: 'sudo svc-agent revoke terminal',
  allow: '[capabilities]\nallow = ["terminal"]\ndeny = ["exec"]',
} as const

/** Explains how to change capabilities on a host. */
function HowTo(): ReactNode {
  const t = useT()
  return (
    <details className="panel mb-4 px-5 py-3">
      <summary className="w-fit cursor-pointer rounded-xs font-medium text-accent text-sm">{t('matrix.how')}</summary>
      <p className="mt-2 max-w-2xl text-muted text-sm">{t('matrix.howHint')}</p>
      <ul className="mt-3 grid gap-4 pb-2 lg:grid-cols-2">
        {(Object.keys(commands) as (keyof typeof commands)[]).map((key) => (
          <li key={key} className="min-w-0">
            <p className="mb-1.5 text-muted text-sm">{t(`matrix.command.${key}`)}</p>
            <CodeBlock text={commands[key]} label={t(`matrix.command.${key}`)} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** A thousand agents that reconnect at the same time cause one request, not a thousand. */
const delayMs = 700

/** Refetches the servers shortly after one of them has changed. */
function useRefreshOnChange(): void {
  const invalidate = useInvalidate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const scheduleRefresh = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void invalidate('/api/servers')
    }, delayMs)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useLiveMessage('capabilities_changed', scheduleRefresh)
  useLiveMessage('agent_authority_changed', scheduleRefresh)
  useLiveMessage('servers_changed', scheduleRefresh)
  useLiveMessage('server_offline', scheduleRefresh)
  useCatchUp(scheduleRefresh)
}

/** The capabilities of all hosts. Read-only, because they can only be changed on the hosts. */
export default function CapabilitiesPage(): ReactNode {
  const t = useT()
  const format = useFormat()
  const [search, setSearch] = usePageSearch(capabilitiesPage)
  const query = useApi<readonly ServerRecord[]>('/api/servers')
  useRefreshOnChange()
  const servers = query.data
  const byRisk = useCapabilities()
  const deferredSearch = useDeferredValue(search)
  const matching = useMemo(() => filterMatrix(servers ?? [], deferredSearch, byRisk), [servers, deferredSearch, byRisk])
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
          onChange={({ target: { value } }) => setFilter({ can: value || undefined })}
          className="w-auto max-w-56 [&_select]:h-8.5 [&_select]:text-sm"
        >
          <option value="">{t('matrix.anything')}</option>
          {byRisk.map(({ risk, capabilities }) => (
            <optgroup key={risk} label={t(`capability.risk.${risk}`)}>
              {capabilities.map(({ name, texts }) => (
                <option key={name} value={name}>
                  {t('matrix.canDo', { name: texts.name })}
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
