import { useMutate } from '@svc/dashboard-sdk'
import type { Monitor } from '@svc/plugin-monitors/contract'
import { monitorPath, monitorsPath } from '../paths.ts'

/** Lets a monitor be checked by itself, or no longer. */
export const useEnable = (id: string) =>
  useMutate<boolean, Monitor>('PUT', monitorPath(id), {
    body: (enabled) => ({ enabled }),
    invalidates: [monitorsPath],
  })
