import { ApiError, api, errorText, toast, useInvalidate, useT } from '@svc/dashboard-sdk'
import { useCallback } from 'react'
import { useWork } from '../server/use-work.ts'
import { type Change, type Done, takeBack, updateAll } from './update-all.ts'

/** Changes groups and tags of many servers, and offers to take it back for a while. */
export function useBatch() {
  const t = useT()
  const { run, busy, failure } = useWork()
  const invalidate = useInvalidate()
  const renew = useCallback(() => invalidate('/api/servers', '/api/server-groups'), [invalidate])
  const undo = useCallback(
    async (done: Done) => {
      try {
        await takeBack(api, done)
        toast.success(t('bulk.undone'))
      } catch (cause) {
        if (!(cause instanceof ApiError)) throw cause
        toast.error(errorText(cause, t))
      }
      await renew()
    },
    [t, renew],
  )
  /** What was done, or undefined when it failed and nothing changed. */
  const apply = useCallback(
    async (ids: readonly string[], change: Change) => {
      const done = await run(() => updateAll(api, ids, change))
      if (!done) return undefined
      void renew()
      if (done.updated === 0) toast.info(t('bulk.same'))
      else
        toast.success(t('bulk.done', { count: done.updated }), {
          label: t('bulk.undo'),
          onAct: () => void undo(done),
        })
      return done
    },
    [run, renew, undo, t],
  )
  return { apply, run, busy, failure }
}
