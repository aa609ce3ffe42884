import { Button, Notice, useT } from '@svc/dashboard-sdk'
import { Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { DisableModuleButton } from './disable-module-button.tsx'
import { type HangCause, hungWidgets } from './hang-detection.ts'

/** Shown instead of a widget that froze the page, until the user decides. */
export function WidgetBlocked(props: { type: string; name: string; cause: HangCause }): ReactNode {
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
          <DisableModuleButton type={type} />
        </>
      }
    />
  )
}
