import { countStates, keepOrder, useCountryName, useLanguage, useSampledServers } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import { type RefObject, useMemo, useState } from 'react'
import { useGroups } from '../server/use-groups.ts'
import { useColumns } from './columns.ts'
import { countBy, filterServers, type Names } from './filter.ts'
import { type ListSearch, parseSorting, type Sorting, ungrouped } from './list-search.ts'
import { sectionsOf } from './sections.ts'
import { isLive, sortServers } from './sort.ts'

/** A list that is sorted by live metrics is re-sorted at most this often. */
const resortIntervalMs = 3000

/** Keeps the order while the pointer or the focus is on the list (`held`), unless the sorting itself changes. */
function useHeldOrder(sorted: readonly ServerStatus[], sorting: Sorting | undefined, held: RefObject<boolean>) {
  const [shown, setShown] = useState({ sorted, sorting, rows: sorted })
  if (shown.sorted === sorted && shown.sorting === sorting) return shown.rows
  const keepsOrder = isLive(sorting) && shown.sorting === sorting && held.current
  const rows = keepsOrder ? keepOrder(shown.rows, sorted) : sorted
  setShown({ sorted, sorting, rows })
  return rows
}

/**
 * The list for a `search`: the sorted rows, split into sections, and the number of servers for each filter option. A live
 * order does not change while `held`.
 */
export function useList(search: ListSearch, sectioned: boolean, held: RefObject<boolean>) {
  const servers = useSampledServers(resortIntervalMs)
  const { groups, nameOf } = useGroups()
  const country = useCountryName()
  const language = useLanguage()
  const columns = useColumns()
  const names = useMemo((): Names => ({ group: nameOf, country }), [nameOf, country])
  const sorting = useMemo(() => parseSorting(search.sort), [search.sort])
  const sorted = useMemo(
    () => sortServers(filterServers(servers, search, names), sorting, { columns, groupName: nameOf, language }),
    [servers, search, names, sorting, columns, nameOf, language],
  )
  const rows = useHeldOrder(sorted, sorting, held)
  const sections = useMemo(
    () => (sectioned && groups.length > 0 ? sectionsOf(rows, groups) : [{ key: '', name: undefined, servers: rows }]),
    [rows, groups, sectioned],
  )
  const states = useMemo(() => countStates(filterServers(servers, search, names, 'status')), [servers, search, names])
  const inGroups = useMemo(
    () => countBy(filterServers(servers, search, names, 'group'), (server) => server.group_id ?? ungrouped),
    [servers, search, names],
  )
  return { servers, rows, sections, groups, groupName: nameOf, columns, sorting, states, inGroups }
}
