import { Switch, useT } from '@svc/dashboard-sdk'
import type { Monitor } from '@svc/plugin-monitors/contract'
import type { ReactNode } from 'react'
import { useEnable } from './use-enable.ts'

/** Whether a monitor is checked by itself; shows what was asked for until the answer is there. */
export function EnabledSwitch({ monitor: { id, name, enabled } }: { monitor: Monitor }): ReactNode {
  const t = useT()
  const { mutate, isPending, variables } = useEnable(id)
  return (
    <Switch
      label={t('list.enabledName', { name })}
      checked={isPending ? variables : enabled}
      disabled={isPending}
      onChange={(wanted) => mutate(wanted)}
    />
  )
}
