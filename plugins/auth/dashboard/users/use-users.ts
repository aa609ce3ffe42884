import { ApiFailure, api, useApi } from '@svc/dashboard-sdk'
import { useCallback, useMemo, useState } from 'react'
import { type User, usersPath } from './user.ts'
import { merge, withUser } from './user-list.ts'

const pageSize = 500

interface Later {
  readonly users: readonly User[]
  readonly more: boolean
}

/** The accounts: a first page that keeps itself fresh, and the rest page by page on demand. */
export function useUsers() {
  const { data, error, refetch } = useApi<User[]>(usersPath, {
    search: { limit: pageSize },
    staleTime: 5000,
    refetchInterval: 60_000,
  })
  const [later, setLater] = useState<Later>()
  const [reading, setReading] = useState(false)
  const [failure, setFailure] = useState<ApiFailure>()
  const users = useMemo(() => data && merge(data, later?.users ?? []), [data, later])
  // in the order of the server, so the last one is where the next page starts
  const after = users?.at(-1)?.id
  const more = later ? later.more : data !== undefined && data.length >= pageSize

  const readMore = useCallback(async () => {
    if (after === undefined) return
    setReading(true)
    setFailure(undefined)
    try {
      const page = await api<User[]>('GET', usersPath, undefined, { search: { limit: pageSize, after } })
      setLater((known) => ({
        users: merge(known?.users ?? [], page),
        more: page.length >= pageSize,
      }))
    } catch (cause) {
      if (!(cause instanceof ApiFailure)) throw cause
      setFailure(cause)
      // the account where the page should start is gone: begin again after the first page
      if (cause.status !== 422) return
      setLater(undefined)
      void refetch()
    } finally {
      setReading(false)
    }
  }, [after, refetch])

  /** Brings the later pages up to date with what was changed here; the first one is read again by itself. */
  const follow = useCallback((id: string, user?: User) => {
    setLater(
      (known) =>
        known && {
          ...known,
          users: known.users.flatMap((one) => (one.id !== id ? [one] : user ? [user] : [])),
        },
    )
  }, [])
  const append = useCallback((user: User) => {
    setLater((known) => known && (known.more ? known : { ...known, users: withUser(known.users, user) }))
  }, [])

  return { users, error, refetch, more, readMore, reading, failure, follow, append }
}
