import { EmptyState, useT } from '@svc/dashboard-sdk'
import { ShieldOff, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'

/** Why no terminal can be opened, and what to type on the host. */
export function Unavailable({ reason }: { reason: 'offline' | 'denied' }): ReactNode {
  const t = useT()
  const commands = [
    { text: t('steps.grant'), command: 'sudo svc-agent grant terminal --for 30m' },
    { text: t('steps.allow'), command: '[capabilities]\nallow = ["terminal"]' },
  ]
  return (
    <div role="status" className="panel">
      <EmptyState
        icon={reason === 'offline' ? Unplug : ShieldOff}
        title={t(`unavailable.${reason}`)}
        description={t(`unavailable.${reason}Hint`)}
        commands={reason === 'denied' ? commands : []}
      />
    </div>
  )
}
