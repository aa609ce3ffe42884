import { ApiError, api, useApi } from '@svc/dashboard-sdk'
import { useCallback, useMemo, useState } from 'react'
import { type User, usersPath } from './user.ts'
import { merge, withUser } from './user-list.ts'

const pageSize = 500

interface LaterPages {
  readonly users: readonly User[]
  readonly more: boolean
}

/** All users: the first page refreshes automatically, further pages load on demand. */
export function useUsers() {
  const { data, error, refetch } = useApi<User[]>(usersPath, {
    search: { limit: pageSize },
    staleTime: 5000,
    refetchInterval: 60_000,
  })
  const [later, setLater] = useState<LaterPages>()
  const [isLoadingMore, setLoadingMore] = useState(false)
  const [loadMoreError, setLoadMoreError] = useState<ApiError>()
  const users = useMemo(() => data && merge(data, later?.users ?? []), [data, later])
  // still in server order, so the next page starts after the last user
  const after = users?.at(-1)?.id
  const more = later ? later.more : data !== undefined && data.length >= pageSize

  const loadMore = useCallback(async () => {
    if (after === undefined) return
    setLoadingMore(true)
    setLoadMoreError(undefined)
    try {
      const page = await api<User[]>('GET', usersPath, undefined, { search: { limit: pageSize, after } })
      setLater((pages) => ({
        users: merge(pages?.users ?? [], page),
        more: page.length >= pageSize,
      }))
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      setLoadMoreError(cause)
      // the user the page starts after no longer exists: start over after the first page
      if (cause.status !== 422) return
      setLater(undefined)
      void refetch()
    } finally {
      setLoadingMore(false)
    }
  }, [after, refetch])

  /** Applies a change or deletion to the later pages; the first page is refetched anyway. */
  const updateLater = useCallback((id: string, user?: User) => {
    setLater(
      (pages) =>
        pages && {
          ...pages,
          users: pages.users.flatMap((one) => (one.id !== id ? [one] : user ? [user] : [])),
        },
    )
  }, [])
  const appendLater = useCallback((user: User) => {
    setLater((pages) => pages && (pages.more ? pages : { ...pages, users: withUser(pages.users, user) }))
  }, [])

  return { users, error, refetch, more, loadMore, isLoadingMore, loadMoreError, updateLater, appendLater }
}
