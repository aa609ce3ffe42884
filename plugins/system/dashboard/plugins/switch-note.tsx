import { IconButton, useT } from '@svc/dashboard-sdk'
import { LoaderCircle, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { dismissSwitch, usePendingSwitch } from './pending-switch.ts'

/** Shows that the server is restarting, and afterwards the error, if any. */
export function SwitchNote(): ReactNode {
  const t = useT()
  const pendingSwitch = usePendingSwitch()
  const error = pendingSwitch?.error
  return (
    // always rendered, because screen readers announce changes of existing live regions only
    <div role="status" className={pendingSwitch?.applying ? 'sticky top-16 z-10 h-0' : undefined}>
      {pendingSwitch?.applying && (
        // floats over the page, so that the content does not jump
        <p className="mx-auto flex w-fit max-w-full animate-rise items-center gap-3 rounded-md bg-raised px-4 py-2.5 text-sm shadow-pop">
          <LoaderCircle className="size-4 shrink-0 animate-spin text-accent" aria-hidden />
          {t(pendingSwitch.enabled ? 'plugins.applyingOn' : 'plugins.applyingOff', { title: pendingSwitch.title })}
        </p>
      )}
      {error && (
        <div className="mb-4 flex animate-rise items-start gap-3 rounded-md bg-danger/10 py-1.5 pr-1.5 pl-4 text-sm">
          <TriangleAlert className="mt-2 size-4 shrink-0 text-danger" aria-hidden />
          <div className="min-w-0 flex-1 break-words py-1.5">
            <p className="font-medium">{error.text}</p>
            {error.reason && <p className="text-muted">{error.reason}</p>}
          </div>
          <IconButton label={t('plugins.dismiss')} onClick={dismissSwitch}>
            <X aria-hidden />
          </IconButton>
        </div>
      )}
    </div>
  )
}
