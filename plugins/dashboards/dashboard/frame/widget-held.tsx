import { Button, Notice, useT } from '@svc/dashboard-sdk'
import { Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { hungWidgets } from './hung.js'
import { SwitchOff } from './switch-off.js'

/** Stands in the place of a widget that kept the page from answering, until somebody decides. */
export function WidgetHeld({ type, name }: { type: string; name: string }): ReactNode {
  const t = useT('dashboards')
  return (
    <Notice
      icon={Hourglass}
      tone="danger"
      title={t('widget.hung', { name })}
      detail={t('widget.hungHint')}
      actions={
        <>
          <Button size="sm" onClick={() => hungWidgets.release(type)}>
            {t('widget.showAnyway')}
          </Button>
          <SwitchOff type={type} />
        </>
      }
    />
  )
}
