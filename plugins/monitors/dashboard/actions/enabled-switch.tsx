import { Switch, useT } from '@svc/dashboard-sdk'
import type { Monitor } from '@svc/plugin-monitors/contract'
import type { ReactNode } from 'react'
import { useSetEnabled } from './use-set-enabled.ts'

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
