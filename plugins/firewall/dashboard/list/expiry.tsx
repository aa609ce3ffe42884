import { Countdown, RelativeTime, useT } from '@svc/dashboard-sdk'
import type { FirewallBlock } from '@svc/plugin-firewall/contract'
import type { ReactNode } from 'react'

/** When a block ends, and that it ends soon if nobody confirms it. */
export function Expiry({ block }: { block: Pick<FirewallBlock, 'expires_at' | 'confirm_until'> }): ReactNode {
  const t = useT()
  const { expires_at, confirm_until } = block
  return (
    <>
      {expires_at === null ? <span className="text-muted">{t('never')}</span> : <RelativeTime at={expires_at} ahead />}
      {confirm_until !== null && (
        <span className="block text-warn text-xs">
          {t('detail.unconfirmed')} <Countdown until={confirm_until} />
        </span>
      )}
    </>
  )
}
