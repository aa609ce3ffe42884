import { errorText, useT } from '@svc/dashboard-sdk'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** Says that what is shown is old, because reading it again failed. */
export function StaleNote({ failure }: { failure: Error | null }): ReactNode {
  const t = useT()
  if (!failure) return null
  return (
    <p role="alert" className="mb-3 flex items-center gap-2 text-sm text-warn">
      <TriangleAlert className="size-4 shrink-0" aria-hidden />
      {t('stale', { reason: errorText(failure, t) })}
    </p>
  )
}
