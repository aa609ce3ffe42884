import { ApiError, api, errorText, toast, useInvalidate, useT } from '@svc/dashboard-sdk'
import { type Change, type UpdateResult, undoUpdate, updateAll } from './update-all.ts'

/** Returns a function that changes groups and tags of many servers and offers to undo it; if it rejects, nothing changed. */
export function useBatchUpdate() {
  const t = useT()
  const invalidate = useInvalidate()
  const refresh = () => invalidate('/api/servers', '/api/server-groups')
  const undo = async (result: UpdateResult) => {
    try {
      await undoUpdate(api, result)
      toast.success(t('bulk.undone'))
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      toast.error(errorText(cause, t))
    }
    await refresh()
  }
  return async (ids: readonly string[], change: Change): Promise<UpdateResult> => {
    const result = await updateAll(api, ids, change)
    void refresh()
    if (result.updated === 0) toast.info(t('bulk.same'))
    else
      toast.success(t('bulk.done', { count: result.updated }), {
        label: t('bulk.undo'),
        onAct: () => void undo(result),
      })
    return result
  }
}
