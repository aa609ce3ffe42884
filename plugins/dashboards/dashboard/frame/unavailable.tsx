import { Button, Notice, PageLink, type PluginUnavailableReason, useT } from '@svc/dashboard-sdk'
import { PackageX } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import { moduleOf } from '../board/placement.ts'

/** Why a widget type is unavailable; set around a board. */
export const UnavailableReasonContext = createContext<(type: string) => PluginUnavailableReason | undefined>(
  () => undefined,
)

/** Shown instead of an unavailable widget: explains why, with a link to the settings. */
export function Unavailable({ type }: { type: string }): ReactNode {
  const t = useT('dashboards')
  const reason = useContext(UnavailableReasonContext)(type)
  const page = reason?.page
  return (
    <Notice
      icon={PackageX}
      title={t('widget.unavailable', { name: reason?.name ?? moduleOf(type) ?? type })}
      detail={reason ? t(`${reason.plugin}:${reason.text}`, reason.values) : t('widget.noPlugin')}
      actions={
        reason &&
        page && (
          <Button size="sm" asChild>
            <PageLink page={page}>{t('widget.settings', { page: t(`${reason.plugin}:${page.title}`) })}</PageLink>
          </Button>
        )
      }
    />
  )
}
