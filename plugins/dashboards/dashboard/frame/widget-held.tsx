import { Button, Notice, useT } from '@svc/dashboard-sdk'
import { Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { type HangCause, hungWidgets } from './hung.ts'
import { SwitchOff } from './switch-off.tsx'

/** Stands in the place of a widget that kept the page from answering, until somebody decides. */
export function WidgetHeld(props: { type: string; name: string; cause: HangCause }): ReactNode {
  const { type, name, cause } = props
  const t = useT('dashboards')
  return (
    <Notice
      icon={Hourglass}
      tone="danger"
      title={t(cause === 'rendering' ? 'widget.hung' : 'widget.hungLoading', { name })}
      detail={t(cause === 'rendering' ? 'widget.hungHint' : 'widget.hungLoadingHint')}
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
