import {
  Button,
  Card,
  EmptyState,
  PageHeader,
  useApi,
  useFormat,
  useInvalidate,
  useMe,
  usePageSearch,
  useT,
} from '@svc/dashboard-sdk'
import { StaleQueryNote } from '@svc/dashboard-sdk/widgets'
import type { Monitor, MonitorBeats } from '@svc/plugin-monitors/contract'
import { HeartPulse, Plus, SearchX } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { type DialogState, MonitorDialogs } from '../actions/monitor-dialogs.tsx'
import { monitorsPage } from '../pages.ts'
import { beatsPath, monitorsPath } from '../paths.ts'
import { useMonitorChanges } from '../use-monitor-changes.ts'
import { countStates, filterMonitors, sortMonitors } from './filter-and-sort.ts'
import type { SortKey } from './monitor-search.ts'
import { MonitorTable } from './monitor-table.tsx'
import { MonitorToolbar } from './monitor-toolbar.tsx'

const pageSize = 100
const noMonitors: readonly Monitor[] = []
const noFilter = { q: undefined, state: undefined, type: undefined, group: undefined, tag: undefined }

/** The last checks and the uptime of each monitor by id. */
function useBeats(): ReadonlyMap<string, MonitorBeats> {
  const { data } = useApi<readonly MonitorBeats[]>(beatsPath, { staleTime: 5000, refetchInterval: 60_000 })
  return useMemo(() => new Map(data?.map((one) => [one.monitor_id, one])), [data])
}

/** The list of monitors. */
export default function MonitorsPage(): ReactNode {
  const t = useT()
  const { locale } = useFormat()
  const { isAdmin } = useMe()
  const [search, setSearch] = usePageSearch(monitorsPage)
  const { data, error, refetch } = useApi<readonly Monitor[]>(monitorsPath, {
    staleTime: 5000,
    refetchInterval: 60_000,
  })
  const beats = useBeats()
  const invalidate = useInvalidate()
  useMonitorChanges(() => void invalidate(monitorsPath, beatsPath))
  const [dialog, setDialog] = useState<DialogState>()
  const { q, type, state, group, tag, sort, desc } = search
  const filtered = useMemo(() => {
    if (!data) return undefined
    const typeText = (name: Monitor['monitor_type']) => t(`type.${name}.name`)
    // Counts ignore the state filter: they show what each state would list.
    const matches = filterMonitors(data, { q, type, group, tag }, typeText)
    const rows = sortMonitors(filterMonitors(matches, { state }, typeText), { sort, desc }, locale)
    return { counts: countStates(matches), total: matches.length, rows }
  }, [data, q, type, state, group, tag, sort, desc, locale, t])
  const pages = Math.max(1, Math.ceil((filtered?.rows.length ?? 0) / pageSize))
  const page = Math.min(search.page, pages)
  const addButton = isAdmin && (
    <Button variant="primary" onClick={() => setDialog({ action: 'create' })}>
      <Plus aria-hidden />
      {t('list.add')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('list.title')} description={t('list.lead')} actions={data?.length !== 0 && addButton} />
      {data && error && <StaleQueryNote error={error} onRetry={() => void refetch()} />}
      {data?.length !== 0 && (
        <MonitorToolbar
          search={search}
          onSearch={(patch) => setSearch({ page: 1, ...patch })}
          counts={filtered?.counts}
          total={filtered?.total}
          monitors={data ?? noMonitors}
        />
      )}
      <Card flush>
        <MonitorTable
          beats={beats}
          monitors={filtered?.rows.slice((page - 1) * pageSize, page * pageSize)}
          pages={{
            page,
            size: pageSize,
            total: filtered?.rows.length ?? 0,
            onPage: (next) => setSearch({ page: next }),
          }}
          sort={{ by: sort, direction: desc ? 'desc' : 'asc' }}
          onSort={({ by, direction }) => setSearch({ sort: by as SortKey, desc: direction === 'desc', page: 1 })}
          error={error}
          onRetry={() => void refetch()}
          onAction={isAdmin ? (action, monitor) => setDialog({ action, monitor }) : undefined}
          empty={
            data?.length === 0 ? (
              <EmptyState
                icon={HeartPulse}
                title={t('list.empty')}
                description={t(isAdmin ? 'list.emptyHint' : 'list.emptyMember')}
                action={addButton}
              />
            ) : (
              <EmptyState
                icon={SearchX}
                title={t('list.noMatch')}
                action={<Button onClick={() => setSearch({ ...noFilter, page: 1 })}>{t('list.unfilter')}</Button>}
              />
            )
          }
        />
      </Card>
      <MonitorDialogs dialog={dialog} onClose={() => setDialog(undefined)} />
    </>
  )
}
