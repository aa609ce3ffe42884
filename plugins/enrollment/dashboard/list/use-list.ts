import { keepOrder, useCountryName, useLanguage, useSampledServers } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import { type RefObject, useMemo, useState } from 'react'
import { useGroups } from '../server/use-groups.ts'
import { countBy, filterServers, type Names } from './filter.ts'
import { type ListSearch, parseSorting, type Sorting, ungrouped } from './list-search.ts'
import { sectionsOf } from './sections.ts'
import { stateOf } from './server-state.ts'
import { isLive, sortServers } from './sort.ts'

/** Rows that follow live figures change places at most this often; faster nobody could read. Milliseconds. */
const calm = 3000

/**
 * Keeps the places while somebody points at the list (`held`), so that nothing slips away under the pointer or the focus.
 * A changed sorting is always obeyed.
 */
function useHeldOrder(sorted: readonly ServerStatus[], sorting: Sorting | undefined, held: RefObject<boolean>) {
  const [shown, setShown] = useState({ sorted, sorting, rows: sorted })
  if (shown.sorted === sorted && shown.sorting === sorting) return shown.rows
  const keep = isLive(sorting) && shown.sorting === sorting && held.current
  const rows = keep ? keepOrder(shown.rows, sorted) : sorted
  setShown({ sorted, sorting, rows })
  return rows
}

/**
 * The list as `search` wants it: its rows in order, in sections, and what each filter would leave. Live orders stand
 * still while `held`.
 */
export function useList(search: ListSearch, sectioned: boolean, held: RefObject<boolean>) {
  const servers = useSampledServers(calm)
  const { groups, nameOf } = useGroups()
  const country = useCountryName()
  const language = useLanguage()
  const names = useMemo((): Names => ({ group: nameOf, country }), [nameOf, country])
  const sorting = useMemo(() => parseSorting(search.sort), [search.sort])
  const sorted = useMemo(
    () => sortServers(filterServers(servers, search, names), sorting, nameOf, language),
    [servers, search, names, sorting, nameOf, language],
  )
  const rows = useHeldOrder(sorted, sorting, held)
  const sections = useMemo(
    () => (sectioned && groups.length > 0 ? sectionsOf(rows, groups) : [{ key: '', name: undefined, servers: rows }]),
    [rows, groups, sectioned],
  )
  const states = useMemo(
    () => countBy(filterServers(servers, search, names, 'status'), stateOf),
    [servers, search, names],
  )
  const inGroups = useMemo(
    () => countBy(filterServers(servers, search, names, 'group'), (server) => server.group_id ?? ungrouped),
    [servers, search, names],
  )
  return { servers, rows, sections, groups, groupName: nameOf, states, inGroups }
}
