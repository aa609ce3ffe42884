import { Button, Notice, useT } from '@svc/dashboard-sdk'
import { FeatureUnavailable } from '@svc/widget-sdk'
import { PackageX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { DisableModuleButton } from './disable-module-button.tsx'

/** Shows the error of a widget; admins can disable its module. */
export function WidgetFailed(props: { type: string; name: string; error: Error; retry: () => void }): ReactNode {
  const { type, name, error, retry } = props
  const t = useT('dashboards')
  const again = (
    <Button size="sm" onClick={retry}>
      {t('sdk:action.retry')}
    </Button>
  )
  if (error instanceof FeatureUnavailable) {
    return (
      <Notice
        icon={PackageX}
        title={t('widget.unavailable', { name })}
        detail={t('widget.noFeature', { feature: error.feature })}
        actions={again}
      />
    )
  }
  return (
    <Notice
      icon={TriangleAlert}
      tone="danger"
      title={t('widget.failed', { name })}
      detail={<span className="line-clamp-3 font-mono">{error.message}</span>}
      actions={
        <>
          {again}
          <DisableModuleButton type={type} />
        </>
      }
    />
  )
}
