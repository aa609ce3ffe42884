import {
  Button,
  EmptyState,
  ErrorState,
  keepOrder,
  Skeleton,
  useHoverOrFocus,
  useLanguage,
  usePageSearch,
  useStoredChoice,
  useT,
} from '@svc/dashboard-sdk'
import { Container as ContainerIcon, SearchX } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { dockerSearch, formatSort, parseSort } from '../docker-search.ts'
import type { Row } from '../live/container-row.ts'
import type { Docker } from '../live/use-docker.ts'
import { ContainerTable } from './container-table.tsx'
import { countStates, filterRows, sectionsOf, sortRows } from './filter-and-sort.ts'
import { ListToolbar } from './list-toolbar.tsx'

const groupings = ['projects', 'none'] as const

/** The rows in the order of the last render while `isHeld`, unless containers come or go or another order is asked for. */
function useStableOrder(rows: readonly Row[] | undefined, order: string, isHeld: () => boolean) {
  const [last, setLast] = useState<{ readonly rows: readonly Row[]; readonly order: string }>()
  if (!rows) return undefined
  const next = last && last.order === order && isHeld() ? keepOrder(last.rows, rows) : rows
  const isSame = last?.order === order && last.rows.length === next.length && last.rows.every((r, i) => r === next[i])
  if (isSame) return last.rows
  setLast({ rows: next, order })
  return next
}

/** The containers of a server: search, filters and the table. */
export function ContainersView({ docker }: { docker: Docker }): ReactNode {
  const { rows, error, retry } = docker
  const t = useT()
  const language = useLanguage()
  const [search, setSearch] = usePageSearch(dockerSearch)
  const [grouping, setGrouping] = useStoredChoice('docker.grouping', groupings)
  const { held, handlers } = useHoverOrFocus()
  const { q, state, sort: sortText } = search
  const sort = parseSort(sortText)
  const sorted = useMemo(
    () => rows && sortRows(filterRows(rows, q, state), parseSort(sortText), language),
    [rows, q, state, sortText, language],
  )
  const shown = useStableOrder(sorted, `${q} ${state} ${sortText}`, () => held.current)
  const sections = useMemo(
    () => shown && (grouping === 'projects' ? sectionsOf(shown, language) : [{ project: '', rows: shown }]),
    [shown, grouping, language],
  )
  const counts = useMemo(() => rows && countStates(filterRows(rows, q, 'all')), [rows, q])
  const open = useCallback((id: string) => setSearch({ container: id.slice(0, 12) }, { push: true }), [setSearch])

  if (error) {
    return (
      <div className="panel">
        <ErrorState error={error} onRetry={retry} />
      </div>
    )
  }
  if (rows?.length === 0) {
    return (
      <div className="panel">
        <EmptyState icon={ContainerIcon} title={t('list.empty')} description={t('list.emptyHint')} />
      </div>
    )
  }
  const hasProjects = sections?.some(({ project }) => project !== '') ?? false
  return (
    <div {...handlers}>
      <ListToolbar
        search={search}
        onSearch={setSearch}
        counts={counts}
        grouped={grouping === 'projects'}
        onGrouped={(grouped) => setGrouping(grouped ? 'projects' : 'none')}
      />
      {!sections && <Skeleton className="h-96 rounded-lg" />}
      {sections &&
        (shown?.length === 0 ? (
          <div className="panel">
            <EmptyState
              icon={SearchX}
              title={t('list.noMatch')}
              action={<Button onClick={() => setSearch({ q: '', state: 'all' })}>{t('list.clear')}</Button>}
            />
          </div>
        ) : (
          <ContainerTable
            sections={sections}
            flat={!hasProjects}
            sort={sort}
            onSort={(next) => setSearch({ sort: formatSort(next) })}
            onOpen={open}
          />
        ))}
    </div>
  )
}
