import { useLanguage, useServers } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import { useMemo, useState } from 'react'
import { useCountryName } from '../server/use-country-name.js'
import { useGroups } from '../server/use-groups.js'
import { countBy, filterServers, type Names } from './filter.js'
import { type ListSearch, parseSorting, ungrouped } from './list-search.js'
import { makeSampler } from './sampler.js'
import { sectionsOf } from './sections.js'
import { stateOf } from './server-state.js'
import { sortServers } from './sort.js'

/** Rows that follow live figures change places at most this often; faster nobody could read. Milliseconds. */
const calm = 3000

/** Hears of the servers at most once in `every` milliseconds, and at once when more than figures changed. */
export function useSampledServers(every: number): readonly ServerStatus[] {
  const [sample] = useState(() => makeSampler(every, () => performance.now()))
  return useServers(sample)
}

/** The list as `search` wants it: its rows in order, in sections, and what each filter would leave. */
export function useList(search: ListSearch, sectioned: boolean) {
  const servers = useSampledServers(calm)
  const { groups, nameOf } = useGroups()
  const country = useCountryName()
  const language = useLanguage()
  const names = useMemo((): Names => ({ group: nameOf, country }), [nameOf, country])
  const rows = useMemo(
    () => sortServers(filterServers(servers, search, names), parseSorting(search.sort), nameOf, language),
    [servers, search, names, nameOf, language],
  )
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
