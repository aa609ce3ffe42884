import { useApi, useInvalidate, useLiveMessage } from '@svc/dashboard-sdk'
import type { Group } from '@svc/plugin-enrollment/contract'
import { useMemo } from 'react'

export const groupsPath = '/api/server-groups'

const none: readonly Group[] = []

/** The groups in their order, and their names by id. Empty until they are read, and when that failed. */
export function useGroups() {
  const answer = useApi<readonly Group[]>(groupsPath)
  const invalidate = useInvalidate()
  const renew = () => void invalidate(groupsPath)
  useLiveMessage('full_sync', renew)
  // somebody may have moved servers to a group that was not there before
  useLiveMessage('servers_changed', renew)
  const groups = answer.data ?? none
  const nameOf = useMemo(() => {
    const names = new Map(groups.map(({ id, name }) => [id, name]))
    return (id: string) => names.get(id)
  }, [groups])
  return { groups, nameOf, failure: answer.error, retry: answer.refetch, loading: answer.isPending }
}
