import { ApiError, api, toast, useInvalidate, useSession, useT } from '@svc/dashboard-sdk'
import { useState } from 'react'
import type { BackupState } from '../src/backup-schema.ts'
import { backupRoute, sendBackup } from './backup-requests.ts'

export type RestoreProgress =
  | { readonly step: 'idle' }
  | { readonly step: 'sending'; readonly share: number }
  | { readonly step: 'restarting' }
  | { readonly step: 'failed'; readonly error: unknown }

const pauseMs = 300
/** 60 s */
const maxPolls = 200

/** Waits until the server runs with the other database: it keeps one more former database, or does not know the session. */
async function awaitRestart(formerBefore: number): Promise<void> {
  for (let polls = 0; polls < maxPolls; polls++) {
    try {
      const { former } = await api<BackupState>('GET', backupRoute, undefined, { anonymous: true })
      if (former.length > formerBefore) return
    } catch (error) {
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return
    }
    await new Promise((resume) => setTimeout(resume, pauseMs))
  }
  throw new ApiError(0, 'NETWORK', 'no response from the server')
}

/** Restores a file and waits for the restart. */
export function useRestore(formerBefore: number) {
  const t = useT()
  const { refresh } = useSession()
  const invalidate = useInvalidate()
  const [progress, setProgress] = useState<RestoreProgress>({ step: 'idle' })
  const restore = async (file: File) => {
    try {
      setProgress({ step: 'sending', share: 0 })
      await sendBackup(file, (share) => setProgress({ step: 'sending', share }))
      setProgress({ step: 'restarting' })
      await awaitRestart(formerBefore)
      toast.success(t('restore.done'))
      setProgress({ step: 'idle' })
      await refresh().catch(() => undefined)
      await invalidate('/api/')
    } catch (error) {
      setProgress({ step: 'failed', error })
    }
  }
  return { progress, restore, reset: () => setProgress({ step: 'idle' }) }
}
