import { Switch, useMutate, useT } from '@svc/dashboard-sdk'
import type { Monitor } from '@svc/plugin-monitors/contract'
import type { ReactNode } from 'react'
import { monitorPath, monitorsPath } from '../paths.js'

/** Whether a monitor is checked by itself; shows what was asked for until the answer is there. */
export function EnabledSwitch({ monitor: { id, name, enabled } }: { monitor: Monitor }): ReactNode {
  const t = useT()
  const { mutate, isPending, variables } = useMutate<boolean, Monitor>('PUT', monitorPath(id), {
    body: (wanted) => ({ enabled: wanted }),
    invalidates: [monitorsPath],
  })
  return (
    <Switch
      label={t('list.enabledName', { name })}
      checked={isPending ? variables : enabled}
      disabled={isPending}
      onChange={(wanted) => mutate(wanted)}
    />
  )
}
