import { keepOrder, useApi, useInvalidate, useLanguage, useLiveMessage, useSampledServers } from '@svc/dashboard-sdk'
import type { OverviewRow } from '@svc/plugin-metrics/contract'
import { type RefObject, useEffect, useMemo, useState } from 'react'
import type { Assessed } from './assess.ts'
import { countsOf, narrowed, showing, tagsOf } from './filter.ts'
import { fleetSums } from './fleet-sums.ts'
import type { OverviewSearch } from './overview-search.ts'
import { isNews, ranked } from './severity-order.ts'
import { everyLook, useAssessed } from './use-assessed.ts'

/** Milliseconds: what the server knows is read this often, and places change this often. */
const everyReading = 60_000
const calm = 10_000

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
 * The worst first, and calmly: places stay while somebody points at the list (`held`), and change at once only for news.
 */
function useCalmOrder(all: readonly Assessed[], held: RefObject<boolean>): readonly Assessed[] {
  const [shown, setShown] = useState<Order>(() => ({ of: all, rows: ranked(all), since: performance.now() }))
  useEffect(() => {
    setShown((last) => {
      if (last.of === all) return last
      const now = performance.now()
      const stay = held.current || (!isNews(last.of, all) && now - last.since < calm)
      const next = ranked(all)
      const rows = stay ? keepOrder(last.rows, next) : next
      return { of: all, rows, since: rows === next ? now : last.since }
    })
  }, [all, held])
  return shown.rows
}

/** What the page shows for `search`. */
export function useOverview(search: OverviewSearch, held: RefObject<boolean>) {
  const answer = useApi<readonly OverviewRow[]>(overviewPath, { refetchInterval: everyReading })
  const groups = useApi<readonly Group[]>(groupsPath).data ?? noGroups
  const language = useLanguage()
  const invalidate = useInvalidate()
  useLiveMessage('servers_changed', () => void invalidate(overviewPath, groupsPath))
  const ordered = useCalmOrder(useAssessed(useSampledServers(everyLook), answer.data ?? noRows), held)
  const groupName = useMemo(() => {
    const names = new Map(groups.map(({ id, name }) => [id, name]))
    return (id: string) => names.get(id)
  }, [groups])
  const within = useMemo(() => narrowed(ordered, search, groupName), [ordered, search, groupName])
  return {
    answer,
    groups,
    groupName,
    /** whether there are servers at all */
    isEmpty: ordered.length === 0,
    within,
    counts: useMemo(() => countsOf(within), [within]),
    sums: useMemo(() => fleetSums(within.map(({ server }) => server)), [within]),
    tags: useMemo(() => tagsOf(ordered, language), [ordered, language]),
    rows: useMemo(() => showing(within, search.show), [within, search.show]),
  }
}
