import { ApiError, api, errorText, toast, useInvalidate, useT } from '@svc/dashboard-sdk'
import { useCallback } from 'react'
import { useRequest } from '../server/use-request.ts'
import { type Change, type UpdateResult, undoUpdate, updateAll } from './update-all.ts'

/** Changes groups and tags of many servers, and offers to undo it. */
export function useBatchUpdate() {
  const t = useT()
  const { run, busy, error } = useRequest()
  const invalidate = useInvalidate()
  const refresh = useCallback(() => invalidate('/api/servers', '/api/server-groups'), [invalidate])
  const undo = useCallback(
    async (result: UpdateResult) => {
      try {
        await undoUpdate(api, result)
        toast.success(t('bulk.undone'))
      } catch (cause) {
        if (!(cause instanceof ApiError)) throw cause
        toast.error(errorText(cause, t))
      }
      await refresh()
    },
    [t, refresh],
  )
  /** Returns the result, or undefined if it failed and nothing changed. */
  const apply = useCallback(
    async (ids: readonly string[], change: Change) => {
      const result = await run(() => updateAll(api, ids, change))
      if (!result) return undefined
      void refresh()
      if (result.updated === 0) toast.info(t('bulk.same'))
      else
        toast.success(t('bulk.done', { count: result.updated }), {
          label: t('bulk.undo'),
          onAct: () => void undo(result),
        })
      return result
    },
    [run, refresh, undo, t],
  )
  return { apply, run, busy, error }
}
