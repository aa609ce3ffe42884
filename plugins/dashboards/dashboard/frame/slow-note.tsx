import { IconButton, useFormat, useMe, useT } from '@svc/dashboard-sdk'
import { Hourglass, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { moduleOf } from '../board/placement.ts'
import { DisableModuleButton } from './disable-module-button.tsx'

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
