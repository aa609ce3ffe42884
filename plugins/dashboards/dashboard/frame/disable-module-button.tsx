import { Button, useMe, useMutate, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { moduleOf } from '../board/placement.ts'

/** Disables the module of a widget type for everyone. Not shown for built-in types or to members. */
export function DisableModuleButton({ type }: { type: string }): ReactNode {
  const t = useT('dashboards')
  const { isAdmin } = useMe()
  const module = moduleOf(type)
  const switchOff = useMutate<{ enabled: boolean }>('PUT', `/api/widget-modules/${encodeURIComponent(module ?? '')}`, {
    invalidates: ['/api/widget-modules'],
  })
  if (!isAdmin || module === undefined) return null
  return (
    <Button size="sm" busy={switchOff.isPending} onClick={() => switchOff.mutate({ enabled: false })}>
      {t('widget.switchOff')}
    </Button>
  )
}
