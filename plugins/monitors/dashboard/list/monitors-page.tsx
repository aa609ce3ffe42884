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
import type { Monitor } from '@svc/plugin-monitors/contract'
import { HeartPulse, Plus, SearchX } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { type Doing, MonitorDialogs } from '../acts/monitor-dialogs.tsx'
import { monitorsPage } from '../pages.ts'
import { monitorsPath } from '../paths.ts'
import { useNews } from '../use-news.ts'
import { countStates, filterMonitors, sortMonitors } from './arrange.ts'
import type { SortKey } from './monitor-search.ts'
import { MonitorTable } from './monitor-table.tsx'
import { MonitorToolbar } from './monitor-toolbar.tsx'

const pageSize = 100

/** The services that are watched. */
export default function MonitorsPage(): ReactNode {
  const t = useT()
  const { locale } = useFormat()
  const { isAdmin } = useMe()
  const [search, setSearch] = usePageSearch(monitorsPage)
  const { data, error, refetch } = useApi<readonly Monitor[]>(monitorsPath, {
    staleTime: 5000,
    refetchInterval: 60_000,
  })
  const invalidate = useInvalidate()
  useNews(() => void invalidate(monitorsPath))
  const [doing, setDoing] = useState<Doing>()
  const { q, type, state, sort, desc } = search
  const found = useMemo(() => {
    if (!data) return undefined
    const typeText = (name: Monitor['monitor_type']) => t(`type.${name}.name`)
    // the counts are of what each state would show
    const all = filterMonitors(data, { q, type, state: undefined }, typeText)
    const rows = sortMonitors(
      filterMonitors(all, { q: undefined, type: undefined, state }, typeText),
      { sort, desc },
      locale,
    )
    return { counts: countStates(all), total: all.length, rows }
  }, [data, q, type, state, sort, desc, locale, t])
  const pages = Math.max(1, Math.ceil((found?.rows.length ?? 0) / pageSize))
  const page = Math.min(search.page, pages)
  const add = isAdmin && (
    <Button variant="primary" onClick={() => setDoing({ act: 'create' })}>
      <Plus aria-hidden />
      {t('list.add')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('list.title')} description={t('list.lead')} actions={data?.length !== 0 && add} />
      {data && error && <StaleQueryNote failure={error} onRetry={() => void refetch()} />}
      {data?.length !== 0 && (
        <MonitorToolbar
          search={search}
          onSearch={(patch) => setSearch({ page: 1, ...patch })}
          counts={found?.counts}
          total={found?.total}
        />
      )}
      <Card flush>
        <MonitorTable
          monitors={found?.rows.slice((page - 1) * pageSize, page * pageSize)}
          pages={{ page, size: pageSize, total: found?.rows.length ?? 0, onPage: (next) => setSearch({ page: next }) }}
          sort={{ by: sort, direction: desc ? 'desc' : 'asc' }}
          onSort={({ by, direction }) => setSearch({ sort: by as SortKey, desc: direction === 'desc', page: 1 })}
          failure={error}
          onRetry={() => void refetch()}
          act={isAdmin ? (act, monitor) => setDoing({ act, monitor }) : undefined}
          empty={
            data?.length === 0 ? (
              <EmptyState
                icon={HeartPulse}
                title={t('list.empty')}
                description={t(isAdmin ? 'list.emptyHint' : 'list.emptyMember')}
                action={add}
              />
            ) : (
              <EmptyState
                icon={SearchX}
                title={t('list.noMatch')}
                action={
                  <Button onClick={() => setSearch({ q: undefined, state: undefined, type: undefined, page: 1 })}>
                    {t('list.unfilter')}
                  </Button>
                }
              />
            )
          }
        />
      </Card>
      <MonitorDialogs doing={doing} onClose={() => setDoing(undefined)} />
    </>
  )
}
