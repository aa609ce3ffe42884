import {
  type ApiError,
  useApi,
  useInvalidate,
  useLive,
  useLiveMessage,
  useMe,
  usePageSearch,
  useServers,
  useStoredText,
} from '@svc/dashboard-sdk'
import type { Board, BoardWithWidgets } from '@svc/plugin-dashboards/contract'
import type { DashboardsChanged, Payload, ServerStatus } from '@svc/protocol'
import { useEffect, useRef } from 'react'
import { boardPage } from '../pages.ts'
import { boardsPath, pathOf } from './boards-path.ts'

export const useBoards = () => useApi<Board[]>(boardsPath)

const idsOf = (servers: readonly ServerStatus[]) => servers.map(({ id }) => id)

/** Refetches boards when one has changed, after a reconnect, and when other servers are visible: boards name those only. */
export function useBoardUpdates(): void {
  const invalidate = useInvalidate()
  const { status, loaded } = useLive()
  const visible = useServers(idsOf)
  const wasLost = useRef(false)
  const before = useRef<readonly string[]>(undefined)
  useLiveMessage<Payload<typeof DashboardsChanged>>('dashboards_changed', () => void invalidate(boardsPath))
  useEffect(() => {
    if (status === 'lost') wasLost.current = true
    if (status !== 'open' || !wasLost.current) return
    wasLost.current = false
    void invalidate(boardsPath)
  }, [status, invalidate])
  useEffect(() => {
    if (!loaded) return
    if (before.current && before.current !== visible) void invalidate(boardsPath)
    before.current = visible
  }, [loaded, visible, invalidate])
}

/** The board in the URL, else the one last viewed in this browser, else the default board. */
export function useCurrentBoard(): {
  readonly board: BoardWithWidgets | undefined
  readonly error: ApiError | null
  /** the board in the URL does not exist */
  readonly isMissing: boolean
  readonly refetch: () => void
  readonly choose: (id: string | undefined, options?: { push?: boolean }) => void
} {
  const { userId } = useMe()
  const [{ board: boardInUrl }, setSearch] = usePageSearch(boardPage)
  const [last, remember] = useStoredText(`board.${userId}`)
  const id = boardInUrl || last || 'default'
  const { data, error, refetch } = useApi<BoardWithWidgets>(pathOf(id), { keepPrevious: true })
  // 414: the id is too long to exist.
  const isNotFound = error?.status === 404 || error?.status === 414
  const isStale = isNotFound && !boardInUrl
  useEffect(() => {
    if (isStale) remember(undefined)
  }, [isStale, remember])
  useEffect(() => {
    if (boardInUrl && data?.id === boardInUrl) remember(boardInUrl)
  }, [boardInUrl, data, remember])
  return {
    board: isNotFound ? undefined : data,
    error: isNotFound ? null : error,
    isMissing: isNotFound && boardInUrl !== '',
    refetch: () => void refetch(),
    choose: (next, options) => {
      remember(next)
      setSearch({ board: next ?? '' }, options)
    },
  }
}
