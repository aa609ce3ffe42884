import { IconButton, useT } from '@svc/dashboard-sdk'
import { LoaderCircle, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { dismissSwitching, useSwitching } from './switching.ts'

/** Says that the server is restarting with a new choice, and afterwards what went wrong with it. */
export function SwitchNote(): ReactNode {
  const t = useT()
  const switching = useSwitching()
  const fault = switching?.fault
  return (
    // always there, so that screen readers hear what appears in it
    <div role="status" className={switching?.applying ? 'sticky top-16 z-10 h-0' : undefined}>
      {switching?.applying && (
        // floats over the page for the second that it takes, so that nothing below moves twice
        <p className="mx-auto flex w-fit max-w-full animate-rise items-center gap-3 rounded-md bg-raised px-4 py-2.5 text-sm shadow-pop">
          <LoaderCircle className="size-4 shrink-0 animate-spin text-accent" aria-hidden />
          {t(switching.enabled ? 'plugins.applyingOn' : 'plugins.applyingOff', { title: switching.title })}
        </p>
      )}
      {fault && (
        <div className="mb-4 flex animate-rise items-start gap-3 rounded-md bg-danger/10 py-1.5 pr-1.5 pl-4 text-sm">
          <TriangleAlert className="mt-2 size-4 shrink-0 text-danger" aria-hidden />
          <div className="min-w-0 flex-1 break-words py-1.5">
            <p className="font-medium">{fault.text}</p>
            {fault.why && <p className="text-muted">{fault.why}</p>}
          </div>
          <IconButton label={t('plugins.dismiss')} onClick={dismissSwitching}>
            <X aria-hidden />
          </IconButton>
        </div>
      )}
    </div>
  )
}
