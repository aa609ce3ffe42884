import { cn, useT } from '@svc/dashboard-sdk'
import type { PluginView } from '@svc/plugin-system/contract'
import { Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useReasonText } from './use-reason-text.ts'

/** Why a plugin is not running, unless it is simply disabled. */
export function ReasonNote({ plugin: { state, reason, locked } }: { plugin: PluginView }): ReactNode {
  const t = useT()
  const text = useReasonText()
  const broken = state === 'failed' || state === 'refused'
  if (!reason && !broken) return null
  const Icon = broken ? TriangleAlert : Info
  return (
    <div
      className={cn(
        'mt-2 flex max-w-3xl items-start gap-2.5 rounded-md px-3 py-2 text-sm',
        state === 'failed' && 'bg-danger/10',
        state === 'refused' && 'bg-warn/10',
        !broken && 'bg-sunken',
      )}
    >
      <Icon
        className={cn(
          'mt-0.5 size-4 shrink-0',
          state === 'failed' ? 'text-danger' : state === 'refused' ? 'text-warn' : 'text-faint',
        )}
        aria-hidden
      />
      <div className="min-w-0 break-words">
        {broken && <p className="text-muted">{t(`plugins.stateHint.${state}`)}</p>}
        {reason && <p>{locked ? t('plugins.fixed.locked') : text(reason)}</p>}
      </div>
    </div>
  )
}
