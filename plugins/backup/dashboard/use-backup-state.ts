import { useApi, useInvalidate } from '@svc/dashboard-sdk'
import { useEffect, useState } from 'react'
import type { BackupState } from '../src/backup-schema.ts'
import { backupPath } from './paths.ts'

const idleMs = 10_000
const busyMs = 1000

/** The state of backups; while one is made or restored, it is read each second, and all lists again at its end. */
export function useBackupState() {
  const invalidate = useInvalidate()
  const [isBusy, setBusy] = useState(false)
  const state = useApi<BackupState>(backupPath, { staleTime: busyMs, refetchInterval: isBusy ? busyMs : idleMs })
  const isBusyNow = state.data ? state.data.operation !== null : isBusy
  if (isBusyNow !== isBusy) setBusy(isBusyNow)
  useEffect(() => {
    if (!isBusy) return undefined
    return () => void invalidate(backupPath)
  }, [isBusy, invalidate])
  return state
}
