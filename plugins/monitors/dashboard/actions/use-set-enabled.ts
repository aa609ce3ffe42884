import { useMutate } from '@svc/dashboard-sdk'
import type { Monitor } from '@svc/plugin-monitors/contract'
import { monitorPath, monitorsPath } from '../paths.ts'

/** Enables or disables a monitor. */
export const useSetEnabled = (id: string) =>
  useMutate<boolean, Monitor>('PUT', monitorPath(id), {
    body: (enabled) => ({ enabled }),
    invalidates: [monitorsPath],
  })
