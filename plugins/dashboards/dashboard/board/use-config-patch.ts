import { api, errorText, toast, useInvalidate, useT } from '@svc/dashboard-sdk'
import { useCallback } from 'react'
import type { Config } from './placement.ts'
import { boardsPath, pathOf } from './use-board.ts'

/**
 * Saves changes that a widget makes to its own configuration. Shows an error and rejects if that fails, for example for
 * members.
 */
export function useConfigPatch(boardId: string) {
  const t = useT('dashboards')
  const invalidate = useInvalidate()
  return useCallback(
    async (widget: { readonly id: string; readonly name: string }, patch: Config) => {
      try {
        await api('PATCH', `${pathOf(boardId)}/widgets/${encodeURIComponent(widget.id)}/config`, patch)
      } catch (error) {
        toast.error(t('widget.notSaved', { name: widget.name, reason: errorText(error, t) }))
        throw error
      }
      await invalidate(boardsPath)
    },
    [boardId, invalidate, t],
  )
}
