import { ApiError, api, toast, useInvalidate, useSession, useT } from '@svc/dashboard-sdk'
import { useState } from 'react'
import type { BackupState } from '../../src/backup-schema.ts'
import { backupPath } from '../paths.ts'

export type RestoreProgress =
  | { readonly step: 'idle' }
  /** `share` is 0 to 1; undefined while the server works on its own */
  | { readonly step: 'sending'; readonly share: number | undefined }
  | { readonly step: 'restarting' }
  | { readonly step: 'failed'; readonly error: unknown }

const pauseMs = 300
/** 60 s */
const maxPolls = 200

const restoresOf = ({ former }: BackupState): number => former.filter(({ migrated_to }) => migrated_to === null).length

/** Waits until the server runs with the other database: it keeps one more former database, or does not know the session. */
async function awaitRestart(formerBefore: number): Promise<void> {
  for (let polls = 0; polls < maxPolls; polls++) {
    try {
      const state = await api<BackupState>('GET', backupPath, undefined, { anonymous: true })
      if (restoresOf(state) > formerBefore) return
    } catch (error) {
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return
    }
    await new Promise((resume) => setTimeout(resume, pauseMs))
  }
  throw new ApiError(0, 'NETWORK', 'no response from the server')
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
      await send((share) => setProgress({ step: 'sending', share: share < 1 ? share : undefined }))
      setProgress({ step: 'restarting' })
      await awaitRestart(restoresOf(state))
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
