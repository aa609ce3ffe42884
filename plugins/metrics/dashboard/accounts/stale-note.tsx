import { errorText, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

/** What is shown is old, because asking again failed. */
export function StaleNote({ failure }: { failure: unknown }): ReactNode {
  const t = useT()
  return (
    failure !== null && (
      <p role="alert" className="mb-3 rounded-md bg-danger/10 px-4 py-2.5 text-sm">
        {t('accounts.stale', { reason: errorText(failure, t) })}
      </p>
    )
  )
}
