import { ApiError, api, toast, useInvalidate, useSession, useT } from '@svc/dashboard-sdk'
import { useState } from 'react'
import type { BackupState } from '../../src/backup-schema.ts'
import { backupPath } from '../paths.ts'
import { outcomeOf } from './restore-outcome.ts'

export type RestoreProgress =
  | { readonly step: 'idle' }
  /** `share` is 0 to 1; undefined while the server works on its own */
  | { readonly step: 'sending'; readonly share: number | undefined }
  | { readonly step: 'restarting' }
  | { readonly step: 'failed'; readonly error: unknown }

const pauseMs = 300
/** 60 s */
const maxPolls = 200

/** The request failed on the way and not by an answer of the server, which may still be working on it. */
const isLost = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || error.status === 502 || error.status === 504 || error.status === 524)

/** Resolves when the server runs with the restored data. `failure` is the error of a request that was lost. */
async function awaitRestart(before: BackupState, failure?: unknown): Promise<void> {
  for (let polls = 0; polls < maxPolls; ) {
    const now = await api<BackupState>('GET', backupPath, undefined, { anonymous: true }).catch(
      (error: unknown) => error,
    )
    const outcome = outcomeOf(before, now)
    if (outcome === 'restored') return
    if (outcome === 'undone') {
      throw new ApiError(0, 'RESTORE_UNDONE', 'restore undone', { details: { code: 'backup.RESTORE_UNDONE' } })
    }
    if (outcome !== 'working') polls += 1
    // Neither at work nor restarting: it did not come to it.
    if (outcome === 'idle' && failure !== undefined && polls > 10) throw failure
    await new Promise((resume) => setTimeout(resume, pauseMs))
  }
  throw failure ?? new ApiError(0, 'NETWORK', 'no response from the server')
}

/** Restores what `send` sends, and waits for the restart. */
export function useRestore(state: BackupState) {
  const t = useT()
  const { refresh } = useSession()
  const invalidate = useInvalidate()
  const [progress, setProgress] = useState<RestoreProgress>({ step: 'idle' })
  /** Returns whether it succeeded. */
  const restore = async (send: (onProgress: (share: number) => void) => Promise<unknown>): Promise<boolean> => {
    try {
      setProgress({ step: 'sending', share: undefined })
      const lost = await send((share) => setProgress({ step: 'sending', share: share < 1 ? share : undefined })).then(
        () => undefined,
        (error: unknown) => (isLost(error) ? error : Promise.reject(error)),
      )
      if (lost === undefined) setProgress({ step: 'restarting' })
      await awaitRestart(state, lost)
      toast.success(t('restore.done'))
      setProgress({ step: 'idle' })
      await refresh().catch(() => undefined)
      await invalidate('/api/')
      return true
    } catch (error) {
      setProgress({ step: 'failed', error })
      return false
    }
  }
  const isBusy = progress.step === 'sending' || progress.step === 'restarting'
  return { isBusy, progress, restore, reset: () => setProgress({ step: 'idle' }) }
}
