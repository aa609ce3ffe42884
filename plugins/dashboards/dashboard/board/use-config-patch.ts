import { api, useInvalidate } from '@svc/dashboard-sdk'
import { useCallback } from 'react'
import type { Config } from './placement.js'
import { boardsPath, pathOf } from './use-board.js'

/** Stores what a widget of a board changes of its own configuration. Rejects for those who may not. */
export function useConfigPatch(boardId: string) {
  const invalidate = useInvalidate()
  return useCallback(
    async (widgetId: string, patch: Config) => {
      await api('PATCH', `${pathOf(boardId)}/widgets/${encodeURIComponent(widgetId)}/config`, patch)
      await invalidate(boardsPath)
    },
    [boardId, invalidate],
  )
}
