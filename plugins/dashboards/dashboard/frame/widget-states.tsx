import {
  Button,
  IconButton,
  Notice,
  PageLink,
  type PluginUnavailableReason,
  useFormat,
  useMe,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import { FeatureUnavailable } from '@svc/widget-sdk'
import { Hourglass, PackageX, TriangleAlert, X } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import { moduleOf } from '../board/placement.ts'
import { type HangCause, hungWidgets } from './hang-detection.ts'

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

/** Tells admins, below a widget, that its module blocks the page. */
export function SlowNote({ type, ms, onClose }: { type: string; ms: number; onClose: () => void }): ReactNode {
  const t = useT('dashboards')
  const format = useFormat()
  const { isAdmin } = useMe()
  if (!isAdmin || moduleOf(type) === undefined) return null
  return (
    <div role="note" className="flex flex-wrap items-center gap-2 border-t bg-sunken px-3 py-1.5 text-xs">
      <Hourglass className="size-3.5 shrink-0 text-warn" aria-hidden />
      <span className="min-w-0 flex-1">{t('widget.slow', { time: format.ms(ms) })}</span>
      <DisableModuleButton type={type} />
      <IconButton label={t('widget.dismiss')} size="sm" onClick={onClose}>
        <X aria-hidden />
      </IconButton>
    </div>
  )
}

/** Disables the module of a widget type for everyone. Not shown for built-in types or to members. */
function DisableModuleButton({ type }: { type: string }): ReactNode {
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
