import { Badge, useT } from '@svc/dashboard-sdk'
import type { PluginView } from '@svc/plugin-system/contract'
import { Lock, Package, PackageCheck, Pin } from 'lucide-react'
import type { ReactNode } from 'react'

/** Badges such as required, locked or third-party. */
export function PluginBadges({ plugin }: { plugin: PluginView }): ReactNode {
  const t = useT()
  const failing = (plugin.jobs ?? []).filter(({ last_error }) => last_error !== null).length
  return (
    <>
      {plugin.required && (
        <Badge title={t('plugins.fixed.required')}>
          <Pin aria-hidden />
          {t('plugins.mark.required')}
        </Badge>
      )}
      {plugin.locked && (
        <Badge tone="warn" title={t('plugins.fixed.locked')}>
          <Lock aria-hidden />
          {t('plugins.mark.locked')}
        </Badge>
      )}
      {plugin.bundled && (
        <Badge>
          <PackageCheck aria-hidden />
          {t('plugins.mark.bundled')}
        </Badge>
      )}
      {!plugin.bundled && plugin.state !== 'absent' && (
        <Badge tone="accent">
          <Package aria-hidden />
          {t('plugins.mark.third')}
        </Badge>
      )}
      {failing > 0 && <Badge tone="danger">{t('plugins.mark.jobs', { count: failing })}</Badge>}
    </>
  )
}
