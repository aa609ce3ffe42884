import { Switch, useMutate, useT } from '@svc/dashboard-sdk'
import type { Monitor } from '@svc/plugin-monitors/contract'
import type { ReactNode } from 'react'
import { monitorPath, monitorsPath } from '../paths.ts'

/** Enables or disables a monitor. */
export const useSetEnabled = (id: string) =>
  useMutate<boolean, Monitor>('PUT', monitorPath(id), {
    body: (enabled) => ({ enabled }),
    invalidates: [monitorsPath],
  })

/** Enables or disables automatic checks; shows the new value while saving. */
export function EnabledSwitch({ monitor: { id, name, enabled } }: { monitor: Monitor }): ReactNode {
  const t = useT()
  const { mutate, isPending, variables } = useSetEnabled(id)
  return (
    <Switch
      label={t('list.enabledName', { name })}
      checked={isPending ? variables : enabled}
      disabled={isPending}
      onChange={(checked) => mutate(checked)}
    />
  )
}
