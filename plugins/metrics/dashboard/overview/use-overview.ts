import { keepOrder, useApi, useInvalidate, useLanguage, useLiveMessage, useSampledServers } from '@svc/dashboard-sdk'
import type { OverviewRow } from '@svc/plugin-metrics/contract'
import { type RefObject, useEffect, useMemo, useState } from 'react'
import { type Assessed, hasStatusChanged, sortBySeverity } from './assess.ts'
import { collectTags, countByStatus, filterByStatus, filterServers } from './filter.ts'
import { fleetSums } from './fleet-sums.ts'
import type { OverviewSearch } from './overview-search.ts'
import { assessIntervalMs, useAssessed } from './use-assessed.ts'

/** How often overview data is fetched and rows may be reordered, in milliseconds. */
const refetchIntervalMs = 60_000
const reorderMs = 10_000

const overviewPath = '/api/overview'
const groupsPath = '/api/server-groups'

interface Group {
  readonly id: string
  readonly name: string
}
const noRows: readonly OverviewRow[] = []
const noGroups: readonly Group[] = []

interface Order {
  readonly of: readonly Assessed[]
  readonly rows: readonly Assessed[]
  /** milliseconds */
  readonly since: number
}

/**
 * Sorts by severity without jumping: rows keep their order while the list is hovered or focused (`held`), and only move
 * immediately when a status changes.
 */
function useStableOrder(all: readonly Assessed[], held: RefObject<boolean>): readonly Assessed[] {
  const [shown, setShown] = useState<Order>(() => ({ of: all, rows: sortBySeverity(all), since: performance.now() }))
  useEffect(() => {
    setShown((last) => {
      if (last.of === all) return last
      const now = performance.now()
      const stay = held.current || (!hasStatusChanged(last.of, all) && now - last.since < reorderMs)
      const next = sortBySeverity(all)
      const rows = stay ? keepOrder(last.rows, next) : next
      return { of: all, rows, since: rows === next ? now : last.since }
    })
  }, [all, held])
  return shown.rows
}

/** Data of the overview page for `search`. */
export function useOverview(search: OverviewSearch, held: RefObject<boolean>) {
  const answer = useApi<readonly OverviewRow[]>(overviewPath, { refetchInterval: refetchIntervalMs })
  const groups = useApi<readonly Group[]>(groupsPath).data ?? noGroups
  const language = useLanguage()
  const invalidate = useInvalidate()
  useLiveMessage('servers_changed', () => void invalidate(overviewPath, groupsPath))
  const ordered = useStableOrder(useAssessed(useSampledServers(assessIntervalMs), answer.data ?? noRows), held)
  const groupName = useMemo(() => {
    const names = new Map(groups.map(({ id, name }) => [id, name]))
    return (id: string) => names.get(id)
  }, [groups])
  const within = useMemo(() => filterServers(ordered, search, groupName), [ordered, search, groupName])
  return {
    answer,
    groups,
    groupName,
    /** whether there are servers at all */
    isEmpty: ordered.length === 0,
    within,
    counts: useMemo(() => countByStatus(within), [within]),
    sums: useMemo(() => fleetSums(within.map(({ server }) => server)), [within]),
    tags: useMemo(() => collectTags(ordered, language), [ordered, language]),
    rows: useMemo(() => filterByStatus(within, search.show), [within, search.show]),
  }
}
