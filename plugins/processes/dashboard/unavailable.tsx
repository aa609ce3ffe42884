import { EmptyState, useT } from '@svc/dashboard-sdk'
import { CircleSlash, ShieldOff, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Reason } from './use-processes.ts'

const icons = { offline: Unplug, denied: ShieldOff, unsupported: CircleSlash } as const

/** Why there is no list, and how to fix it. */
export function Unavailable({ reason }: { reason: Reason }): ReactNode {
  const t = useT()
  const commands = [
    { text: t('allow.grant'), command: 'sudo svc-agent grant processes --for 30m' },
    { text: t('allow.always'), command: '[capabilities]\nallow = ["processes"]' },
  ]
  return (
    <div role="status">
      <EmptyState
        icon={icons[reason]}
        title={t(`unavailable.${reason}`)}
        description={t(`unavailable.${reason}Hint`)}
        commands={reason === 'denied' ? commands : []}
      />
    </div>
  )
}
