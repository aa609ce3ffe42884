import { useApi, useCatchUp, useInvalidate, useLiveMessage } from '@svc/dashboard-sdk'
import type { Group } from '@svc/plugin-enrollment/contract'
import { useMemo } from 'react'
import { groupsPath } from './groups-path.ts'

const noGroups: readonly Group[] = []

/** The sorted groups, and their names by id. Empty while loading and after an error. */
export function useGroups() {
  const query = useApi<readonly Group[]>(groupsPath)
  const invalidate = useInvalidate()
  const refresh = () => void invalidate(groupsPath)
  useCatchUp(refresh)
  // Servers may have been moved to a new group.
  useLiveMessage('servers_changed', refresh)
  const groups = query.data ?? noGroups
  const nameOf = useMemo(() => {
    const names = new Map(groups.map(({ id, name }) => [id, name]))
    return (id: string) => names.get(id)
  }, [groups])
  return { groups, nameOf, error: query.error, retry: query.refetch, loading: query.isPending }
}
