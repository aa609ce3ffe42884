import { Button, useMe, useMutate, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { moduleOf } from '../board/placement.ts'

/** Switches off the module that a kind of widget is of, for everybody; nothing for built-in ones and for members. */
export function SwitchOff({ type }: { type: string }): ReactNode {
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
